import { sentence, type Text } from "../../domain/sentences/sentence.ts";
import { shownName } from "../../terminal/print.ts";
import { isBelow } from "../command/file_path.ts";
import type { Store } from "../../domain/store/store.ts";
import { type PulledFile, SourceError, type SourcePoll } from "./source_poll.ts";
import { fileKey, noteImportedFile, readImportedFiles } from "./source_state.ts";

/** Time since the last change after which a file counts as complete, in milliseconds. */
export const SETTLED_MS = 5000;
const UNFINISHED = /^\.|~$|\.(?:part|partial|crdownload|download|tmp|filepart|swp)$/i;

/**
 * Lists the new and changed files of a folder, sorted by name. Files are not moved, and subfolders are ignored. Follows
 * links only within the folder: people who may add files there must not read others.
 *
 * @throws {SourceError} If the folder cannot be read.
 */
export async function pollFolder(kv: Store, name: string, folder: string, now: number): Promise<SourcePoll> {
  const known = await readImportedFiles(kv, name);
  const there = await finishedFiles(folder, now);
  const keys = new Set([...there.keys()].map(fileKey));
  for (const key of known.keys()) if (!keys.has(key)) await noteImportedFile(kv, name, key, null);
  const files: PulledFile[] = [];
  let isWaiting = false;
  for (const [file, { path, mark, isSettled, refusal }] of [...there].sort(([a], [b]) => a < b ? -1 : 1)) {
    const key = fileKey(file);
    if (refusal !== undefined) {
      files.push({ path, shown: shownName(file), refusal: refusal(shownName(file)) });
      continue;
    }
    if (known.get(key) === mark) continue;
    isWaiting ||= !isSettled;
    if (!isSettled) continue;
    const imported = () => noteImportedFile(kv, name, key, mark);
    files.push({ path, shown: shownName(file), imported });
  }
  return { files, memory: null, ...isWaiting && { againIn: SETTLED_MS } };
}

interface FoundFile {
  /** The path with all links resolved. */
  readonly path: string;
  /** Returns why a file of this name must not be opened. */
  readonly refusal?: (file: string) => Text;
  readonly mark: string;
  readonly isSettled: boolean;
}

async function finishedFiles(folder: string, now: number): Promise<ReadonlyMap<string, FoundFile>> {
  const found = new Map<string, FoundFile>();
  try {
    const root = await Deno.realPath(folder);
    for await (const { name, isDirectory } of Deno.readDir(root)) {
      if (isDirectory || UNFINISHED.test(name)) continue;
      const file = await foundFile(root, name, now);
      if (file !== null) found.set(name, file);
    }
    return found;
  } catch (error) {
    throw new SourceError(
      error instanceof Deno.errors.NotFound
        ? sentence("The folder cannot be read: it is not there.")
        : error instanceof Deno.errors.NotADirectory
        ? sentence("The folder cannot be read: it is a file.")
        : sentence("The folder cannot be read: it may not be read."),
    );
  }
}

/** Inspects a directory entry. Null for a folder, and for a missing file, such as the target of a link. */
async function foundFile(root: string, name: string, now: number): Promise<FoundFile | null> {
  try {
    const path = await Deno.realPath(`${root}/${name}`);
    const { isFile, isDirectory, size, mtime } = await Deno.lstat(path);
    if (isDirectory) return null;
    const changed = mtime?.getTime() ?? 0;
    // Absolute difference, because the clock of a network drive may be ahead.
    const file = { path, mark: `${size} ${changed}`, isSettled: Math.abs(now - changed) >= SETTLED_MS };
    if (!isBelow(root, path)) {
      const refusal = (file: string) =>
        sentence("{file} is a link that leads out of the folder: put the file itself there.", { file });
      return { ...file, refusal };
    }
    if (isFile) return file;
    const refusal = (file: string) =>
      sentence("{file} is no file but a pipe, socket or device: put a file there.", { file });
    return { ...file, refusal };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
