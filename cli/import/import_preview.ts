import { averageOf, starCounts } from "../../domain/documents/aggregate_rating.ts";
import type { ImportedDataset } from "../../domain/dataset/import_dataset.ts";
import { platformOf, type Review } from "../../domain/review.ts";
import { importFigures } from "./import_figures.ts";
import { mapOptions, readingOptions, shellWord, type WishedReading } from "./import_options.ts";
import { COLUMN_SEPARATOR, type MappedField } from "./formats/import_format.ts";
import type { Doubt, Understanding } from "./formats/understanding.ts";
import type { CleanedImport } from "./phone_numbers.ts";
import type { ImportFiles } from "./reading/import_result.ts";
import { listedNames } from "./cells/row_reader.ts";

/** The effects of an import, for the operator to confirm. */
export interface ImportPreview extends OpenPoints {
  readonly kinds: readonly (FileKind & { readonly scale: number; readonly options: string })[];
  readonly reviews: readonly Review[];
  readonly before: ImportedFigures;
  readonly after: ImportedFigures;
}

interface OpenPoints {
  /** Points to decide with an option that the sentence names. A yes cannot choose between alternatives. */
  readonly choices: readonly string[];
  /** Points that a yes confirms. */
  readonly questions: readonly string[];
}

/** Files with the same columns and the same reading. */
export interface FileKind {
  readonly files: readonly string[];
  readonly understanding: Understanding;
}

/** Number and average rating of reviews. The average has two decimals and is null without reviews. */
interface ImportedFigures {
  readonly reviews: number;
  readonly average: number | null;
}

/** Thrown before publication if the import must be confirmed first. */
export class UnconfirmedError extends Error {
  override readonly name = "UnconfirmedError";
  constructor(readonly result: CleanedImport, readonly preview: ImportPreview) {
    super("The import has to be confirmed.");
  }
}

const SHOWN_REVIEWS = 3;
/** Share of published reviews above which withdrawals must be confirmed, 0 to 1. With `--replace-all` all must be. */
const WITHDRAWN_SHARE = 0.1;

/** The points to decide or confirm before an import; empty lists if there are none. */
export function openPoints(files: ImportFiles, result: ImportedDataset): OpenPoints {
  const open = fileKinds(files).filter(isOpen);
  // Throws before publication if the counts do not add up.
  const { withdrawn, withdrawnOf } = importFigures(files, result.changes);
  const choices = open.flatMap(doubtLines);
  const questions = [
    ...open.flatMap(kindQuestions),
    ...open.length > 0 ? unnamedSource(files) : [],
    ...joinedLines(result),
    ...withdrawn > withdrawnOf * (result.replaced === "all" ? 0 : WITHDRAWN_SHARE)
      ? [`${shownWithdrawn(files, result)} would be withdrawn.`]
      : [],
  ];
  return { choices, questions };
}

/**
 * Builds the preview of an import.
 *
 * @param before The currently published reviews.
 * @param reading The operator's read options.
 */
export function importPreview(
  files: ImportFiles,
  result: ImportedDataset,
  before: readonly Review[],
  reading: WishedReading,
): ImportPreview {
  return {
    ...openPoints(files, result),
    kinds: fileKinds(files).map((kind) => ({
      ...kind,
      scale: reading.scale ?? kind.understanding.format.scale ?? 5,
      options: readingOptions(kind.understanding, reading),
    })),
    reviews: shownReviews(files.reviews, result.dataset.reviews),
    before: figuresOf(before),
    after: figuresOf(result.dataset.reviews),
  };
}

/** Text with the numbers of withdrawn and published reviews, and the withdrawn ones by source. */
export function shownWithdrawn(files: ImportFiles, { changes }: ImportedDataset): string {
  const { withdrawn, withdrawnOf } = importFigures(files, changes);
  const sources = Array.from(changes.withdrawnOf, ([source, reviews]) => `${source} ${reviews}`).join(", ");
  return `${withdrawn} of ${withdrawnOf} published ${withdrawnOf === 1 ? "review" : "reviews"} (${sources})`;
}

const SHOWN_DOUBTS = 10;

/** Lines about pairs of reviews that are merged, although they may be different. */
export function joinedLines({ doubts }: ImportedDataset): readonly string[] {
  const more = doubts.length - SHOWN_DOUBTS;
  return [
    ...doubts.slice(0, SHOWN_DOUBTS).map(({ kept, joined, why }) =>
      `"${kept}" and "${joined}" become one review: ${why}.`
    ),
    ...more > 0 ? [`${more} more ${more === 1 ? "pair becomes" : "pairs become"} one review each.`] : [],
  ];
}

