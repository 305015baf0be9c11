import assert from "node:assert/strict";
import { readHead } from "../../../domain/dataset/dataset_head.ts";
import { type CommandResult, runCli, tempStore } from "../../support/service/run_cli.ts";
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
  readonly product?: string;
  readonly photo?: string;
}

/** The true content of an export file, stated by the author of the file. */
interface ExportTruth {
  /** The platform or program that the file imitates. */
  readonly kind: string;
  /** Source of the knowledge about its columns. */
  readonly columns: string;
  readonly published: readonly TrueReview[];
  /** Reviews that must not be published, and why. */
  readonly withheld: readonly { readonly author: string; readonly why: string }[];
  /**
   * Values that a person would give to the options that the output names, such as `place`. An empty list is an option
   * without a value.
   */
  readonly answers?: Readonly<Record<string, readonly string[]>>;
  /** Columns of the fields that the output leaves to a person: `--map date=COLUMN`. */
  readonly decides?: Readonly<Record<string, string>>;
  /** Questions that the import may reasonably ask. */
  readonly asks?: readonly string[];
  /** Texts that must not be published anywhere, such as addresses. */
  readonly never?: readonly string[];
  readonly note?: string;
}

/** Outcomes of an import, the best first. */
const VERDICTS = ["at once", "after --yes", "after the suggested line", "refused", "WRONG"] as const;

/** The outcome of one file. */
interface Judgement {
  readonly verdict: typeof VERDICTS[number];
  /** What is wrong, or the reason of the refusal; empty if all is right. */
  readonly why: string;
  /** Gaps that are allowed, such as a title that is not published. */
  readonly lost: readonly string[];
  /** Options, exit code and output of each run. */
  readonly runs: readonly { readonly args: readonly string[]; readonly result: CommandResult }[];
}

/** A separate store for one file, and the commands on it. */
interface JudgeDesk {
  /** Runs the import with these options. */
  readonly importing: (...args: string[]) => Promise<CommandResult>;
  /** The reviews in the store; null before the first import. */
  readonly published: () => Promise<readonly Review[] | null>;
}

/**
 * Imports a file as a person would: without options, with `--yes`, then with the suggested line and answers to its
 * questions. Stops at the first run that publishes, and compares the published reviews with the truth. Importing a
 * correct file again, as a month later, must change nothing.
 */
async function judgeExport(file: string, truth: ExportTruth, desk: JudgeDesk): Promise<Judgement> {
  const judged = await firstImport(file, truth, desk);
  if (judged.verdict === "WRONG" || judged.verdict === "refused") return judged;
  const result = await desk.importing(file);
  const { wrong } = compared(truth, await desk.published() ?? []);
  const runs = [...judged.runs, { args: [], result }];
  if (wrong !== null) return { ...judged, verdict: "WRONG", why: `the same file again: ${wrong}`, runs };
  return { ...judged, runs, why: result.code === 0 ? "" : `the same file again: exit ${result.code}` };
}

async function firstImport(file: string, truth: ExportTruth, desk: JudgeDesk): Promise<Judgement> {
  const runs: { args: readonly string[]; result: CommandResult }[] = [];
  const attempt = async (verdict: Judgement["verdict"], args: readonly string[]): Promise<Judgement | null> => {
    const result = await desk.importing(file, ...args);
    runs.push({ args, result });
    const reviews = await desk.published();
    if (result.code === 0) {
      const { wrong: differs, lost } = compared(truth, reviews ?? []);
      const wrong = differs ?? wrongSum(result.stdout);
      return { verdict: wrong === null ? verdict : "WRONG", why: wrong ?? "", lost, runs };
    }
    if (reviews === null && !CRASH.test(result.stderr)) return null;
    const why = reviews === null ? `it crashed: ${oneLine(result)}` : `exit ${result.code}, and the store has changed`;
    return { verdict: "WRONG", why, lost: [], runs };
  };
  const last = () => runs.at(-1)?.result ?? { stdout: "", stderr: "" };
  const asItIs = await attempt("at once", []);
  if (asItIs !== null) return asItIs;
  // If the output names an option that repairs the file, the person uses it instead of `--yes`.
  const flags = Object.entries(truth.answers ?? {}).filter(([, values]) => values.length === 0);
  const isMended = flags.some(([name]) => `${last().stdout}${last().stderr}`.includes(`--${name}`));
  const confirmed = isMended ? null : await attempt("after --yes", ["--yes"]);
  if (confirmed !== null) return confirmed;
  let options: Options = new Map();
  for (let round = 0; round < 4; round++) {
    const next = answered(options, `${last().stdout}\n${last().stderr}`, truth);
    const line = lineOf(next);
    if (line.join("\0") === lineOf(options).join("\0")) break;
    options = next;
    const right = await attempt("after the suggested line", line) ??
      await attempt("after the suggested line", [...line, "--yes"]);
    if (right !== null) return right;
  }
  return { verdict: "refused", why: oneLine(last()), lost: [], runs };
}

