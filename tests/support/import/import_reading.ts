import assert from "node:assert/strict";
import { ImportFileError } from "../../../cli/import/bytes/file_container.ts";
import { choiceLines } from "../../../cli/command/choice.ts";
import { unreadChoices } from "../../../cli/import/import_plan.ts";
import type { ImportFiles } from "../../../cli/import/reading/import_result.ts";
import type { ReadOptions } from "../../../cli/import/reading/file_content.ts";
import { readImportFiles } from "../../../cli/import/reading/read_import_files.ts";
import { readHead } from "../../../domain/dataset/dataset_head.ts";
import type { Review } from "../../../domain/review.ts";
import { runAtTerminal, runCli, tempStore } from "../service/run_cli.ts";

const NOW = new Date("2025-01-01T12:00:00Z");

/** A map of columns: pairs such as `author=Who`, separated by commas. */
export function mapOf(pairs: string): ReadonlyMap<string, string> {
  return new Map(pairs.split(",").map((pair) => pair.split("=")).map(([field = "", column = ""]) => [field, column]));
}

/** The columns of the fixture `mapped.csv`. */
export const MAPPED_COLUMNS = mapOf(
  "id=Nr,author=Customer,rating=stars,date=When,text=Words,title=Headline,verified=Shown,reply_text=Answer,reply_date=Answered",
);

/** The path of a review file of the fixtures. */
export function fixture(name: string): string {
  return `tests/fixtures/import/${name}`;
}

/** Reads review files from the fixtures, with the clock at 1 January 2025. */
export async function read(names: string[], options: Partial<ReadOptions> = {}): Promise<ImportFiles> {
  return await readImportFiles(names.map(fixture), { now: NOW, ...options });
}

/** Reads a review file with this content, with the clock at 1 January 2025. */
export async function readText(
  name: string,
  content: string | Uint8Array,
  options: Partial<ReadOptions> = {},
): Promise<ImportFiles> {
  return await withFiles({ [name]: content }, (paths) => readImportFiles(paths, { now: NOW, ...options }));
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

/** The questions that must be answered before the files can be read, with their values and effects, a line each. */
export async function needed(reading: Promise<ImportFiles>): Promise<string> {
  return unreadChoices(await reading).flatMap((one) => choiceLines(one)).join("\n");
}

/** Line and field of each listed fault. */
export function where(files: ImportFiles): [number, string][] {
  return files.faults.map(({ line, field }) => [line, field]);
}

/**
 * Runs a test with temporary files; resolves to its result.
 *
 * @param files Contents by file name; strings are written as UTF-8.
 */
export async function withFiles<Result>(
  files: Readonly<Record<string, string | Uint8Array>>,
  test: (paths: string[]) => Promise<Result>,
): Promise<Result> {
  await using store = await tempStore();
  const { folder } = store;
  const paths: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    const path = `${folder}/${name}`;
    await Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    paths.push(path);
  }
  return await test(paths);
}

/** A temporary store with the given files, and the commands on it. Arguments that name a file become its path. */
export async function importWorkshop(files: Record<string, unknown>) {
  const store = await tempStore();
  const path = (name: string) => `${store.folder}/${name}`;
  const paths = (args: readonly string[]) => args.map((arg) => Object.hasOwn(files, arg) ? path(arg) : arg);
  for (const [name, content] of Object.entries(files)) {
    await Deno.writeTextFile(path(name), typeof content === "string" ? content : JSON.stringify(content));
  }
  const runWith = (env: Readonly<Record<string, string>>, command: string, ...args: string[]) =>
    runCli(command, args, store.kvPath, env);
  const run = (command: string, ...args: string[]) => runWith({}, command, ...args);
  const importing = (...args: string[]) => run("import", ...paths(args));
  const published = async (): Promise<{ business: { name: string }; reviews: Review[] }> =>
    JSON.parse((await run("export")).stdout);
  return {
    ...store,
    [Symbol.asyncDispose]: store[Symbol.asyncDispose],
    path,
    run,
    /** Runs a command with variables. */
    runWith,
    importing,
    /** Imports, asserts that the import ends with 0, and returns its report. */
    imported: async (...args: string[]) => {
      const { code, stdout, stderr } = await importing(...args);
      assert.equal(code, 0, stderr);
      return stdout;
    },
    /** Imports with `--json`, and returns the parsed report. */
    figures: async (...args: string[]) => JSON.parse((await importing(...args, "--json")).stdout),
    /** Imports at a terminal, with answers to its questions, a word each. */
    importingAtTerminal: (answers: string, ...args: string[]) =>
      runAtTerminal("import", paths(args), store.kvPath, answers),
    published,
    /** Authors of the published reviews, sorted. */
    authors: async () => (await published()).reviews.map(({ author }) => author).sort(),
    revision: async () => {
      using kv = await Deno.openKv(store.kvPath);
      return (await readHead(kv)).value?.revision ?? null;
    },
  };
}

/** The rows that were left out, as reasons with numbers. */
export function leftOutOf({ skipped }: ImportFiles): readonly (readonly [reason: string, rows: number])[] {
  return Array.from(skipped, ([reason, { rows }]) => [reason, rows] as const);
}
