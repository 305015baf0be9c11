import assert from "node:assert/strict";
import { fixture, importWorkshop } from "../../support/import/import_reading.ts";

// Small files as owners have them. `files.txt` has a block for each:
//
// - `# ` and a title, then the steps: `> ` and the options of an import. They name the files of the block, or else the
//   first is meant.
// - `! 2` is the exit code of a step.
// - What it prints (a line with `/`: a regular expression), or publishes (`= author, stars, day: text > reply` for
//   each review). ` ¶ ` stands for a line break in texts.
// - `--- NAME` and the content of a file.

interface Step {
  readonly options: readonly string[];
  readonly printed: readonly RegExp[];
  readonly published: readonly string[];
  /** The exit code; undefined if any will do. */
  readonly code: number | undefined;
}

const BLOCKS = (await Deno.readTextFile(fixture("files.txt"))).split(/^# /m).slice(1);

for (const block of BLOCKS) {
  const [head = "", ...parts] = block.split(/^--- /m);
  const [title = "", ...lines] = head.trim().split("\n");
  const files = Object.fromEntries(parts.map((part) => {
    const at = part.indexOf("\n");
    return [part.slice(0, at), `${part.slice(at + 1).trimEnd()}\n`];
  }));
  Deno.test(`a file with ${title}`, async () => {
    await using shop = await importWorkshop(files);
    for (const step of stepsOf(lines)) await assertStep(shop, Object.keys(files), step);
  });
}

function stepsOf(lines: readonly string[]): readonly Step[] {
  const starts = lines.flatMap((line, at) => line.startsWith(">") ? [at] : []);
  return starts.map((start, nth) => {
    const own = lines.slice(start + 1, starts[nth + 1]);
    return {
      options: Array.from(
        lines[start]?.matchAll(/'([^']*)'|([^\s>'][^\s]*)/g) ?? [],
        ([, quoted, word]) => quoted ?? word ?? "",
      ),
      printed: own.filter((line) => line.startsWith("/")).map((line) => new RegExp(line.slice(1, -1), "mu")),
      code: own.filter((line) => line.startsWith("! ")).map((line) => Number(line.slice(2)))[0],
      published: own.filter((line) => line.startsWith("= ")).map((line) => line.slice(2)),
    };
  });
}

async function assertStep(
  shop: Awaited<ReturnType<typeof importWorkshop>>,
  files: readonly string[],
  { options, printed, published, code: expected }: Step,
): Promise<void> {
  const named = options.some((option) => files.includes(option)) ? options : [...files.slice(0, 1), ...options];
  const { stdout, stderr, code } = await shop.importing(...named);
  const said = `${stderr}${stdout}`.replaceAll(`${shop.folder}/`, "");
  assert.equal(expected ?? code, code, said);
  for (const pattern of printed) assert.ok(pattern.test(said), `> ${options.join(" ")}\n${pattern}\n${said}`);
  if (published.length === 0) return;
  const { reviews } = await shop.published();
  const shown = reviews.map(({ author, rating, date, text, owner_reply: reply }) =>
    `${author}, ${rating}, ${date}: ${text ?? ""}${reply === null ? "" : ` > ${reply.text}`}`.replaceAll("\n", " ¶ ")
      .trim()
  );
  assert.deepEqual(shown.sort(), [...published].sort(), said);
}
