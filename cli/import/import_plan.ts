import { sourceLabel } from "../../domain/documents/review_figures.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import type { DatasetHead } from "../../domain/dataset/dataset_head.ts";
import type { ImportedDataset } from "../../domain/dataset/import_dataset.ts";
import { platformOf, type Review } from "../../domain/review.ts";
import { type Choice, choice, confirmation } from "../command/choice.ts";
import { publishedFigures } from "./published_figures.ts";
import { importFigures } from "./import_figures.ts";
import { readingOptions, type WishedReading } from "./import_options.ts";
import { COLUMN_SEPARATOR, MAPPED_FIELDS, type MappedField } from "./formats/import_format.ts";
import type { Doubt, Understanding } from "./formats/understanding.ts";
import type { ImportFiles } from "./reading/import_result.ts";
import { listedNames } from "./cells/row_reader.ts";

/** What an import would publish, and what must be decided before. */
export type ImportPlan = ReturnType<typeof importPlan>;

/** Files with the same columns and the same reading. */
export interface FileKind {
  readonly files: readonly string[];
  readonly understanding: Understanding;
}

const SHOWN_REVIEWS = 3;
/** Share of published reviews above which withdrawals must be confirmed, 0 to 1. With `--replace-all` all must be. */
const WITHDRAWN_SHARE = 0.1;

/**
 * Plans an import.
 *
 * @param current What is published; null before the first import.
 * @param reading The operator's read options.
 * @throws {Error} If the counts do not add up, which is a bug.
 */
export function importPlan(
  files: ImportFiles,
  result: ImportedDataset,
  current: { readonly head: Pick<DatasetHead, "number">; readonly dataset: Pick<Dataset, "reviews"> } | null,
  reading: WishedReading,
) {
  const kinds = fileKinds(files);
  const { leftOut, withdrawn } = importFigures(files, result.changes);
  return {
    revision: current?.head.number ?? null,
    effect: {
      left_out: leftOut,
      withdrawn,
      joined: result.changes.joined,
      before: publishedFigures(current?.dataset.reviews ?? []),
      after: publishedFigures(result.dataset.reviews),
    },
    /** Some reviews of the files as they would be published. */
    examples: shownReviews(files.reviews, result.dataset.reviews),
    choices: importChoices(kinds.filter(isOpen), files, result),
    warnings: files.warnings,
    kinds: kinds.map((kind) => plannedKind(kind, reading)),
  };
}

function plannedKind({ files, understanding }: FileKind, reading: WishedReading) {
  const { format, ground, used, unnamed, leftOver } = understanding;
  return {
    files,
    format: format.name,
    ground,
    fields: Object.fromEntries(used),
    /** The fields whose columns were guessed from their values alone. */
    unnamed: [...unnamed],
    scale: reading.scale ?? format.scale ?? 5,
    ignored: leftOver,
    /** The options that read the files in the same way. */
    options: readingOptions(understanding, reading),
  };
}

/** Those between values first. An argument answers a choice for all files, so that each stands once. */
function importChoices(open: readonly FileKind[], files: ImportFiles, result: ImportedDataset): readonly Choice[] {
  const { withdrawn, withdrawnOf } = importFigures(files, result.changes);
  const choices = [
    ...open.flatMap(({ files: [file = ""], understanding: { doubts, used } }) =>
      doubts.map((doubt) => doubtChoice(file, doubt, used))
    ),
    ...open.flatMap(kindChoices),
    ...open.length > 0 ? unnamedSource(files).map((text) => confirmation("source", text)) : [],
    ...joinedLines(files, result).map((text) => confirmation(`joined ${text}`, text)),
    ...withdrawn > withdrawnOf * (result.replaced === "all" ? 0 : WITHDRAWN_SHARE)
      ? [confirmation("withdrawn", `${shownWithdrawn(files, result)} would be withdrawn.`)]
      : [],
  ];
  return choices.filter(({ id }, at) => choices.findIndex((one) => one.id === id) === at);
}

/** Text with the numbers of withdrawn and published reviews, and the withdrawn ones by source. */
export function shownWithdrawn(files: ImportFiles, { changes }: ImportedDataset): string {
  const { withdrawn, withdrawnOf } = importFigures(files, changes);
  const sources = Array.from(changes.withdrawnOf, ([source, reviews]) => `${sourceLabel(source)} ${reviews}`).join(
    ", ",
  );
  return `${withdrawn} of ${withdrawnOf} published ${withdrawnOf === 1 ? "review" : "reviews"} (${sources})`;
}

const SHOWN_DOUBTS = 10;

