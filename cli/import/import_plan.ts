import { type Sentence, sentence } from "../../domain/sentences/sentence.ts";
import { sourceLabel } from "../../domain/documents/review_figures.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import type { DatasetHead } from "../../domain/dataset/dataset_head.ts";
import type { ImportedDataset } from "../../domain/dataset/import_dataset.ts";
import { platformOf, type Review } from "../../domain/review.ts";
import { type Choice, choice, confirmation, isConfirmation } from "../command/choice.ts";
import { importFigures, publishedFigures } from "./import_figures.ts";
import type { ColumnSample } from "./formats/column_table.ts";
import { columnNames } from "./formats/understanding.ts";
import type { FileContent } from "./reading/file_content.ts";
import type { ImportFiles } from "./reading/import_result.ts";
import type { OpenPlaces } from "./reading/place_choice.ts";
import type { CleanedImport } from "./publish_import.ts";
import { listed } from "../../terminal/print.ts";
import { listedNames, shownValue } from "./cells/row_reader.ts";
import { unverifiedChoices } from "./unverified_choice.ts";

/** What an import would publish, and what must be decided before. */
export type ImportPlan = ReturnType<typeof importPlan>;

/** Files with the same columns and the same reading. */
export interface FileKind extends Pick<FileContent, "understanding"> {
  readonly files: readonly string[];
}

const SHOWN_REVIEWS = 3;
/** Share of published reviews above which withdrawals must be confirmed, 0 to 1. With `--replace-all` all must be. */
const WITHDRAWN_SHARE = 0.1;

/**
 * Plans an import.
 *
 * @param current What is published; null before the first import.
 * @param areJoined Whether reviews that are published twice are joined.
 * @throws {Error} If the counts do not add up, which is a bug.
 */
export function importPlan(
  files: ImportFiles,
  result: CleanedImport,
  current: { readonly head: Pick<DatasetHead, "number">; readonly dataset: Pick<Dataset, "reviews"> } | null,
  areJoined = false,
) {
  const kinds = fileKinds(files);
  const { leftOut, withdrawn } = importFigures(files, result.changes);
  return {
    revision: current?.head.number ?? null,
    effect: {
      left_out: leftOut,
      withdrawn,
      joined: result.changes.joined,
      numbers_removed: result.removedNumbers,
      before: publishedFigures(current?.dataset.reviews ?? []),
      after: publishedFigures(result.dataset.reviews),
    },
    /** Some reviews of the files as they would be published. */
    examples: shownReviews(files.reviews, result.dataset.reviews),
    choices: importChoices(kinds.filter(isOpen), files, result),
    warnings: [...files.warnings, ...rewrittenLines(result), ...duplicateLines(result, areJoined)],
    kinds: kinds.map(plannedKind),
  };
}

/** How files with the same columns are read, as the plan shows it. */
export type PlannedKind = ReturnType<typeof plannedKind>;

/** Describes how files with the same columns are read. */
export function plannedKind({ files, understanding }: FileKind) {
  const { format, ground, table, used, leftOver, unreadTexts } = understanding;
  return {
    files,
    columns: table.map((column): ColumnSample => ({
      ...column,
      ...unreadTexts.includes(column.name) && { mark: "texts" },
    })),
    format: format.name,
    ground,
    fields: Object.fromEntries(used),
    scale: format.scale ?? 5,
    /** The column with the best rating of each row, instead of the scale. */
    best: format.best ?? null,
    ignored: leftOver,
    /** The platform that readers see with reviews that name none. */
    source: format.source,
  };
}

/** Lists what is open, each choice once: an argument answers it for all files. Doubts come first. */
function importChoices(open: readonly FileKind[], files: ImportFiles, result: ImportedDataset): readonly Choice[] {
  const { withdrawn, withdrawable } = result.changes;
  const choices = [
    ...doubtChoices(open),
    ...open.flatMap(kindChoices),
    ...unverifiedChoices(files.reviews, result.dataset),
    ...open.length > 0 ? unnamedSource(files).map((text) => confirmation("source", text)) : [],
    ...joinedLines(files, result).map((text) => confirmation(`joined ${text}`, text)),
    ...withdrawn > withdrawable * (result.replaced === "all" ? 0 : WITHDRAWN_SHARE)
      ? [confirmation("withdrawn", sentence("{reviews} would be withdrawn.", { reviews: shownWithdrawn(result) }))]
      : [],
  ];
  return firstOfEach(choices);
}

