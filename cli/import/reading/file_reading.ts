import { type Described, OWN_CSV } from "../formats/import_formats.ts";
import { ownCsvRow } from "../formats/own_csv.ts";
import { ImportFileError } from "../bytes/file_container.ts";
import { brokenWord, mendedLetters } from "../bytes/broken_letters.ts";
import { shownValue } from "../cells/row_reader.ts";
import {
  foldedCell,
  isEmptyValue,
  isJsonObject,
  type JsonObject,
  ObjectRow,
  plainText,
  type RowPlace,
  type SourceRow,
} from "../cells/source_row.ts";
import { isNoReview, isReply, RowWarnings } from "./no_review_rows.ts";
import type { FormatWish } from "../formats/find_format.ts";
import { isFromZero, isOfStars, MOST_STATES } from "../formats/column_profile.ts";
import type { ImportedReview } from "../../../domain/review.ts";
import type { ImportFormat } from "../formats/import_format.ts";
import type { Confirmed, Doubt, Understanding } from "../formats/understanding.ts";
import { type PlaceChoice, placeOf } from "./place_choice.ts";
import { readReplyRow, type ReadRow, readRow, type RowNote, type RowRules } from "./read_row.ts";
import { WatchedColumns } from "./watched_columns.ts";
import { ABOVE_FIVE, readRating } from "../cells/read_rating.ts";
import { type DayOrder, DayOrderVotes } from "../cells/day_order.ts";

/** The result of reading one row, with its place. */
export interface FileRow extends ReadRow {
  /** Where the row begins; `null` for most rows without faults, to save memory. */
  readonly place: RowPlace | null;
}

const LEFT_OUT: Omit<FileRow, "skipped"> = { review: null, updated: null, faults: [], place: null };
/** Number of left-out rows of each reason whose places are kept. */
const PLACED_ROWS = 3;

/** Settings for all rows of an import. They override what a format has and what was confirmed before. */
export interface ReadingRules
  extends
    Pick<Confirmed, "source" | "scale" | "verification" | "dateOrder" | "mendLetters" | "names" | "states" | "stars"> {
  /** The current time. Later dates are refused, with one day of tolerance for time zones. */
  readonly now: Date;
  /** The day from which relative dates count, `YYYY-MM-DD`. */
  readonly relativeTo?: string | undefined;
}

/** Options for reading one file, and collectors for all files of an import. */
export interface FileOptions extends FormatWish, ReadingRules {
  readonly places: PlaceChoice;
  /**
   * Whether the scale is said for several files. It holds for those that ask for one: as an answer to one file's question
   * it turned the stars of the others upside down.
   */
  readonly isScaleShared: boolean;
  /** Called for each row, to report progress. */
  readonly onRow: () => void;
  readonly onNote: (note: RowNote) => void;
  /** Called with a warning about a file that was read, as a sentence. */
  readonly onWarning: (sentence: string) => void;
}

/** The content of one review file. */
export interface FileContent {
  /** The name of the file, including that of the archive or workbook around it. */
  readonly file: string;
  readonly understanding: Understanding;
  /** Some rows of a file, to show what a decision does. Those that raise a doubt come first. */
  readonly samples: { readonly rows: readonly SourceRow[]; readonly rules: RowRules };
  readonly rows: readonly FileRow[];
  readonly described?: Described;
  /** Returns the lines, from 1, in which rows begin. Expects the places in file order. */
  readonly linesOf: (places: readonly RowPlace[]) => readonly number[];
}

/** The latest day that is accepted: tomorrow, as `YYYY-MM-DD`. */
export function lastDayOf(now: Date): string {
  return new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
}

/** A review with a reply, or with a further one below its own. */
function withReply(review: ImportedReview, reply: NonNullable<ImportedReview["owner_reply"]>): ImportedReview {
  const { owner_reply: own } = review;
  return { ...review, owner_reply: own === null ? reply : { ...own, text: `${own.text}\n${reply.text}` } };
}

/** Whether a column says of all rows that they are of a Net Promoter Score, as "Survey type" does. */
function isSaidFromZero({ watched }: Understanding): boolean {
  return watched.values().some((values) => values.size > 0 && [...values].every((value) => isFromZero(value)));
}

interface WaitingRow {
  readonly waiting: SourceRow;
  /** The object or row that describes its place. */
  readonly described: SourceRow;
}

