import { sourceLabel } from "../../domain/documents/review_figures.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import type { DatasetHead } from "../../domain/dataset/dataset_head.ts";
import type { ImportedDataset } from "../../domain/dataset/import_dataset.ts";
import { platformOf, type Review } from "../../domain/review.ts";
import { type Choice, choice, confirmation, isConfirmation } from "../command/choice.ts";
import { importFigures, publishedFigures } from "./import_figures.ts";
import { columnSample } from "./formats/column_profile.ts";
import { withNamedRows } from "./choice_effects.ts";
import { COLUMN_SEPARATOR, type MappedField } from "./formats/import_format.ts";
import type { Doubt } from "./formats/understanding.ts";
import type { FileContent } from "./reading/file_reading.ts";
import type { ImportFiles } from "./reading/import_result.ts";
import type { OpenPlaces } from "./reading/place_choice.ts";
import type { CleanedImport } from "./publish_import.ts";
import { counted, listed } from "../../terminal/print.ts";
import { listedNames, shownValue } from "./cells/row_reader.ts";
import { unverifiedChoices } from "./unverified_choice.ts";

/** What an import would publish, and what must be decided before. */
export type ImportPlan = ReturnType<typeof importPlan>;

/** Files with the same columns and the same reading. */
export interface FileKind extends Pick<FileContent, "understanding" | "samples"> {
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

/** How files with the same columns are read. */
export function plannedKind({ files, understanding, samples }: FileKind) {
  const { format, ground, columns, used, leftOver } = understanding;
  return {
    files,
    columns: columns.map((name) => columnSample({ name, values: samples.rows.map((row) => row.cell([name]).value) })),
    format: format.name,
    ground,
    fields: Object.fromEntries(used),
    scale: format.scale ?? 5,
    /** The column with the best rating of each row, instead of the scale. */
    best: format.best ?? null,
    ignored: leftOver,
  };
}

/** Lists what is open, each choice once: an argument answers it for all files. Doubts come first. */
function importChoices(open: readonly FileKind[], files: ImportFiles, result: ImportedDataset): readonly Choice[] {
  const { withdrawn, withdrawnOf } = importFigures(files, result.changes);
  const choices = [
    ...doubtChoices(open),
    ...open.flatMap(kindChoices),
    ...unverifiedChoices(files.reviews, result.dataset),
    ...open.length > 0 ? unnamedSource(files).map((text) => confirmation("source", text)) : [],
    ...joinedLines(files, result).map((text) => confirmation(`joined ${text}`, text)),
    ...withdrawn > withdrawnOf * (result.replaced === "all" ? 0 : WITHDRAWN_SHARE)
      ? [confirmation("withdrawn", `${shownWithdrawn(files, result)} would be withdrawn.`)]
      : [],
  ];
  return firstOfEach(choices);
}

/** Text with the numbers of withdrawn and published reviews, and the withdrawn ones by source. */
export function shownWithdrawn(files: ImportFiles, { changes }: ImportedDataset): string {
  const { withdrawn, withdrawnOf } = importFigures(files, changes);
  const sources = Array.from(changes.withdrawnOf, ([source, reviews]) => `${sourceLabel(source)} ${reviews}`);
  return `${withdrawn} of ${counted(withdrawnOf, "published review")} (${sources.join(", ")})`;
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
    ...more > 0 ? [`${counted(more, "more pair becomes", "more pairs become")} one review each.`] : [],
  ];
}

/** The sentence about known ids that now belong to other reviews; empty if these are few. */
export function rewrittenLines({ changes: { rewritten, updated, unchanged } }: ImportedDataset): readonly string[] {
  const known = updated + unchanged;
  if (rewritten < 2 || rewritten * 2 <= known) return [];
  return [
    `Attention: ${rewritten} of ${known} known ids now have other authors or days. If the files come from another ` +
    "source, name it as their source: then they replace no other reviews.",
  ];
}

/** The sentence about reviews under several ids; empty if there are none. */
export function duplicateLines({ duplicates }: ImportedDataset, areJoined: boolean): readonly string[] {
  if (duplicates.length === 0) return [];
  const named = duplicates.map((group) =>
    `${group[0].author} on ${group[0].date}, ids ${listed(group.map(({ id }) => id), 3, " and ")}`
  );
  const example = listed(named, SHOWN_DOUBTS, "; ");
  const more = duplicates.reduce((sum, group) => sum + group.length - 1, 0);
  return [
    areJoined
      ? `Joined ${counted(duplicates.length, "review")} with several ids (${example}). The other ids stay as aliases.`
      : `${counted(more, "review seems", "reviews seem")} to be published twice: author, day, stars and text ` +
        `are equal (${example}).`,
  ];
}

