import { type Sentence, sentence } from "../../../domain/sentences/sentence.ts";
import { OWN_CSV } from "../formats/import_formats.ts";
import { ownCsvRow } from "../formats/own_csv.ts";
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
import type { ImportedReview } from "../../../domain/review.ts";
import type { ImportFormat } from "../formats/import_format.ts";
import { columnNames, type Understanding } from "../formats/understanding.ts";
import { type FileContent, type FileOptions, type FileRow, lastDayOf } from "./file_content.ts";
import { DayQuestion } from "./day_question.ts";
import { isNoReview, noReviewReason } from "./no_review_rows.ts";
import { placeOf } from "./place_choice.ts";
import { LetterQuestion, type Question } from "./question.ts";
import { RatingQuestion } from "./rating_question.ts";
import { readReplyRow, type ReadRow, readRow, type RowRules } from "./read_row.ts";
import { StateQuestion } from "./state_question.ts";

const LEFT_OUT: Omit<FileRow, "skipped"> = { review: null, updated: null, faults: [], place: null };
/** Number of left-out rows of each reason whose places are kept. */
const PLACED_ROWS = 3;
/** Number of reasons from which headings are no longer told apart. */
const MOST_REASONS = 20;

interface WaitingRow {
  readonly waiting: SourceRow;
  /** The object or row that describes its place. */
  readonly described: SourceRow;
}

/** Reads the rows of one file, whose format is known. */
export class FileReading {
  readonly #rows: (FileRow | WaitingRow)[] = [];
  readonly #understanding: Understanding;
  #rules: RowRules;
  readonly #questions: readonly Question[];
  readonly #states: StateQuestion;
  readonly #replies: ReplyRows;
  readonly #leftOut = new Map<string, number>();
  readonly #isScaleKnown: boolean;

  constructor(private readonly file: string, understanding: Understanding, private readonly options: FileOptions) {
    const { format, ground } = understanding;
    const known = options.confirmed?.(columnNames(understanding)) ?? null;
    const confirmed = ground === "given" ? null : known;
    options.placeChoice.choose(confirmed?.places);
    const source = options.source ?? format.source;
    this.#understanding = { ...understanding, format: { ...format, source } };
    const own = options.isScaleShared ? undefined : options.scale;
    const scale = own ?? format.scale ?? confirmed?.scale;
    const stars = folded(confirmed?.stars, options.stars);
    const rating = new RatingQuestion(this.#understanding, {
      scale,
      stars,
      shared: options.isScaleShared ? options.scale : undefined,
    });
    this.#isScaleKnown = scale !== undefined;
    this.#rules = {
      lastDay: lastDayOf(options.now),
      relativeTo: options.relativeTo ?? null,
      names: options.names ?? confirmed?.names ?? "full",
      scale: scale ?? null,
      isFromZero: rating.isFromZero,
      hasPlaces: options.placeChoice.isChosen,
      verification: options.verification ?? confirmed?.verification,
      order: options.dateOrder ?? format.dateOrder ?? confirmed?.dateOrder ?? null,
      mendLetters: options.mendLetters || known?.mendLetters === true,
      states: folded(confirmed?.states, options.states),
      stars,
      onNote: options.onNote,
    };
    this.#states = new StateQuestion(file, this.#understanding, this.#rules, options.ignored);
    const areLettersDecided = (options.mendLetters ?? known?.mendLetters) !== undefined;
    this.#questions = [
      rating,
      new DayQuestion(format.fields, this.#rules),
      new LetterQuestion(format, areLettersDecided),
      this.#states,
    ];
    this.#replies = new ReplyRows(format);
  }

  /**
   * Parses a row. If it cannot be read before all were seen, keeps it until {@linkcode finish}.
   *
   * @param around The object that describes the place of the row; absent if the row does.
   */
  add(given: SourceRow, around?: SourceRow): void {
    const { format } = this.#understanding;
    const row = format.name === OWN_CSV ? ownCsvRow(given) : given;
    if (this.#replies.take(row, this.#rows.length)) {
      this.#rows.push({ ...LEFT_OUT, skipped: null });
      return;
    }
    if (row.names === undefined && isNoReview(row, format)) {
      const columns = this.#leftOut.size < MOST_REASONS ? columnNames(this.#understanding) : [];
      return this.leaveOut(row.place, noReviewReason(row, columns));
    }
    const described = around ?? row;
    if (!this.options.placeChoice.admits(row, described, format)) {
      return this.leaveOut(row.place, sentence("of another place"));
    }
    const mustWait = this.#questions.map((question) => question.see(row)).includes(true);
    if (!mustWait) this.#rows.push(this.#read(row, described));
    else {
      const waiting = row.kept?.() ?? row;
      this.#rows.push({ waiting, described: around ?? waiting });
    }
  }

  /** Parses a JSON row. Records a fault for a row that is not an object. */
  addMembers(members: unknown, place: RowPlace, allowed: Sentence, around?: JsonObject): void {
    if (!isJsonObject(members)) return this.addBroken(place, members, allowed);
    const row = new ObjectRow(this.#understanding.format.plainRow?.(members) ?? members, place);
    this.add(row, around && new ObjectRow(around, place));
  }

  leaveOut(place: RowPlace, reason: Sentence): void {
    this.#rows.push({ ...LEFT_OUT, skipped: reason, place: this.#isPlaced(reason) ? place : null });
  }

  #isPlaced(reason: Sentence): boolean {
    const before = this.#leftOut.get(String(reason)) ?? 0;
    this.#leftOut.set(String(reason), before + 1);
    return before < PLACED_ROWS;
  }

  /** Records a row that cannot be parsed at all. */
  addBroken(place: RowPlace, value: unknown, allowed: Sentence): void {
    const faults = [{ field: "row", value: shownValue(value), allowed }];
    this.#rows.push({ review: null, updated: null, skipped: null, faults, place });
  }

  /**
   * Returns the content of the file, after all rows were added.
   *
   * @throws {ImportFileError} If its state columns cannot hold states.
   */
  finish(linesOf: FileContent["linesOf"]): FileContent {
    this.#rules = this.#questions.reduce((rules, question) => ({ ...rules, ...question.settle?.() }), this.#rules);
    const rows = this.#rows.map((row) => "waiting" in row ? this.#read(row.waiting, row.described) : row);
    this.#replies.attach(rows, this.#rules, (number, { place }, skipped) => {
      rows[number] = { ...LEFT_OUT, skipped, place: this.#isPlaced(skipped) ? place : null };
    });
    const asked = this.#questions.map((question) => question.ask());
    const known = this.#states.complete;
    const { scale } = this.#rules;
    for (const what of asked.flatMap(({ warnings = [] }) => warnings)) {
      this.options.onWarning(sentence("{file}: {what}", { file: this.file, what }));
    }
    const late = asked.flatMap(({ doubts = [] }) => doubts);
    const isAnew = ({ id }: { readonly id: string }) => late.some((one) => one.id === id);
    const understanding = {
      ...known,
      format: { ...known.format, ...scale !== null && (scale !== 5 || this.#isScaleKnown) && { scale } },
      doubts: [...known.doubts.filter((one) => !isAnew(one)), ...late],
      needs: asked.flatMap(({ needs = [] }) => needs),
    };
    return { file: this.file, understanding, rows, linesOf };
  }

  #read(row: SourceRow, described: SourceRow): FileRow {
    const { format } = this.#understanding;
    const place = placeOf(row, described, format)?.id ?? null;
    const read = readRow(row, format, this.#rules, place);
    const isPlaced = read.faults.length > 0 || read.skipped !== null && this.#isPlaced(read.skipped);
    return { ...read, place: isPlaced ? row.place : null };
  }
}

