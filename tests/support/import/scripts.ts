import assert from "node:assert/strict";
import { importWorkshop } from "./import_reading.ts";

type Shop = Awaited<ReturnType<typeof importWorkshop>>;
type Files = Record<string, string>;

/**
 * Runs each block of a file as one test of commands on a new store. A failure names the file and line of its step. Files
 * before the first block are in every block.
 *
 *     # TITLE             name of the test
 *     > OPTIONS           an import, of the first file of the block if the options name none; it ends with any code
 *     $ COMMAND WORDS     another command, after its variables. `{Ann}` is the id of a review by Ann, `@/` the folder of
 *                         the files. `> NAME` at the end writes what it prints to a file. It ends with 0.
 *     ! CODE              the exit code instead
 *     /PATTERN/           a regular expression for what it prints
 *     !/PATTERN/          one for what it does not print
 *     == NAME             it prints the content of this file
 *     = AUTHOR, STARS, DAY: TEXT > REPLY    each review that is published then, or `= nothing`; ` ¶ ` is a line break
 *     --- NAME            a file with the lines below
 *
 * @param of Beginning of the names of the tests.
 */
export function testScripts(path: string, of = ""): void {
  const [common = "", ...blocks] = Deno.readTextFileSync(path).split(/^# /m);
  let number = common.split("\n").length;
  for (const block of blocks) {
    const [head = "", ...parts] = block.split(/^--- /m);
    const [title = "", ...lines] = head.trim().split("\n");
    const first = number + 1;
    const placeOf = (at = 0) => `${path.replace(/.*\//, "")}:${first + at}`;
    number += block.split("\n").length - 1;
    Deno.test(of + title, async () => {
      const files = filesOf([...parts, ...common.split(/^--- /m).slice(1)]);
      await using shop = await importWorkshop(files);
      const starts = lines.flatMap((line, at) => /^[>$]/.test(line) ? [at] : []);
      assert.equal(starts[0], 0, `${placeOf()} begins with no step`);
      for (const [nth, start] of starts.entries()) {
        await assertStep(shop, files, lines.slice(start, starts[nth + 1]), placeOf(start));
      }
    });
  }
}

function filesOf(parts: readonly string[]): Files {
  return Object.fromEntries(parts.map((part) => {
    const at = part.indexOf("\n");
    return [part.slice(0, at), `${part.slice(at + 1).trimEnd()}\n`];
  }));
}

/** @param place File and line of the step, for the message. */
async function assertStep(
  shop: Shop,
  files: Files,
  [line = "", ...expected]: readonly string[],
  place: string,
): Promise<void> {
  const words = Array.from(line.slice(2).matchAll(/'([^']*)'|(\S+)/g), ([, quoted, word]) => quoted ?? word ?? "");
  const { code, stdout, stderr } = line.startsWith(">")
    ? await shop.importing(...words.some((word) => word in files) ? words : [Object.keys(files)[0] ?? "", ...words])
    : await runCommand(shop, files, line);
  const shown = `${stderr}${stdout}`.replaceAll(`${shop.folder}/`, "");
  const where = `${place}: ${line}\n${shown}`;
  const codes = expected.filter((one) => one.startsWith("! ")).map((one) => Number(one.slice(2)));
  if (line.startsWith("$") || codes.length > 0) assert.equal(code, codes[0] ?? 0, where);
  for (const one of expected) {
    if (/^!?\//.test(one)) {
      const pattern = new RegExp(one.slice(one.indexOf("/") + 1, -1), "mu");
      assert.ok(pattern.test(shown) === one.startsWith("/"), `${one}\n${where}`);
    } else if (one.startsWith("== ")) assert.equal(stdout, await Deno.readTextFile(shop.path(one.slice(3))), where);
    else assert.match(one, /^(?:[!=] .*|)$/, `${place}: No expectation is written so: ${one}`);
  }
  const published = expected.filter((one) => one.startsWith("= ")).map((one) => one.slice(2));
  if (published.length === 0) return;
  const { reviews } = await shop.published();
  const lines = reviews.map(({ author, rating, date, text, owner_reply: reply }) =>
    `${author}, ${rating}, ${date}: ${text ?? ""}${reply === null ? "" : ` > ${reply.text}`}`.replaceAll("\n", " ¶ ")
      .trim()
  );
  assert.deepEqual(lines.sort(), published.filter((one) => one !== "nothing").sort(), where);
}

/** Runs a line that begins with `$`. */
async function runCommand(shop: Shop, files: Files, line: string) {
  const [command = "", output] = line.slice(2).split(/ > (?=\S+$)/);
  const words: string[] = [];
  for (const [, quoted, author, word = ""] of command.matchAll(/'([^']*)'|\{([^}]+)\}|(\S+)/g)) {
    if (author === undefined) words.push((quoted ?? word).replace("@/", `${shop.folder}/`));
    else words.push((await reviewsBy(shop, author))[0]?.id ?? assert.fail(`No review is by ${author}.`));
  }
  const at = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const variables = words.slice(0, at).map((word) => /^(\w+)=(.*)$/.exec(word)?.slice(1) ?? []);
  const [name = "", ...args] = words.slice(at).map((word) => word in files ? shop.path(word) : word);
  const result = await shop.runWith(Object.fromEntries(variables), name, ...args);
  if (output !== undefined) {
    files[output] = "";
    await Deno.writeTextFile(shop.path(output), result.stdout);
  }
  return result;
}

/** The published and hidden reviews by an author. */
async function reviewsBy(shop: Shop, author: string): Promise<readonly { readonly id: string }[]> {
  const { stdout } = await shop.run("review", "list", "--json");
  return JSON.parse(stdout).filter((review: { readonly author: string }) => review.author === author);
}