const MOST_SAMPLES = 20;
/** Reads the rows of one file, whose format is known. */
export class FileReading {
  readonly #rows: (FileRow | WaitingRow)[] = [];
  readonly #format: ImportFormat;
  #understanding: Understanding;
  readonly #rules: { -readonly [Name in keyof RowRules]: RowRules[Name] };
  readonly #votes: DayOrderVotes;
  readonly #columns: WatchedColumns;
  /** The first word with broken letters. */
  #broken: string | null = null;
  readonly #unknownStates = new Map<string, number>();
  /** Words instead of ratings, with their numbers of rows. */
  readonly #ratingWords = new Map<string, number>();
  readonly #leftOut = new Map<string, number>();
  readonly #warnings: RowWarnings;
  /** The first row that raises a doubt, by its subject. */
  readonly #raised = new Map<Doubt["field"], SourceRow>();
  readonly #samples: SourceRow[] = [];
  /** Rows that reply to another one, by their numbers, and the numbers of the others by their ids. */
  readonly #replies = new Map<number, SourceRow>();
  readonly #numbers = new Map<string, number>();
  readonly #isScaleOpen: boolean;
  /** The scale that was said, if it holds for this file. */
  #saidScale: number | undefined;
  /** A shared scale, until a rating of this file asks for it. */
  #pendingScale: number | undefined;
  #needsOrder = false;
  readonly #areLettersOpen: boolean;
  #row: SourceRow | null = null;