/** Text with the numbers of withdrawn and published reviews, and the withdrawn ones by source. */
export function shownWithdrawn(
  { changes: { withdrawn: count, withdrawable: all, withdrawnOf } }: ImportedDataset,
): Sentence {
  const sources = Array.from(withdrawnOf, ([source, reviews]) => `${sourceLabel(source)} ${reviews}`);
  return sentence("{count} of {all|# published review|# published reviews} ({sources})", { count, all, sources });
}

const SHOWN_DOUBTS = 10;

/** Lines about pairs of reviews that are merged, although they may be different. */
export function joinedLines({ sameIds }: ImportFiles, result: ImportedDataset): readonly Sentence[] {
  const doubts = [...sameIds, ...result.doubts];
  const more = doubts.length - SHOWN_DOUBTS;
  return [
    ...doubts.slice(0, SHOWN_DOUBTS).map(({ kept, joined, why }) =>
      sentence('"{kept}" and "{joined}" become one review: {why}.', { kept, joined, why })
    ),
    ...more > 0 ? [sentence("{count|# more pair becomes|# more pairs become} one review each.", { count: more })] : [],
  ];
}

/** The sentence about known ids that now belong to other reviews; empty if these are few. */
export function rewrittenLines({ changes: { rewritten, updated, unchanged } }: ImportedDataset): readonly Sentence[] {
  const known = updated + unchanged;
  if (rewritten < 2 || rewritten * 2 <= known) return [];
  return [
    sentence(
      "Attention: {count} of {all} known ids now have other authors or days. If the files come from another source, name it as their source: then they replace no other reviews.",
      { count: rewritten, all: known },
    ),
  ];
}

/** The sentence about reviews under several ids; empty if there are none. */
export function duplicateLines({ duplicates }: ImportedDataset, areJoined: boolean): readonly Sentence[] {
  if (duplicates.length === 0) return [];
  const named = duplicates.map((group) =>
    `${group[0].author} on ${group[0].date}, ids ${listed(group.map(({ id }) => id), 3, " and ")}`
  );
  const example = listed(named, 3, "; ");
  const count = duplicates.reduce((sum, group) => sum + group.length - 1, 0);
  return [
    areJoined
      ? sentence("Joined {count|# review|# reviews} with several ids ({example}). The other ids stay as aliases.", {
        count: duplicates.length,
        example,
      })
      : sentence(
        "{count|# review seems|# reviews seem} to be published twice: author, day, stars and text are equal ({example}).",
        { count, example },
      ),
  ];
}

/** The sentence about reviews whose file names no source; empty if there are none. */
export function unnamedSource({ reviews }: ImportFiles): readonly Sentence[] {
  const unnamed = reviews.filter((review) => platformOf(review) === null).length;
  if (unnamed === 0) return [];
  const all = sentence("{count|# review|# reviews}", { count: reviews.length });
  return [
    sentence('No source is named for {reviews}: readers see "{source}". --source NAME names one.', {
      reviews: unnamed === reviews.length ? all : sentence("{count} of {all}", { count: unnamed, all }),
      source: sourceLabel("csv"),
    }),
  ];
}

/** Groups files that are read alike, in the order of their first files. */
export function fileKinds({ understood }: Pick<ImportFiles, "understood">): readonly FileKind[] {
  const alike = Map.groupBy(understood, ({ understanding }) => {
    const { ground, format, used, leftOver, doubts, needs } = understanding;
    const names = [[...used], [...columnNames(understanding)].sort()];
    return JSON.stringify([ground, format, leftOver, doubts, needs, names]);
  });
  return [...alike.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, files: group.map(({ file }) => file) }))
  );
}

/** Whether a kind of file must be confirmed. Columns that nothing reads are only reported. */
export function isOpen({ understanding: { ground, doubts } }: FileKind): boolean {
  return ground === "suggested" || doubts.length > 0;
}