/** The sentence about reviews whose file names no source; empty if there are none. */
export function unnamedSource({ reviews }: ImportFiles): readonly string[] {
  const unnamed = reviews.filter((review) => platformOf(review) === null).length;
  if (unnamed === 0) return [];
  const all = unnamed === reviews.length ? "" : ` of ${reviews.length}`;
  const reviewsOf = `${unnamed}${all} ${reviews.length === 1 ? "review" : "reviews"}`;
  return [`No source is named for ${reviewsOf}: "csv" is published. --source NAME gives another.`];
}

/** Groups files that are read alike, in the order of their first files. */
export function fileKinds({ understood }: Pick<ImportFiles, "understood">): readonly FileKind[] {
  const alike = Map.groupBy(
    understood,
    ({ understanding: { ground, columns, format, used, leftOver, doubts, unknownStates } }) =>
      JSON.stringify([ground, format, [...used], [...columns].sort(), leftOver, doubts, [...unknownStates.keys()]]),
  );
  return [...alike.values()].flatMap((group) =>
    group.slice(0, 1).map(({ understanding }) => ({ files: group.map(({ file }) => file), understanding }))
  );
}

/** Whether a kind of file must be confirmed. A complete map may omit columns. */
export function isOpen({ understanding: { ground, format, leftOver, doubts, unknownStates } }: FileKind): boolean {
  const isMap = ground === "given" && format.name === "csv";
  return ground === "guessed" || doubts.length + unknownStates.size > 0 || leftOver.length > 0 && !isMap;
}

function doubtLines({ files: [file], understanding: { doubts, used } }: FileKind): readonly string[] {
  return doubts.map((doubt) => `${file}: ${doubtText(doubt, used)}.`);
}

function kindQuestions({ files: [file = ""], understanding }: FileKind): readonly string[] {
  const { ground, leftOver, doubts, unknownStates } = understanding;
  const settled = leftOver.filter((column) => doubts.every(({ rival }) => rival !== column));
  return [
    ...ground === "guessed" ? [`${file}: its columns are guessed, and nobody has confirmed the guess.`] : [],
    ...settled.length > 0 ? [ignoredText(file, settled)] : [],
    ...Array.from(
      unknownStates,
      ([word, rows]) =>
        `${file}: nobody has said what the state "${word}" means, so ${rows} ${rows === 1 ? "row is" : "rows are"} ` +
        `left out. --state ${shellWord(`${word}=shown`)} publishes ${rows === 1 ? "it" : "them"}, ` +
        "=anonymous does so without the name.",
    ),
  ];
}

/** The sentence about unread columns. */
export function ignoredText(file: string, columns: readonly string[]): string {
  return `${file}: ${columns.length === 1 ? "column" : "columns"} ${listedNames(columns)} ${
    columns.length === 1 ? "is" : "are"
  } ignored.`;
}

function doubtText(doubt: Doubt, used: Understanding["used"]): string {
  const { field, column, rival, examples } = doubt;
  if (column === "none") return unreadText(doubt, used);
  switch (field) {
    case "date-order":
      return "its dates may begin with the day or the month. Choose --date-order dmy or --date-order mdy";
    case "scale":
      return `its best rating may be ${column} or ${rival}${
        examples === undefined ? "" : `: too few ratings above ${rival} show it (${examples})`
      }. Choose --scale ${column}, --scale ${rival} or another`;
    case "format":
      return `its format may be ${column} or ${rival}. Choose --format ${column} or --format ${rival}`;
  }
  const both = field === "text" ? `, or read both with ${mapOptions(new Map([[field, `${column}|${rival}`]]))}` : "";
  return `${field} is read from ${column}, but ${rival} fits about as well. Choose with --map ${field}=COLUMN${both}`;
}

const SHOWN = "says which reviews are shown";
const NAMED = "says whose name is shown";

/** Meanings that an unread column may have, and the fields that read it then. */
const MEANINGS: Partial<Record<Doubt["field"], readonly [meaning: string, ...fields: MappedField[]]>> = {
  words: ["is part of what customers read", "text", "reply_text"],
  author: ["names the authors", "author"],
  anonymous: [NAMED, "anonymous"],
  show_name: [NAMED, "show_name"],
  status: [SHOWN, "status"],
  consent: [SHOWN, "consent"],
  hidden: [SHOWN, "hidden"],
};

