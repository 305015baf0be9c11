import { statfs } from "node:fs/promises";
import type { Processes } from "../../bench/processes.ts";
import { wait } from "../wait.ts";
import type { Timeline } from "./timeline.ts";

const SIZE = "400m";
const PIECE = new Uint8Array(1024 * 1024);
/**
 * The end is filled at 20 MB a second: Deno's queue ends the process when it meets a full disk before the service, which
 * looks ten times a second whether less than 16 MiB is left.
 */
const SLOWLY_FROM_BYTES = 32 * 1024 * 1024;
const SLOWLY_MS = 50;

/** A small file system of its own for the store, which can be filled to the last byte. */
export class SmallDisk implements AsyncDisposable {
  #end: (() => void) | null = null;

  private constructor(readonly folder: string, private readonly timeline: Timeline) {}

  /**
   * Mounts one on a folder.
   *
   * @returns The disk, or why this user cannot mount one here.
   */
  static async mount(folder: string, processes: Processes, timeline: Timeline): Promise<SmallDisk | string> {
    const args = ["-t", "tmpfs", "-o", `size=${SIZE}`, "reviews-soak", folder];
    const { code, stderr } = await processes.run("mount", args).catch((error) => ({ code: 1, stderr: String(error) }));
    return code === 0 ? new SmallDisk(folder, timeline) : stderr.trim();
  }

  /** Fills it. */
  async fill(): Promise<void> {
    this.#end = this.timeline.begin("full disk");
    using file = await Deno.open(`${this.folder}/filler`, { write: true, create: true });
    // The last piece may fit in part: smaller ones follow until not a byte is left.
    for (let size = PIECE.length; size >= 1;) {
      const { bavail, bsize } = await statfs(this.folder);
      if (bavail * bsize < SLOWLY_FROM_BYTES && size === PIECE.length) await wait(SLOWLY_MS);
      try {
        await file.write(PIECE.subarray(0, size));
      } catch {
        size = Math.floor(size / 2);
      }
    }
  }

  /** Frees what was filled. */
  async free(): Promise<void> {
    if (this.#end === null) return;
    await Deno.remove(`${this.folder}/filler`);
    this.#end();
    this.#end = null;
  }

  /** Unmounts it; nobody may use it any more. */
  async [Symbol.asyncDispose](): Promise<void> {
    // Not among the processes of the soak, which are over by now.
    await new Deno.Command("umount", { args: [this.folder], stdout: "null", stderr: "inherit" }).output();
  }
}