function kindChoices({ files: [file = ""], understanding }: FileKind, at: number): readonly Choice[] {
  if (understanding.ground !== "suggested") return [];
  const nth = at === 0 ? "" : ` ${at + 1}`;
  const ofTexts = understanding.used.has("text") ? "" : " (none as texts)";
  const suggested = `its columns are read by their names${ofTexts}, and nobody has confirmed that.`;
  return [confirmation(`suggested${nth}`, `${file}: ${suggested}`, columnNames(understanding))];
}

/** The sentence about unread columns. */
export function ignoredText(file: string, columns: readonly string[]): Sentence {
  const parts = { file, columns: listedNames(columns), count: columns.length };
  return sentence("{file}: {count|column|columns} {columns} {count|is|are} ignored.", parts);
}

/** What must be decided before the rows of files can be read. */
export function unreadChoices(files: ImportFiles): readonly Choice[] {
  const needs = fileKinds(files).flatMap((kind) => choicesOf(kind, kind.understanding.needs));
  return firstOfEach([...needs, ...files.openPlaces === null ? [] : [placeChoice(files.openPlaces)]]);
}

/** All choices between values about how files are read, also those that a plan would ask later. */
export function readingChoices(files: ImportFiles): readonly Choice[] {
  const choices = [...unreadChoices(files), ...doubtChoices(fileKinds(files).filter(isOpen))];
  return firstOfEach(choices.filter((one) => !isConfirmation(one)));
}

function doubtChoices(open: readonly FileKind[]): readonly Choice[] {
  return open.flatMap((kind) => choicesOf(kind, kind.understanding.doubts));
}

/** Choices with the name of their file. */
function choicesOf({ files: [file = ""] }: FileKind, choices: readonly Choice[]): readonly Choice[] {
  return choices.map((one) => ({ ...one, question: sentence("{file}: {what}", { file, what: one.question }) }));
}

function placeChoice({ places, missing }: OpenPlaces): Choice {
  const shown = places.slice(0, SHOWN_PLACES).map(({ id, name, rows }) => {
    const reviews = sentence("{count|# review|# reviews}", { count: rows });
    const isNamed = name !== "" && name !== id;
    return [
      `--place=${id}`,
      isNamed ? sentence("{name}, {reviews}", { name: shownValue(name), reviews }) : reviews,
    ] as const;
  });
  const columns = places.slice(0, 1).flatMap(({ column }) => column ?? []);
  const [count, column] = [places.length, columns.length === 0 ? null : listedNames(columns)];
  const place = shownValue(missing);
  const what = missing === null
    ? column === null
      ? sentence("The files hold reviews of {count} places, and one business is published.", { count })
      : sentence("The files hold reviews of {count} places in {column}, and one business is published.", {
        count,
        column,
      })
    : column === null
    ? sentence('No row names the place "{place}".', { place })
    : sentence('No row names the place "{place}" in {column}.', { place, column });
  const question = places.length > SHOWN_PLACES
    ? sentence("{what} Whose reviews are wanted? The {count} with the most are:", { what, count: SHOWN_PLACES })
    : sentence("{what} Whose reviews are wanted?", { what });
  const all = ["--place=all", sentence("all of them, as one business")] as const;
  const isOfTable = places.some(({ kind, column }) => kind === `csv ${column}`);
  const none = columns.map((column) =>
    [`--ignore=${column}`, sentence("{column} names no places, so all rows are published", { column })] as const
  );
  const values = [...shown, all, ...isOfTable ? none : []];
  return choice("place", question, columns, values);
}

const SHOWN_PLACES = 8;

function firstOfEach(choices: readonly Choice[]): readonly Choice[] {
  return choices.filter(({ id }, at) => choices.findIndex((one) => one.id === id) === at);
}

/**
 * Example reviews of the files as they would be published. Preferred are those with text and reply, then those with
 * text.
 */
function shownReviews(read: readonly Review[], published: readonly Review[]): readonly Review[] {
  const ids = new Set(read.map(({ id }) => id));
  const there = published.filter(({ id }) => ids.has(id));
  const telling = [
    there.find(({ text, owner_reply }) => text !== null && owner_reply !== null),
    ...there.filter(({ text }) => text !== null).slice(0, SHOWN_REVIEWS),
    ...there.slice(0, SHOWN_REVIEWS),
  ];
  return [...new Set(telling)].filter((review) => review !== undefined).slice(0, SHOWN_REVIEWS);
}
