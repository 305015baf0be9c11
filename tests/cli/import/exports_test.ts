import assert from "node:assert/strict";
import { importWorkshop } from "../../support/import/import_reading.ts";
import type { Review } from "../../../domain/review.ts";

/** A review as the truth of an export states it. Texts and replies are given by their beginnings; null means none. */
interface TrueReview {
  /** "Anonymous" if the file names no author. */
  readonly author: string;
  readonly rating: number;
  readonly date: string;
  readonly text: string | null;
  readonly reply: string | null;
  readonly reply_date?: string;
  readonly title?: string;
  readonly source?: string;
}

/** The true content of an export file, stated by the author of the file. */
interface ExportTruth {
  readonly published: readonly TrueReview[];
  /** Options with which a person answers the questions of the output, in their order, such as `--place=Leeds`. */
  readonly options?: readonly string[];
  /** Texts that must not be published anywhere, such as addresses. */
  readonly never?: readonly string[];
}

/** Outcomes of an import, the best first. */
const VERDICTS = ["at once", "after --yes", "after its options", "refused", "WRONG"] as const;

/** The outcome of one file. */
interface Judgement {
  readonly verdict: typeof VERDICTS[number];
  /** What is wrong, or the reason of the refusal; empty if all is right. */
  readonly why: string;
}

/**
 * Imports a file as a person would: without options, with `--yes`, then with one option after the other that the output
 * names. Stops at the first run that publishes, and compares the published reviews with the truth. Importing a correct
 * file again, as a month later, must change nothing.
 */
async function judge(name: string): Promise<Judgement> {
  const truth: ExportTruth = JSON.parse(await Deno.readTextFile(`${FOLDER}/${name}`));
  const { options = [] } = truth;
  await using shop = await importWorkshop({});
  const importing = (...args: string[]) => shop.importing(`${FOLDER}/${name.slice(0, -TRUTH.length)}`, ...args);
  let output = "";
  for (let given = -1; given <= options.length; given++) {
    const [name = ""] = /^--[a-z-]+/.exec(options[given - 1] ?? "") ?? [];
    if (!output.includes(name)) return { verdict: "WRONG", why: `the output names no ${name}: ${output}` };
    const { code, stdout, stderr } = await importing(...given < 0 ? [] : [...options.slice(0, given), "--yes"]);
    if (code === 0) {
      let wrong = difference(truth, (await shop.published()).reviews) ?? wrongSum(stdout);
      if (wrong === null) {
        await importing();
        wrong = difference(truth, (await shop.published()).reviews);
      }
      return { verdict: wrong === null ? VERDICTS[Math.min(given + 1, 2)] ?? "WRONG" : "WRONG", why: wrong ?? "" };
    }
    output = (stderr.trim() || stdout.trim()).replaceAll("\n", " | ");
    if (await shop.revision() !== null) return { verdict: "WRONG", why: `exit ${code}, and the store has changed` };
    if (CRASH.test(stderr)) return { verdict: "WRONG", why: `it crashed: ${output}` };
  }
  return { verdict: "refused", why: output };
}

/** A line of a stack trace, which no message for operators contains. */
const CRASH = /^ {4}at /m;
const FIGURES = /^Read ([\d,]+) rows? .*: ([\d,]+) new, ([\d,]+) changed, ([\d,]+) the same, ([\d,]+) left out\.$/m;
const LEFT_OUT = /^Left out ([\d,]+) rows?: /gm;

/**
 * Faults in the figures of a report. Rows read must equal new, changed, unchanged and left out; each row left out
 * needs a reason.
 */
function wrongSum(report: string): string | null {
  const numberOf = (text: string) => Number(text.replaceAll(",", ""));
  const found = FIGURES.exec(report);
  if (found === null) return "the report has no line of figures";
  const [read = 0, added = 0, changed = 0, same = 0, out = 0] = found.slice(1).map(numberOf);
  const reasons = [...report.matchAll(LEFT_OUT)].reduce((sum, [, rows = ""]) => sum + numberOf(rows), 0);
  if (read !== added + changed + same + out) return `the figures do not add up: ${found[0]}`;
  return reasons === out ? null : `${out} rows are left out, and the reasons name ${reasons}`;
}

/** What the truth and the published reviews differ in; null if in nothing. */
function difference({ published: truths, never = [] }: ExportTruth, reviews: readonly Review[]): string | null {
  const leaked = never.find((text) => JSON.stringify(reviews).includes(text));
  if (leaked !== undefined) return `"${leaked}" is published`;
  const others = new Set(reviews);
  const missing = truths.filter((truth) => {
    const found = [...others].find((review) => isTrue(truth, review));
    return found === undefined || !others.delete(found);
  });
  if (missing.length + others.size === 0) return null;
  return `not published: ${JSON.stringify(missing)}, published: ${JSON.stringify([...others]).slice(0, 4000)}`;
}

/** Names of authors that the file does not name: Anonymous, A Google user. */
const UNNAMED = /^(?:Anonymous|An? [A-Z][\w ]+)$/;

function isTrue(truth: TrueReview, { author, rating, date, text, source, owner_reply: reply }: Review): boolean {
  return (truth.author === "Anonymous" ? UNNAMED.test(author) : author === truth.author) &&
    rating === truth.rating && date === truth.date && isText(text, truth) && begins(reply?.text ?? null, truth.reply) &&
    (truth.reply_date === undefined || reply?.date === truth.reply_date) &&
    (truth.source === undefined || source.toLowerCase() === truth.source.toLowerCase());
}

/** Maximum length of a label before a part of a text, such as "Liked: ". */
const LABEL = 16;

/**
 * True if the published text is the true text, at most after its title and a label. A title alone may replace the
 * text.
 */
function isText(text: string | null, truth: TrueReview): boolean {
  if (truth.text === null || text === null) return text === truth.text || text === truth.title;
  const at = squeezed(text).indexOf(squeezed(truth.text));
  const title = truth.title !== undefined && text.startsWith(truth.title) ? truth.title.length : 0;
  return at >= 0 && at <= title + LABEL;
}

function begins(text: string | null, start: string | null): boolean {
  return start === null || text === null ? start === text : squeezed(text).startsWith(squeezed(start));
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

const FOLDER = "tests/fixtures/import/exports";
const TRUTH = ".truth.json";
const RIGHT_AFTER_A_CONFIRMATION = 30;

Deno.test("sixty exports of many sources: none is published wrongly, and half after at most a confirmation", async () => {
  const files = await Array.fromAsync(Deno.readDir(FOLDER), ({ name }) => name);
  const names = files.filter((name) => name.endsWith(TRUTH)).sort();
  assert.equal(names.length, 60);
  const lines: string[] = [];
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0]));
  for (const name of names) {
    const { verdict, why } = await judge(name);
    counts[verdict] = (counts[verdict] ?? 0) + 1;
    lines.push(`${verdict.padEnd(20)} ${name.slice(0, -TRUTH.length)} ${why}`);
  }
  const summary = `${JSON.stringify(counts)}\n${lines.join("\n")}`;
  assert.equal(counts["WRONG"], 0, summary);
  assert.ok(counts["at once"]! + counts["after --yes"]! >= RIGHT_AFTER_A_CONFIRMATION, summary);
  assert.ok(counts["refused"]! <= 4, summary);
});