const FIGURES = /^Read ([\d,]+) rows? .*: ([\d,]+) new, ([\d,]+) changed, ([\d,]+) the same, ([\d,]+) left out\.$/m;
const LEFT_OUT = /^Left out ([\d,]+) rows?: /gm;

/**
 * Faults in the figures of a report. Rows read must equal new, changed, unchanged and left out; each row left out
 * needs a reason.
 */
function wrongSum(report: string): string | null {
  const found = FIGURES.exec(report);
  if (found === null) return "the report has no line of figures";
  const [read = 0, added = 0, changed = 0, same = 0, out = 0] = found.slice(1).map(numberOf);
  const reasons = [...report.matchAll(LEFT_OUT)].reduce((sum, [, rows = ""]) => sum + numberOf(rows), 0);
  if (read !== added + changed + same + out) return `the figures do not add up: ${found[0]}`;
  return reasons === out ? null : `${out} rows are left out, and the reasons name ${reasons}`;
}

function numberOf(text: string): number {
  return Number(text.replaceAll(",", ""));
}

/** A line of a stack trace, which no message for operators contains. */
const CRASH = /^ {4}at /m;

function oneLine({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string {
  return (stderr.trim() || stdout.trim()).split("\n").slice(-2).join(" | ").slice(0, 300);
}

/** Answer to the question for the source if the truth has none: the file names no source. */
const OWN_SOURCE = ["Website"];

/** Values by the name of the option; empty for an option without a value. */
type Options = ReadonlyMap<string, readonly string[]>;

/** Options to try next: those of the suggested line, with the person's answers in place of its placeholders. */
function answered(before: Options, output: string, truth: ExportTruth): Options {
  const answers = Object.entries({ source: OWN_SOURCE, ...truth.answers });
  const asked = answers.filter(([name]) => output.includes(`--${name}`));
  const options = new Map<string, readonly string[]>([...before, ...suggestedOptions(output), ...asked]);
  const decided = Object.entries(truth.decides ?? {}).filter(([field]) => output.includes(`--map ${field}=COLUMN`));
  // The person maps the unread columns that `decides` names, and ignores the others.
  const unread = [...output.matchAll(/--ignore ('[^']*'|\S+?)(?=\.?$)/gm)].map(([, word = ""]) =>
    shellWords(word)[0] ?? ""
  );
  const read = Object.entries(truth.decides ?? {}).filter(([, column]) => unread.includes(column));
  const ignored = unread.filter((column) => read.every(([, name]) => name !== column));
  if (ignored.length > 0) options.set("ignore", [...new Set([...before.get("ignore") ?? [], ...ignored])]);
  const all = [...decided, ...read];
  const map = (options.get("map") ?? []).filter((pair) => all.every(([field]) => !pair.startsWith(`${field}=`)));
  const pairs = [...map, ...all.map(([field, column]) => `${field}=${column}`)];
  return pairs.length === 0 ? options : options.set("map", pairs);
}

function lineOf(options: Options): string[] {
  return [...options].flatMap(([name, values]) =>
    values.length === 0 ? [`--${name}`] : values.flatMap((value) => [`--${name}`, value])
  );
}

/** Options that the output suggests: those of the line that maps the most columns, joined over line ends. */
function suggestedOptions(output: string): Options {
  const lines = output.replace(/\\\n\s*/g, "").split("\n").filter((line) => !line.includes("such as --map"));
  const found = lines.map((line) => {
    const at = line.search(/--(?:map|format|scale|source|date-order|mapping)[ =]/);
    return at < 0 ? new Map<string, readonly string[]>() : optionsOf(shellWords(line.slice(at)));
  });
  const maps = (options: Options) => options.get("map")?.length ?? 0;
  return found.sort((a, b) => maps(b) - maps(a)).find((options) => maps(options) > 0) ?? new Map();
}

function optionsOf(words: readonly string[]): Options {
  const options = new Map<string, string[]>();
  for (let at = 0; at + 1 < words.length; at++) {
    const name = /^--([a-z][a-z-]+)$/.exec(words[at] ?? "")?.[1];
    const value = words[at + 1];
    if (name === undefined || value === undefined || value.startsWith("--")) continue;
    // Not an option line, but prose about --map.
    if (name === "map" && !/=(?!COLUMN\b)/.test(value)) continue;
    options.set(name, [...options.get(name) ?? [], value]);
    at++;
  }
  return options;
}

/** Splits a line as a shell does: quotes, double quotes and backslashes. */
function shellWords(line: string): string[] {
  const words: string[] = [];
  for (const match of line.matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g)) {
    words.push(
      match[0].replace(
        /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g,
        (_, single, double, escaped) => single ?? escaped ?? (double ?? "").replace(/\\(.)/g, "$1"),
      ),
    );
  }
  return words;
}

/** First difference between the truth and the published reviews; null if there is none. */
function compared(
  { published: truths, never = [] }: ExportTruth,
  reviews: readonly Review[],
): { readonly wrong: string | null; readonly lost: readonly string[] } {
  const leaked = never.find((text) => JSON.stringify(reviews).includes(text));
  if (leaked !== undefined) return { wrong: `"${leaked}" is published`, lost: [] };
  const free = new Set(reviews);
  const lost = new Set<string>();
  const unmatched: TrueReview[] = [];
  for (const truth of truths) {
    const found = [...free].find((review) => differences(truth, review).length === 0);
    if (found === undefined) unmatched.push(truth);
    else {
      free.delete(found);
      for (const part of losses(truth, found)) lost.add(part);
    }
  }
  const [first] = unmatched;
  if (first === undefined && free.size === 0) return { wrong: null, lost: [...lost] };
  const counts = `${reviews.length} published, true are ${truths.length}`;
  if (first === undefined) return { wrong: `${counts}; too many, such as ${shown([...free][0])}`, lost: [] };
  const nearest = [...free].sort((a, b) => differences(first, a).length - differences(first, b).length)[0];
  const differs = nearest === undefined ? "missing" : differences(first, nearest).join(", ");
  return {
    wrong: `${counts}; ${unmatched.length} differ, such as ${first.author} ${first.date}: ${differs}`,
    lost: [],
  };
}

function shown(review: Review | undefined): string {
  return JSON.stringify([review?.author, review?.rating, review?.date, review?.text?.slice(0, 40)]);
}

/** Names of authors that the file does not name: Anonymous, A Google user. */
const UNNAMED = /^(?:Anonymous|An? [A-Z][\w ]+)$/;

function differences(truth: TrueReview, review: Review): string[] {
  const differs: string[] = [];
  const same = (name: string, isSame: boolean, found: unknown) => {
    if (!isSame) differs.push(`${name} is ${JSON.stringify(found)?.slice(0, 80)}`);
  };
  same(
    "author",
    truth.author === "Anonymous" ? UNNAMED.test(review.author) : review.author === truth.author,
    review.author,
  );
  same("rating", review.rating === truth.rating, review.rating);
  same("date", review.date === truth.date, review.date);
  same("text", isText(review.text, truth), review.text);
  same("reply", begins(review.owner_reply?.text ?? null, truth.reply), review.owner_reply);
  if (truth.reply_date !== undefined) {
    same("day of the reply", review.owner_reply?.date === truth.reply_date, review.owner_reply?.date);
  }
  if (truth.source !== undefined) {
    same("source", review.source.toLowerCase() === truth.source.toLowerCase(), review.source);
  }
  return differs;
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

function losses(truth: TrueReview, { text, attributes }: Review): string[] {
  return [
    ...truth.title !== undefined && !(text ?? "").includes(truth.title) ? ["title"] : [],
    ...truth.product !== undefined && attributes?.product !== truth.product ? ["product"] : [],
    ...truth.photo !== undefined && !attributes?.photos?.includes(truth.photo) ? ["photo"] : [],
  ];
}

const FOLDER = "tests/fixtures/import/exports";
const TRUTH = ".truth.json";
/** Number of files imported at the same time, one process each. */
const LANES = 2;
const RIGHT_AFTER_A_CONFIRMATION = 30;

Deno.test("sixty exports of many sources: none is published wrongly, and half after at most a confirmation", async () => {
  const files = await Array.fromAsync(Deno.readDir(FOLDER), ({ name }) => name);
  const names = files.filter((name) => name.endsWith(TRUTH)).sort();
  const judged = new Map<string, Judgement>();
  const waiting = [...names];
  const lane = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) judged.set(name, await judge(name));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const count = (verdict: typeof VERDICTS[number]) =>
    [...judged.values()].filter((end) => end.verdict === verdict).length;
  const lines = [...judged].sort().map(([name, { verdict, why, lost }]) => {
    const unpublished = lost.length === 0 ? "" : ` (not published: ${lost.join(", ")})`;
    return `${verdict.padEnd(24)} ${name.slice(0, -TRUTH.length)}${unpublished}${why === "" ? "" : `: ${why}`}\n`;
  });
  // Printed by the test unless --quiet is given, whatever the outcome.
  const summary = `${VERDICTS.map((verdict) => `${verdict}: ${count(verdict)}`).join(", ")}\n${lines.join("")}`;
  await Deno.stdout.write(new TextEncoder().encode(summary));
  assert.equal(names.length, 60);
  assert.equal(count("WRONG"), 0, summary);
  const right = count("at once") + count("after --yes");
  assert.ok(right >= RIGHT_AFTER_A_CONFIRMATION, `${right} are right at once or after a confirmation.\n${summary}`);
});

async function judge(name: string): Promise<Judgement> {
  const truth: ExportTruth = JSON.parse(await Deno.readTextFile(`${FOLDER}/${name}`));
  await using store = await tempStore();
  return await judgeExport(`${FOLDER}/${name.slice(0, -TRUTH.length)}`, truth, {
    importing: (...args) => runCli("import", args, store.kvPath),
    published: async () => {
      using kv = await Deno.openKv(store.kvPath);
      if ((await readHead(kv)).value === null) return null;
      return JSON.parse((await runCli("export", [], store.kvPath)).stdout).reviews;
    },
  });
}