/** The sentence about reviews whose file names no source; empty if there are none. */
export function unnamedSource({ reviews }: ImportFiles): readonly string[] {
  const unnamed = reviews.filter((review) => platformOf(review) === null).length;
  if (unnamed === 0) return [];
  const reviewsOf = (unnamed === reviews.length ? "" : `${unnamed} of `) + counted(reviews.length, "review");
  return [`No source is named for ${reviewsOf}: readers see "${sourceLabel("csv")}". --source NAME names one.`];
}

/** Groups files that are read alike, in the order of their first files. */
export function fileKinds({ understood }: Pick<ImportFiles, "understood">): readonly FileKind[] {
  const alike = Map.groupBy(understood, ({ understanding: { used, columns, unknownStates, ...rest } }) => {
    const { ground, format, leftOver, doubts, needs } = rest;
    const names = [[...used], [...columns].sort(), [...unknownStates.keys()]];
    return JSON.stringify([ground, format, leftOver, doubts, needs, names]);
  });
  return [...alike.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, files: group.map(({ file }) => file) }))
  );
}

/** Whether a kind of file must be confirmed. A complete map may omit columns. */
export function isOpen({ understanding: { ground, format, leftOver, doubts, unknownStates } }: FileKind): boolean {
  const isMap = ground === "given" && format.name === "csv";
  return ground === "guessed" || doubts.length + unknownStates.size > 0 || leftOver.length > 0 && !isMap;
}

function kindChoices(kind: FileKind, at: number): readonly Choice[] {
  const { files: [file = ""], understanding } = kind;
  const { ground, columns, used, leftOver, doubts, unknownStates } = understanding;
  const nth = at === 0 ? "" : ` ${at + 1}`;
  const guessed = `its columns are guessed${
    used.has("text") ? "" : " (none as texts)"
  }, and nobody has confirmed the guess.`;
  const isOfName = used.has("show_name") && !used.has("status") && !used.has("consent");
  const settled = leftOver.filter((column) => doubts.every(({ rival, parts = [rival] }) => !parts.includes(column)));
  return [
    ...ground === "guessed" ? [confirmation(`guessed${nth}`, `${file}: ${guessed}`, columns)] : [],
    ...settled.length > 0 ? [confirmation(`ignored${nth}`, ignoredText(file, settled), settled)] : [],
    ...Array.from(unknownStates, ([word, rows]) => {
      const them = rows === 1 ? "it" : "them";
      const open = choice(`state ${word}`, `${file}: nobody has said what the state "${word}" means.`, [], [
        ["yes", isOfName ? `publishes ${them} without the name` : `leaves out ${counted(rows, "row")}`],
        [`--state=${word}=shown`, `publishes ${them}`],
        [`--state=${word}=anonymous`, `publishes ${them} without the name`],
      ]);
      return withNamedRows(open, kind);
    }),
  ];
}

/** The sentence about unread columns. */
export function ignoredText(file: string, columns: readonly string[]): string {
  const [noun, verb] = columns.length === 1 ? ["column", "is"] : ["columns", "are"];
  return `${file}: ${noun} ${listedNames(columns)} ${verb} ignored.`;
}

/** What must be decided before the rows of files can be read. */
export function unreadChoices(files: ImportFiles): readonly Choice[] {
  const needs = fileKinds(files).flatMap((kind) => kind.understanding.needs.map((doubt) => doubtChoice(kind, doubt)));
  return firstOfEach([...needs, ...files.openPlaces === null ? [] : [placeChoice(files.openPlaces)]]);
}

/** All choices between values about how files are read, also those that a plan would ask later. */
export function readingChoices(files: ImportFiles): readonly Choice[] {
  const open = fileKinds(files).filter(isOpen);
  const choices = [...unreadChoices(files), ...doubtChoices(open), ...open.flatMap(kindChoices)];
  return firstOfEach(choices.filter((one) => !isConfirmation(one)));
}

function doubtChoices(open: readonly FileKind[]): readonly Choice[] {
  return open.flatMap((kind) => kind.understanding.doubts.map((doubt) => doubtChoice(kind, doubt)));
}

function placeChoice({ places, missing }: OpenPlaces): Choice {
  const shown = places.slice(0, SHOWN_PLACES).map(({ id, name, rows }) => {
    const called = name === "" || name === id ? "" : `${shownValue(name)}, `;
    return [`--place=${id}`, `${called}${counted(rows, "review")}`] as const;
  });
  const columns = places.slice(0, 1).flatMap(({ column }) => column ?? []);
  const where = columns.length === 0 ? "" : ` in ${listedNames(columns)}`;
  const most = places.length > SHOWN_PLACES ? ` The ${SHOWN_PLACES} with the most are:` : "";
  const what = missing === null
    ? `The files hold reviews of ${places.length.toLocaleString("en")} places${where}, and one business is published.`
    : `No row names the place "${shownValue(missing)}"${where}.`;
  const all = ["--place=all", "all of them, as one business"] as const;
  const isOfTable = places.some(({ kind, column }) => kind === `csv ${column}`);
  const none = columns.map((column) => [`--ignore=${column}`, "none of these"] as const);
  const values = [...shown, all, ...isOfTable ? none : []];
  return choice("place", `${what} Whose reviews are wanted?${most}`, columns, values);
}