function unreadText({ field, rival, examples = "" }: Doubt, used: Understanding["used"]): string {
  const reads = (...fields: readonly MappedField[]) =>
    fields.map((field) => mapOptions(new Map([[field, [...asList(used.get(field)), rival].join(COLUMN_SEPARATOR)]])))
      .join(" or ");
  const ignores = `--ignore ${shellWord(rival)}`;
  const unread = `${rival} (${examples}) is ignored so far`;
  switch (field) {
    case "rows":
      return `${unread}. If not all rows are reviews, add ${reads("status")} and --state WORD=shown for reviews; ` +
        `if they are, ${ignores}`;
    case "flag":
      return `${unread}. If only rows with a yes are shown, add ${reads("consent")}; if those are hidden, ` +
        `${reads("hidden")}; if a yes shows the name, ${reads("show_name")}; if none of these, ${ignores}`;
  }
  const [meaning, ...fields] = MEANINGS[field] ?? [SHOWN, "status", "hidden"];
  return `${unread}. If it ${meaning}, add ${reads(...fields)}; if not, ${ignores}`;
}

function asList(column: string | undefined): readonly string[] {
  return column === undefined ? [] : [column];
}

/**
 * Example reviews of the files as they would be published. Preferred are those with text and reply, then those with
 * text.
 */
function shownReviews(read: readonly Review[], published: readonly Review[]): readonly Review[] {
  const byId = new Map(published.map((review) => [review.id, review]));
  const there = read.flatMap(({ id }) => byId.get(id) ?? []);
  const telling = [
    there.find(({ text, owner_reply }) => text !== null && owner_reply !== null),
    ...there.filter(({ text }) => text !== null).slice(0, SHOWN_REVIEWS),
    ...there.slice(0, SHOWN_REVIEWS),
  ];
  return [...new Set(telling)].filter((review) => review !== undefined).slice(0, SHOWN_REVIEWS);
}

function figuresOf(reviews: readonly Review[]): ImportedFigures {
  return { reviews: reviews.length, average: averageOf(starCounts(reviews)) };
}

const SHOWN_LETTERS = 90;

/**
 * Formats a preview as lines.
 *
 * @param rows The report's lines about the rows.
 */
export function previewLines(
  { choices, questions, kinds, reviews, before, after }: ImportPreview,
  rows: readonly string[],
): readonly string[] {
  return [
    ...kinds.flatMap(kindLines),
    "Reviews as they would be published:",
    ...reviews.flatMap(reviewLines),
    ...rows,
    `Published now: ${shownFigures(before)}. After the import: ${shownFigures(after)}.`,
    ...choices.length > 0 ? ["To be decided with options:", ...choices.map((choice) => `  ${choice}`)] : [],
    ...questions.length > 0 ? ["To be confirmed:", ...questions.map((question) => `  ${question}`)] : [],
  ];
}

function kindLines({ files: [file, ...others], understanding, scale, options }: ImportPreview["kinds"][number]) {
  const { format, used, unnamed, leftOver } = understanding;
  const isKnown = format.name !== "csv";
  const width = Math.max(...[...used.keys()].map((field) => field.length));
  return [
    `${file}${others.length > 0 ? ` and ${others.length} more are` : " is"} read ${
      isKnown ? `as ${format.name}` : "by its columns"
    }:`,
    ...[...used].map(([field, column]) =>
      `  ${field.padEnd(width)}  ${column}${field === "rating" ? `  (1 to ${scale})` : ""}${
        unnamed.has(field) ? "  (guessed from its values alone)" : ""
      }`
    ),
    ...leftOver.length > 0 ? [`  ignored: ${leftOver.join(", ")}`] : [],
    ...options === "" ? [] : [`  the same as options: ${options}`],
  ];
}

function reviewLines({ author, rating, date, text, source, owner_reply }: Review): readonly string[] {
  const stars = "★".repeat(rating).padEnd(5, "☆");
  return [
    `  ${stars}  ${date}  ${author}  ${source}`,
    `         ${text === null ? "(no text)" : firstWords(text)}`,
    ...owner_reply === null ? [] : [`         Reply of ${owner_reply.date}: ${firstWords(owner_reply.text)}`],
  ];
}

function firstWords(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= SHOWN_LETTERS ? line : `${line.slice(0, SHOWN_LETTERS).toWellFormed()}…`;
}

function shownFigures({ reviews, average }: ImportedFigures): string {
  return `${reviews} ${reviews === 1 ? "review" : "reviews"}${average === null ? "" : `, ${average.toFixed(2)} stars`}`;
}
