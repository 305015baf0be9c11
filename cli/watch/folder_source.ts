import { shownName } from "../command/escaped_controls.ts";
import type { Store } from "../../domain/store/store.ts";
import { type Look, type PulledFile, SourceError } from "./look.ts";
import { fileKey, noteImportedFile, readImportedFiles } from "./source_state.ts";

/** A file that was changed within this time may still be written. */
export const SETTLED_MS = 5000;
/** What browsers, editors and transfers call files that are not finished. */
const UNFINISHED = /^\.|~$|\.(?:part|partial|crdownload|download|tmp|filepart|swp)$/i;

/**
 * Looks for files in a folder that have not been imported as they are now, in the order of their names. They stay where
 * they are; what is in folders below is not looked at.
 *
 * @throws {SourceError} If the folder cannot be read.
 */
export async function lookAtFolder(kv: Store, name: string, folder: string, now: number): Promise<Look> {
  const known = await readImportedFiles(kv, name);
  const there = await finishedFiles(folder, now);
  const keys = new Set([...there.keys()].map(fileKey));
  for (const key of known.keys()) if (!keys.has(key)) await noteImportedFile(kv, name, key, null);
  const files: PulledFile[] = [];
  let isWaiting = false;
  for (const [file, { mark, isSettled }] of [...there].sort(([a], [b]) => a < b ? -1 : 1)) {
    const key = fileKey(file);
    if (known.get(key) === mark) continue;
    isWaiting ||= !isSettled;
    if (!isSettled) continue;
    const imported = () => noteImportedFile(kv, name, key, mark);
    files.push({ path: `${folder}/${file}`, shown: shownName(file), imported });
  }
  return { files, memory: null, ...isWaiting && { againIn: SETTLED_MS } };
}

interface FoundFile {
  readonly mark: string;
  readonly isSettled: boolean;
}

async function finishedFiles(folder: string, now: number): Promise<ReadonlyMap<string, FoundFile>> {
  const found = new Map<string, FoundFile>();
  try {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (isDirectory || UNFINISHED.test(name)) continue;
      const { isFile, size, mtime } = await Deno.stat(`${folder}/${name}`);
      const changed = mtime?.getTime() ?? 0;
      // The clock of a network drive may be ahead.
      if (isFile) found.set(name, { mark: `${size} ${changed}`, isSettled: Math.abs(now - changed) >= SETTLED_MS });
    }
    return found;
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound ? "it is not there" : "it may not be read";
    throw new SourceError(`The folder cannot be read: ${reason}.`);
  }
}