const SHOWN_PLACES = 8;

function firstOfEach(choices: readonly Choice[]): readonly Choice[] {
  return choices.filter(({ id }, at) => choices.findIndex((one) => one.id === id) === at);
}

/** The choice that settles a doubt about a file, with some rows that show what each value does. */
function doubtChoice(
  kind: FileKind,
  { field, column, rival, parts = [column, rival], offered = [], examples }: Doubt,
): Choice {
  const { files: [file = ""], understanding: { used } } = kind;
  const seen = examples === undefined ? [] : [examples];
  const about = (question: string, columns: readonly string[], values: Parameters<typeof choice>[3]) =>
    withNamedRows(choice([field, ...columns].join(" "), `${file}: ${question}`, columns, values, seen), kind);
  if (column === "none") {
    return about(`${rival} (${examples ?? ""}) is ignored so far. What does it say?`, [rival], [
      ...offered.map((field) =>
        [mapValue(field, field === "author" ? undefined : used.get(field), rival), MEANINGS[field] ?? ""] as const
      ),
      [`--ignore=${rival}`, "none of these"],
    ]);
  }
  switch (field) {
    case "date-order":
      return about("its dates may begin with the day or the month.", [], [
        ["--date-order=dmy", "the day is first"],
        ["--date-order=mdy", "the month is first"],
      ]);
    case "relative-to":
      return about("its dates count from the day of the export, which it does not name.", [], [
        ["--relative-to=", "the day of the export, such as 2026-05-31"],
        ["--skip-invalid", "leaves out the rows with such dates"],
      ]);
    case "letters":
      return about(
        `letters are broken, such as "${column}": its UTF-8 was read as Windows-1252 or Latin-1 before.`,
        [],
        [
          ["--mend-letters", `repairs them, such as "${rival}"`],
          ["--keep-letters", "publishes them as they are"],
        ],
      );
    case "stars": {
      const stars = ["5", "4", "3", "2", "1"].map((stars) =>
        [`--stars=${rival}=${stars}`, stars === "1" ? "1 star" : `${stars} stars`] as const
      );
      const values = [...stars, [`--stars=${rival}=none`, "leaves out its rows"] as const];
      const question = `${file}: ${column} holds words: ${examples}. How many stars is "${rival}"?`;
      return withNamedRows(choice(`stars ${rival}`, question, [column], values), kind);
    }
    case "scale": {
      const few = examples === undefined ? "" : `: too few ratings above ${rival} show it (${examples})`;
      const best = (scale: string) =>
        [`--scale=${scale}`, `${scale} becomes five stars${scale === "1" ? ", 5 and 6 one star" : ""}`] as const;
      return about(
        `its best rating may be ${parts.slice(0, -1).join(", ")} or ${parts.at(-1)}${few}.`,
        [],
        parts.map(best),
      );
    }
    case "format":
      return about(
        `its format may be ${column} or ${rival}.`,
        [],
        [column, rival].map((name) => [`--format=${name}`, `reads it as ${name}`] as const),
      );
  }
  const isRead = [...used].some(([name, read]) => name === field && read === column);
  const question = parts.length === 1
    ? `only its values show that ${column} is the ${field}.`
    : `several columns may be the ${field}: ${listedNames(parts)}.`;
  return about(question, parts, [
    ...parts.map((part) => [`--map=${field}=${part}`, isRead && part === column ? "as now" : `reads ${part}`] as const),
    ...field !== "text" ? [] : [
      [`--map=text=${parts.join(COLUMN_SEPARATOR)}`, "reads all, each under its name"] as const,
      ...parts.filter(() => parts.length <= 3 && !used.has("reply_text")).map((part) =>
        [`--map=reply_text=${part}`, "it is the reply"] as const
      ),
    ],
    [`--ignore=${parts.join(COLUMN_SEPARATOR)}`, "none of these"],
  ]);
}

/** Meaning of a column for each field, as an effect of the choice. */
const MEANINGS: Partial<Record<MappedField, string>> = {
  id: "of rows with the same one, the last is published",
  text: "it is part of the text",
  reply_text: "it is part of the reply",
  reply_state: "replies are shown only with a yes",
  reply_date: "it is the day of the reply",
  title: "it is the title",
  author: "it names the authors",
  anonymous: "the name is hidden with a yes",
  show_name: "the name is shown only with a yes",
  status: "its words say which rows are shown, as are empty cells",
  consent: "rows are shown only with a yes",
  hidden: "rows with a yes are left out",
  incentive: "it says which reviews were rewarded",
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
