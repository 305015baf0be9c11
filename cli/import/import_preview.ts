import type { ImportedDataset } from "../../domain/dataset/import_dataset.ts";
import { platformOf, type Review } from "../../domain/review.ts";
import { importFigures } from "./import_figures.ts";
import { listedNames } from "./cells/value_fault.ts";
import { mapOptions } from "./formats/guess_map.ts";
import type { Doubt, Understanding } from "./formats/understanding.ts";
import type { ImportFiles } from "./reading/read_import_files.ts";

/** What an import would do, for the operator to confirm. */
export interface ImportPreview extends OpenPoints {
  readonly kinds: readonly FileKind[];
  /** Some reviews as they would be published. */
  readonly reviews: readonly Review[];
  readonly before: ReviewFigures;
  readonly after: ReviewFigures;
}

/** What keeps an import from being published, in sentences. */
export interface OpenPoints {
  /** What the operator decides with an option that the sentence names: a yes does not say which of two. */
  readonly choices: readonly string[];
  /** What the operator confirms with a yes. */
  readonly questions: readonly string[];
}

/** Files with the same columns that are read in the same way. */
export interface FileKind {
  readonly files: readonly string[];
  readonly understanding: Understanding;
}

/** Reviews in figures; the average has two decimals and is null without reviews. */
export interface ReviewFigures {
  readonly reviews: number;
  readonly average: number | null;
}

/** The import has to be confirmed first; nothing was published. */
export class UnconfirmedError extends Error {
  override readonly name = "UnconfirmedError";
  constructor(readonly result: ImportedDataset, readonly preview: ImportPreview) {
    super("The import has to be confirmed.");
  }
}

const SHOWN_REVIEWS = 3;
/** Withdrawals of more than this share of the published reviews are asked about; with `--replace-all` any. */
const WITHDRAWN_SHARE = 0.1;

/** What has to be decided or confirmed before an import; nothing where it needs no question. */
export function openPoints(files: ImportFiles, result: ImportedDataset): OpenPoints {
  const open = fileKinds(files).filter(isOpen);
  // Figures that do not add up are noticed before anything is published.
  const { withdrawn, withdrawnOf } = importFigures(files, result.changes);
  const choices = open.filter(({ understanding }) => understanding.ground !== "given").flatMap(doubtLines);
  const questions = [
    ...open.filter(({ understanding }) => understanding.ground === "given").flatMap(doubtLines),
    ...open.flatMap(kindQuestions),
    ...open.length > 0 ? unnamedSource(files) : [],
    ...joinedLines(result),
    ...withdrawn > withdrawnOf * (result.replaced === "all" ? 0 : WITHDRAWN_SHARE)
      ? [`${withdrawn} of the ${withdrawnOf} published reviews would be withdrawn.`]
      : [],
  ];
  return { choices, questions };
}

/**
 * Determines what an operator has to see before an import.
 *
 * @param before The reviews that are published now.
 */
export function importPreview(files: ImportFiles, result: ImportedDataset, before: readonly Review[]): ImportPreview {
  return {
    ...openPoints(files, result),
    kinds: fileKinds(files),
    reviews: shownReviews(files.reviews, result.dataset.reviews),
    before: figuresOf(before),
    after: figuresOf(result.dataset.reviews),
  };
}

const SHOWN_DOUBTS = 10;

/** Reviews that are taken for one, though that is not certain. */
export function joinedLines({ doubts }: ImportedDataset): readonly string[] {
  const more = doubts.length - SHOWN_DOUBTS;
  return [
    ...doubts.slice(0, SHOWN_DOUBTS).map(({ kept, joined, why }) =>
      `"${kept}" and "${joined}" are taken for one review: ${why}.`
    ),
    ...more > 0 ? [`${more} more ${more === 1 ? "review is" : "reviews are"} taken for known ones like that.`] : [],
  ];
}

/** What is said of reviews whose file names no source. */
export function unnamedSource({ reviews }: ImportFiles): readonly string[] {
  const unnamed = reviews.filter((review) => platformOf(review) === null).length;
  if (unnamed === 0) return [];
  return [
    `${unnamed} of the ${reviews.length} reviews name no source: "csv" is published. --source NAME says another.`,
  ];
}

/** The kinds of files of an import, in the order of their first files. */
export function fileKinds({ understood }: Pick<ImportFiles, "understood">): readonly FileKind[] {
  const alike = Map.groupBy(
    understood,
    ({ understanding: { ground, columns, options } }) => JSON.stringify([ground, options, [...columns].sort()]),
  );
  return [...alike.values()].flatMap((group) =>
    group.slice(0, 1).map(({ understanding }) => ({ files: group.map(({ file }) => file), understanding }))
  );
}