/** What words mean, by folded word. The later ones take precedence. */
function folded<Meaning>(
  ...lists: readonly (Readonly<Record<string, Meaning>> | undefined)[]
): ReadonlyMap<string, Meaning> {
  return new Map(
    lists.flatMap((words) => Object.entries(words ?? {}).map(([word, of]) => [foldedCell(word), of] as const)),
  );
}

/** Rows that reply to the review of another one: they have no rating, and name it in a column such as `parent_id`. */
class ReplyRows {
  /** The replying rows by their numbers, and the numbers of the others by their ids. */
  readonly #replies = new Map<number, SourceRow>();
  readonly #numbers = new Map<string, number>();

  constructor(private readonly format: ImportFormat) {}

  /** Takes a row if it is a reply. `number` is its index among all rows. */
  take(row: SourceRow, number: number): boolean {
    const { fields } = this.format;
    if (fields.parent.length === 0) return false;
    const [id, parent, ...stars] = [fields.id, fields.parent, fields.rating, fields.recommendation]
      .map((names) => row.cell(names).value);
    const isReply = !isEmptyValue(parent) && stars.every(isEmptyValue);
    if (isReply) this.#replies.set(number, row.kept?.() ?? row);
    else if (!isEmptyValue(id)) this.#numbers.set(plainText(id), number);
    return isReply;
  }

  /**
   * Adds the replies to their reviews.
   *
   * @param leaveOut Called with the number of each replying row, and with what became of it.
   */
  attach<Row extends ReadRow>(
    rows: Row[],
    rules: RowRules,
    leaveOut: (number: number, row: SourceRow, reason: Sentence) => void,
  ): void {
    for (const [number, row] of this.#replies) {
      const at = this.#numbers.get(plainText(row.cell(this.format.fields.parent).value)) ?? -1;
      const answered = rows[at];
      const { author, isShown, reply } = readReplyRow(row, this.format, rules);
      const isOfAuthor = author === answered?.review?.author && author !== this.format.anonymousAuthor;
      let reason = sentence("a reply to no review of the file");
      if (isOfAuthor) reason = sentence("a reply by the author of the review");
      else if (!isShown) reason = sentence("a reply that is not published");
      else if (reply === null) reason = sentence("a reply without text or day");
      else if (answered !== undefined && answered.review !== null) {
        reason = sentence("a reply, which its review has");
        rows[at] = { ...answered, review: withReply(answered.review, reply) };
      }
      leaveOut(number, row, reason);
    }
  }
}

/** A review with a reply, or with a further one below its own. */
function withReply(review: ImportedReview, reply: NonNullable<ImportedReview["owner_reply"]>): ImportedReview {
  const { owner_reply: own } = review;
  return { ...review, owner_reply: own === null ? reply : { ...own, text: `${own.text}\n${reply.text}` } };
}
