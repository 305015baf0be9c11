import assert from "node:assert/strict";
import {
  ImportFileError,
  type ImportFiles,
  readImportFiles,
  type ReadOptions,
} from "../../../cli/import/reading/read_import_files.ts";
import { withFiles } from "./with_files.ts";

const NOW = new Date("2025-01-01T12:00:00Z");

/** The columns of the fixture `mapped.csv`. */
export const MAPPED_COLUMNS: ReadonlyMap<string, string> = new Map([
  ["id", "Nr"],
  ["author", "Customer"],
  ["rating", "stars"],
  ["date", "When"],
  ["text", "Words"],
  ["title", "Headline"],
  ["verified", "Shown"],
  ["reply_text", "Answer"],
  ["reply_date", "Answered"],
]);

/** The path of a review file of the fixtures. */
export function fixture(name: string): string {
  return `tests/fixtures/import/${name}`;
}

/** Reads review files of the fixtures as of 1 January 2025. */
export async function read(names: string[], options: Partial<ReadOptions> = {}): Promise<ImportFiles> {
  return await readImportFiles(names.map(fixture), { now: NOW, allFaults: true, ...options });
}

/** Reads a review file with this content as of 1 January 2025. */
export async function readText(
  name: string,
  content: string | Uint8Array,
  options: Partial<ReadOptions> = {},
): Promise<ImportFiles> {
  let files: ImportFiles | undefined;
  await withFiles({ [name]: content }, async (paths) => {
    files = await readImportFiles(paths, { now: NOW, allFaults: true, ...options });
  });
  assert.ok(files);
  return files;
}

/** Asserts that the reading fails with an ImportFileError whose message is one line ending in a full stop. */
export async function assertError(reading: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(reading, (error: unknown) => {
    assert.ok(error instanceof ImportFileError, String(error));
    assert.match(error.message, message);
    assert.match(error.message, /^[^\n]+\.$/);
    return true;
  });
}

/** Line and field of each listed fault. */
export function where(files: ImportFiles): [number, string][] {
  return files.faults.map(({ line, field }) => [line, field]);
}