/** Whether a kind of file has to be confirmed. A whole map may leave columns out. */
export function isOpen({ understanding: { ground, format, leftOver, doubts } }: FileKind): boolean {
  const isMap = ground === "given" && format.name === "csv";
  return ground === "guessed" || doubts.length > 0 || leftOver.length > 0 && !isMap;
}

function doubtLines({ files: [file], understanding: { doubts } }: FileKind): readonly string[] {
  return doubts.map((doubt) => `${file}: ${doubtText(doubt)}.`);
}

function kindQuestions({ files: [file], understanding: { ground, leftOver } }: FileKind): readonly string[] {
  return [
    ...ground === "guessed" ? [`${file} is read by a guess: nobody has confirmed what its columns mean.`] : [],
    ...leftOver.length > 0 ? [`${file}: nothing reads ${listedNames(leftOver)}.`] : [],
  ];
}

function doubtText({ field, column, rival }: Doubt): string {
  switch (field) {
    case "rows":
      return `${rival} may say which rows are no reviews: take those out of the file; the options above with --yes do not`;
    case "status":
    case "consent":
    case "hidden":
    case "anonymous":
      if (column === "none") {
        const reads = mapOptions(new Map([[field, rival]]));
        const what = field === "anonymous" ? "whose names" : "which reviews";
        return `${rival} may say ${what} are not shown: ${reads} reads it; the options above with --yes do not`;
      }
      break;
    case "date-order":
      return `dates are read as ${column}, and may be ${rival}: --date-order says which`;
    case "scale":
      return `ratings are read as of at most ${column}, and may be of at most ${rival}: --scale says which`;
    case "format":
      return `it is read as ${column}, and ${rival} fits about as well: --format says which`;
  }
  return `${field} is read from ${column}, and ${rival} fits about as well: --map ${field}=COLUMN says which`;
}

/** Reviews of the files as they would be published: those that show most come first. */
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

function figuresOf(reviews: readonly Review[]): ReviewFigures {
  const sum = reviews.reduce((sum, { rating }) => sum + rating, 0);
  const average = reviews.length === 0 ? null : Math.round(sum / reviews.length * 100) / 100;
  return { reviews: reviews.length, average };
}

const SHOWN_LETTERS = 90;

/**
 * A preview as lines.
 *
 * @param rows What becomes of the rows, as the report says it.
 */
export function previewLines(
  { choices, questions, kinds, reviews, before, after }: ImportPreview,
  rows: readonly string[],
): readonly string[] {
  return [
    ...kinds.flatMap(kindLines),
    "As they would be published:",
    ...reviews.flatMap(reviewLines),
    ...rows,
    `Published now are ${shownFigures(before)}; afterwards ${shownFigures(after)}.`,
    ...choices.length > 0 ? ["To be decided:", ...choices.map((choice) => `  ${choice}`)] : [],
    ...questions.length > 0 ? ["To be confirmed:", ...questions.map((question) => `  ${question}`)] : [],
  ];
}

function kindLines({ files: [file, ...others], understanding }: FileKind): readonly string[] {
  const { format, used, leftOver } = understanding;
  const options = decidedOptions(understanding);
  const width = Math.max(...[...used.keys()].map((field) => field.length));
  return [
    `${file}${others.length > 0 ? ` and ${others.length} more` : ""}, read as ${format.name}:`,
    ...[...used].map(([field, column]) => `  ${field.padEnd(width)}  ${column}`),
    ...leftOver.length > 0 ? [`  not read: ${leftOver.join(", ")}`] : [],
    ...options === "" ? [] : [`  as options: ${options}`],
  ];
}

/** The options that say what a file was taken for, but those that are to be decided. */
function decidedOptions({ options, doubts }: Understanding): string {
  const open = doubts.map(({ field, column }) =>
    ["format", "scale", "date-order"].includes(field) ? `--${field} ${column}` : mapOptions(new Map([[field, column]]))
  );
  return open.reduce((rest, option) => rest.replace(option, ""), options).replace(/ {2,}/g, " ").trim();
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

function shownFigures({ reviews, average }: ReviewFigures): string {
  return `${reviews} ${reviews === 1 ? "review" : "reviews"}${average === null ? "" : `, ${average.toFixed(2)} stars`}`;
}