/** Lines about pairs of reviews that are merged, although they may be different. */
export function joinedLines({ sameIds }: ImportFiles, result: ImportedDataset): readonly string[] {
  const doubts = [...sameIds, ...result.doubts];
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
  return [`No source is named for ${reviewsOf}: readers see "${sourceLabel("csv")}". --source NAME names one.`];
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

function kindChoices({ files: [file = ""], understanding }: FileKind, at: number): readonly Choice[] {
  const { ground, columns, leftOver, doubts, unknownStates } = understanding;
  const nth = at === 0 ? "" : ` ${at + 1}`;
  const settled = leftOver.filter((column) => doubts.every(({ rival, parts = [rival] }) => !parts.includes(column)));
  return [
    ...ground === "guessed"
      ? [
        confirmation(
          `guessed${nth}`,
          `${file}: its columns are guessed, and nobody has confirmed the guess.`,
          columns,
        ),
      ]
      : [],
    ...settled.length > 0 ? [confirmation(`ignored${nth}`, ignoredText(file, settled), settled)] : [],
    ...Array.from(
      unknownStates,
      ([word, rows]) =>
        choice(`state ${word}`, `${file}: nobody has said what the state "${word}" means.`, [], [
          ["yes", `leaves out ${rows} ${rows === 1 ? "row" : "rows"}`],
          [`--state=${word}=shown`, `publishes ${rows === 1 ? "it" : "them"}`],
          [`--state=${word}=anonymous`, `publishes ${rows === 1 ? "it" : "them"} without the name`],
        ]),
    ),
  ];
}

/** The sentence about unread columns. */
export function ignoredText(file: string, columns: readonly string[]): string {
  return `${file}: ${columns.length === 1 ? "column" : "columns"} ${listedNames(columns)} ${
    columns.length === 1 ? "is" : "are"
  } ignored.`;
}

/** The choice that settles a doubt about a file. */
function doubtChoice(
  file: string,
  { field, column, rival, parts = [column, rival], examples }: Doubt,
  used: Understanding["used"],
): Choice {
  const seen = examples === undefined ? [] : [examples];
  const about = (question: string, columns: readonly string[], values: Parameters<typeof choice>[3]) =>
    choice([field, ...columns].join(" "), `${file}: ${question}`, columns, values, seen);
  if (column === "none") {
    const fields = OFFERED[field] ?? MAPPED_FIELDS.filter((one) => one === field);
    return about(`${rival} (${examples ?? ""}) is ignored so far. What does it say?`, [rival], [
      ...fields.map((field) => [mapValue(field, used.get(field), rival), MEANINGS[field] ?? ""] as const),
      [`--ignore=${rival}`, "none of these"],
    ]);
  }
  switch (field) {
    case "date-order":
      return about("its dates may begin with the day or the month.", [], [
        ["--date-order=dmy", "03/04 is 3 April"],
        ["--date-order=mdy", "03/04 is 4 March"],
      ]);
    case "scale": {
      const few = examples === undefined ? "" : `: too few ratings above ${rival} show it (${examples})`;
      const best = (scale: string) =>
        [`--scale=${scale}`, `${scale} becomes five stars${scale === "1" ? ", 5 and 6 one star" : ""}`] as const;
      return about(`its best rating may be ${column} or ${rival}${few}.`, [], [best(column), best(rival)]);
    }
    case "format":
      return about(
        `its format may be ${column} or ${rival}.`,
        [],
        [column, rival].map((name) => [`--format=${name}`, `reads it as ${name}`] as const),
      );
  }
  const rivals = parts.filter((part) => part !== column);
  const fits = `${listedNames(rivals)} ${rivals.length === 1 ? "fits" : "fit"} about as well`;
  return about(`${field} is read from ${column}, but ${fits}.`, parts, [
    ...parts.map((part) => [`--map=${field}=${part}`, part === column ? "as now" : `reads ${part} instead`] as const),
    ...field === "text"
      ? [[`--map=text=${parts.join(COLUMN_SEPARATOR)}`, "reads all, each under its name"] as const]
      : [],
  ]);
}

/** What a column says that is read as a field. */
const MEANINGS: Partial<Record<Doubt["field"], string>> = {
  id: "of rows with the same one, the last is published",
  text: "it is part of the text",
  reply_text: "it is part of the reply",
  title: "it is the title",
  author: "it names the authors",
  anonymous: "the name is hidden with a yes",
  show_name: "the name is shown only with a yes",
  status: "its words say which rows are shown, as are empty cells; --state WORD=shown adds one",
  consent: "rows are shown only with a yes",
  hidden: "rows with a yes are left out",
};

/** The fields that may read an unread column, where it is not one alone. */
const OFFERED: Partial<Record<Doubt["field"], readonly MappedField[]>> = {
  rows: ["status"],
  reply_text: ["reply_text", "text"],
  status: ["status", "consent"],
  show_name: ["show_name", "consent"],
  flag: ["consent", "hidden", "show_name"],
  choice: ["status", "hidden"],
  words: ["text", "reply_text", "title"],
  answer: ["text", "reply_text", "title", "status", "consent", "hidden", "show_name"],
};

function mapValue(field: MappedField, before: string | undefined, column: string): string {
  return `--map=${field}=${before === undefined ? "" : before + COLUMN_SEPARATOR}${column}`;
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