  constructor(
    private readonly file: string,
    understanding: Understanding,
    private readonly options: FileOptions,
  ) {
    const { places } = options;
    const { format, ground, columns, used } = understanding;
    const known = options.confirmed?.(columns) ?? null;
    const confirmed = ground === "given" ? null : known;
    places.choose(confirmed?.places);
    const isAsked = understanding.doubts.some(({ field }) => field === "scale");
    this.#saidScale = !options.isScaleShared || isAsked ? options.scale : undefined;
    const isOpen = ({ field }: Doubt) => field !== "scale" || this.#saidScale === undefined;
    const states = Object.entries({ ...confirmed?.states, ...options.states });
    const stars = Object.entries({ ...confirmed?.stars, ...options.stars });
    const counted = { state: this.#unknownStates, rating: this.#ratingWords };
    this.#understanding = { ...understanding, doubts: understanding.doubts.filter(isOpen) };
    this.#format = options.source === undefined ? format : { ...format, source: options.source };
    this.#rules = {
      lastDay: lastDayOf(options.now),
      relativeTo: options.relativeTo ?? null,
      names: options.names ?? confirmed?.names ?? "full",
      scale: this.#saidScale ?? format.scale ?? confirmed?.scale ?? (isOfStars(used.get("rating")) ? 5 : null),
      isFromZero: isFromZero(used.get("rating")) || isSaidFromZero(understanding),
      hasPlaces: places.isChosen,
      verification: options.verification ?? confirmed?.verification,
      order: options.dateOrder ?? format.dateOrder ?? confirmed?.dateOrder ?? null,
      mendLetters: options.mendLetters || known?.mendLetters === true,
      states: new Map(states.map(([word, state]) => [foldedCell(word), state])),
      stars: new Map(stars.map(([word, said]) => [foldedCell(word), said])),
      onNote: (note, word = "") => {
        if (note === "scale" || note === "relative-to") this.#raise(note);
        else if (note === "state" || note === "rating") counted[note].set(word, (counted[note].get(word) ?? 0) + 1);
        else options.onNote(note);
      },
    };
    if (this.#rules.scale === null && this.#saidScale === undefined) this.#pendingScale = options.scale;
    this.#votes = new DayOrderVotes(this.#rules.lastDay);
    this.#warnings = new RowWarnings(columns);
    this.#columns = new WatchedColumns(understanding, options.ignored);
    this.#isScaleOpen = this.#understanding.doubts.some(({ field }) => field === "scale");
    this.#areLettersOpen = (options.mendLetters ?? known?.mendLetters) === undefined;
  }

  /**
   * Parses a row. If the order of its dates is still unknown, keeps it until {@linkcode finish}.
   *
   * @param around The object that describes the place of the row; absent if the row does.
   */
  add(given: SourceRow, around?: SourceRow): void {
    const row = this.#format.name === OWN_CSV ? ownCsvRow(given) : given;
    const { fields } = this.#format;
    const [id, parent, ...stars] = [fields.id, fields.parent, fields.rating, fields.recommendation]
      .map((names) => row.cell(names).value);
    if (!isEmptyValue(parent) && stars.every(isEmptyValue)) {
      this.#mustWait(row);
      this.#replies.set(this.#rows.push({ ...LEFT_OUT, skipped: null }) - 1, row.kept?.() ?? row);
      return;
    }
    if (fields.parent.length > 0 && !isEmptyValue(id)) this.#numbers.set(plainText(id), this.#rows.length);
    if (row.names === undefined && isNoReview(row, this.#format)) {
      this.#warnings.seeHeading(row);
      return this.leaveOut(row.place, "no review, such as a heading or a total");
    }
    if (row.names === undefined && isReply(row, this.#format, this.#understanding.columns)) {
      return this.leaveOut(
        row.place,
        "a reply in a row of its own; replies are read from a column beside their reviews",
      );
    }
    const described = around ?? row;
    if (!this.options.places.admits(row, described, this.#format)) return this.leaveOut(row.place, "of another place");
    this.#columns.add(row);
    if (this.#samples.length < MOST_SAMPLES) this.#samples.push(row.kept?.() ?? row);
    if (this.#isScaleOpen && Number(row.cell(fields.rating).value) > 5) this.#raise("scale", row);
    const rating = row.cell(fields.rating).value;
    if (this.#pendingScale !== undefined && readRating(rating, null, this.#rules.isFromZero) === ABOVE_FIVE) {
      this.#saidScale = this.#pendingScale;
    }
    const waiting = this.#mustWait(row) || this.#pendingScale !== undefined ? row.kept?.() ?? row : null;
    if (waiting === null) this.#rows.push(this.#read(row, described));
    else this.#rows.push({ waiting, described: around ?? waiting });
  }

  /** Parses a JSON row. Records a fault for a row that is not an object. */
  addMembers(members: unknown, place: RowPlace, allowed: string, around?: JsonObject): void {
    if (!isJsonObject(members)) return this.addBroken(place, members, allowed);
    const row = new ObjectRow(this.#format.plainRow?.(members) ?? members, place);
    this.add(row, around && new ObjectRow(around, place));
  }

  leaveOut(place: RowPlace, reason: string): void {
    this.#rows.push({ ...LEFT_OUT, skipped: reason, place: this.#isPlaced(reason) ? place : null });
  }

  #isPlaced(reason: string): boolean {
    const before = this.#leftOut.get(reason) ?? 0;
    this.#leftOut.set(reason, before + 1);
    return before < PLACED_ROWS;
  }

  /** Records a row that cannot be parsed at all. */
  addBroken(place: RowPlace, value: unknown, allowed: string): void {
    const faults = [{ field: "row", value: shownValue(value), allowed }];
    this.#rows.push({ review: null, updated: null, skipped: null, faults, place });
  }

  /**
   * Returns the content of the file, after all rows were added.
   *
   * @throws {ImportFileError} If its state columns cannot hold states.
   */
  finish(linesOf: FileContent["linesOf"]): FileContent {
    const needs: Doubt[] = [];
    const doubts: Doubt[] = [];
    this.#rules.scale = this.#saidScale ?? this.#rules.scale;
    const rows = this.#rows.map((row) => {
      if (!("waiting" in row)) return row;
      if (this.#needsOrder) this.#rules.order ??= this.#dayOrder(needs, doubts);
      return this.#read(row.waiting, row.described);
    });
    this.#attachReplies(rows, needs, doubts);
    const scaled = this.#isScaleOpen ? undefined : this.#raised.get("scale");
    const above = Number(scaled?.cell(this.#format.fields.rating).value);
    if (scaled !== undefined) needs.push({ field: "scale", column: above > 10 ? "100" : "10", rival: "5" });
    if (this.#raised.has("relative-to")) needs.push({ field: "relative-to", column: "", rival: "" });
    needs.push(...this.#wordsOfRatings(rows.length));
    const column = this.#broken;
    if (column !== null && this.#areLettersOpen) {
      doubts.push({ field: "letters", column, rival: mendedLetters(column) });
    }
    const { scale } = this.options;
    if (scale !== undefined && this.#saidScale === undefined && this.#format.name === "csv") {
      const taken = this.#rules.scale ?? 5;
      const sentence = `its best rating is taken as ${taken}, as nothing in the file asks for a scale`;
      if (taken !== scale) {
        this.options.onWarning(`${this.file}: ${sentence}. If it is ${scale}, import the file alone.`);
      }
    }
    if (this.#unknownStates.size > MOST_STATES) refuseStates(this.file, this.#format, this.#unknownStates);
    for (const sentence of [...this.#columns.warnings, ...this.#warnings.sentences(linesOf)]) {
      this.options.onWarning(`${this.file}: ${sentence}`);
    }
    const known = this.#columns.complete(this.#understanding, rows.length);
    const understanding = {
      ...known,
      format: {
        ...known.format,
        source: this.#format.source,
        ...this.#saidScale !== undefined && { scale: this.#saidScale },
      },
      unknownStates: this.#unknownStates,
      doubts: [...known.doubts, ...doubts],
      needs,
    };
    const samples = { rows: [...this.#raised.values(), ...this.#votes.evidence, ...this.#samples], rules: this.#rules };
    return { file: this.file, understanding, samples, rows, linesOf };
  }

  /** Adds the replies in rows of their own to their reviews, and says of these rows what became of them. */
  #attachReplies(rows: FileRow[], needs: Doubt[], doubts: Doubt[]): void {
    for (const [number, row] of this.#replies) {
      this.#rules.order ??= this.#dayOrder(needs, doubts);
      const at = this.#numbers.get(plainText(row.cell(this.#format.fields.parent).value)) ?? -1;
      const answered = rows[at];
      const { author, isShown, reply } = readReplyRow(row, this.#format, this.#rules);
      const isOfAuthor = author === answered?.review?.author && author !== this.#format.anonymousAuthor;
      let skipped = "a reply to no review of the file";
      if (isOfAuthor) skipped = "a reply by the author of the review";
      else if (!isShown) skipped = "a reply that is not published";
      else if (reply === null) skipped = "a reply without text or day";
      else if (answered !== undefined && answered.review !== null) {
        skipped = "a reply, which its review has";
        rows[at] = { ...answered, review: withReply(answered.review, reply) };
      }
      rows[number] = { ...LEFT_OUT, skipped, place: this.#isPlaced(skipped) ? row.place : null };
    }
  }

  /** Doubts about a column of ratings in words: one for each word. A few words among ratings are problems of their rows. */
  #wordsOfRatings(rows: number): readonly Doubt[] {
    const words = [...this.#ratingWords.keys()];
    const worded = [...this.#ratingWords.values()].reduce((sum, rows) => sum + rows, 0);
    // Rows that are left out, such as a second line of names, count among the rows alone.
    const isOfWords = worded > 1 && worded * 2 >= rows;
    // Dashes alone are empty cells; beside other signs they are signs.
    if (!isOfWords || words.length > MOST_STATES || words.every(isEmptyValue)) return [];
    const column = this.#understanding.used.get("rating") ?? "";
    return words.map((word) => ({ field: "stars", column, rival: word, examples: words.join(", ") }));
  }

  #raise(field: Doubt["field"], row = this.#row): void {
    if (row !== null && !this.#raised.has(field)) this.#raised.set(field, row.kept?.() ?? row);
  }

  /** The order of dates. Adds the doubt about it to one of the lists. */
  #dayOrder(needs: Doubt[], doubts: Doubt[]): DayOrder {
    const { order, isShown, isContradicted } = this.#votes.decide();
    const doubt = { field: "date-order", column: order, rival: order === "dmy" ? "mdy" : "dmy" } as const;
    if (isContradicted) needs.push(doubt);
    else if (!isShown) doubts.push(doubt);
    return order;
  }

  #mustWait(row: SourceRow): boolean {
    if (this.#rules.order !== null) return false;
    const { date, reply_date } = this.#format.fields;
    const needs = [date, reply_date].map((names) => this.#votes.see(row.cell(names).value, row)).includes(true);
    this.#needsOrder ||= needs;
    return needs;
  }

  #read(row: SourceRow, described: SourceRow): FileRow {
    const place = placeOf(row, described, this.#format)?.id ?? null;
    this.#row = row;
    const read = readRow(row, this.#format, this.#rules, place);
    if (read.review !== null && read.skipped === null) {
      // As written: cleaned texts have lost the control characters of Latin-1.
      const { author, text, title, reply_text } = this.#format.fields;
      this.#broken ??= brokenWord([author, text, title, reply_text].map((names) => row.cell(names).value).join("\n"));
      if (this.#broken !== null) this.#raise("letters");
      this.#warnings.seeReview(row, [read.review.author, row.cell(text).value, row.cell(title).value]);
    }
    const isPlaced = read.faults.length > 0 || read.skipped !== null && this.#isPlaced(read.skipped);
    return { ...read, place: isPlaced ? row.place : null };
  }
}

/** Refuses a file whose state columns have so many unknown words that they cannot hold states. */
function refuseStates(file: string, { fields }: ImportFormat, words: ReadonlyMap<string, number>): never {
  const [example = ""] = words.keys();
  throw new ImportFileError(
    `${file} has more than ${MOST_STATES} words for states in ${
      [...fields.status, ...fields.consent, ...fields.hidden].join(", ")
    }, such as "${example}": name another column with --map.`,
  );
}
