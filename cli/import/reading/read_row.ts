import { z } from "zod";
import { type ImportedReview, Review, type ReviewAttributes } from "../../../domain/review.ts";
import { reviewId } from "../../../domain/ulid.ts";
import { numericDay } from "../cells/days/numeric_day.ts";
import { type DayRules, readDay } from "../cells/days/read_day.ts";
import { readFlag } from "../cells/read_flag.ts";
import { readPhotos } from "../cells/read_photos.ts";
import { ABOVE_FIVE, type ReadRating, readRating, readRecommendation } from "../cells/read_rating.ts";
import { originalText, readId, readLine, readNames, readText, readUrl, titledText } from "../cells/read_text.ts";
import { plainText } from "../cells/plain_text.ts";
import { readVisibility } from "../cells/read_visibility.ts";
import { type FieldFault, RowReader } from "../cells/row_reader.ts";
import { type Cell, isEmptyValue, type Names, type SourceRow } from "../cells/source_row.ts";
import { ValueFault } from "../cells/value_fault.ts";
import type { ImportFormat, ReviewFields } from "../formats/import_format.ts";

/** The result of reading one row: a review, a reason to leave it out, or faults. */
export interface ReadRow {
  readonly review: ImportedReview | null;
  /** Time of the last change, in milliseconds since 1970; `null` if the row does not give it. */
  readonly updated: number | null;
  readonly skipped: string | null;
  readonly faults: readonly FieldFault[];
}

const TEXT_LIMIT = 100_000;
/** One empty list for all rows without faults: a large import has a hundred thousand of them. */
const NONE: readonly FieldFault[] = [];
const NOT_ALIASES = new ValueFault("a list of at most 100 ids of reviews");
const NOT_AN_INSTANT = new ValueFault("a time such as 2026-11-22T08:00:00Z");
const INSTANT = z.iso.datetime({ offset: true });
const ULID = Review.shape.id;

/** How the rows of a file are parsed. */
export interface RowRules extends DayRules {
  /** The best rating of the file; null for that of the format. */
  readonly scale: number | null;
  /** Whether the files hold several places, so that reviews with an id name theirs too. */
  readonly hasPlaces: boolean;
  /** Whether letters that were decoded twice ("ZoÃ«") are put right. */
  readonly mendLetters?: boolean;
  /** Called with what was decided for a row and the operator should know, in words that follow a count. */
  readonly onNote: (note: RowNote) => void;
  /** Called with a rating above 5 in a file whose scale nobody has named. */
  readonly onAboveFive: (cell: Cell) => void;
}

/** A decision about a row that the report counts. */
export type RowNote = "rounded" | "converted" | "recommended" | "not recommended" | "undated reply" | "month only";

/**
 * Parses one row according to its format and records all its faults.
 *
 * @param place Which of several places the row is of; null if it names none.
 */
export function readRow(row: SourceRow, format: ImportFormat, rules: RowRules, place: string | null = null): ReadRow {
  const reader = new RowReader(row, rules.mendLetters);
  const skipped = format.skip?.(reader) ?? unpublished(reader, format.fields, rules);
  if (skipped !== null) return { review: null, updated: null, skipped, faults: NONE };
  const { fields } = format;
  const isAnonymous = isMarked(reader, fields.anonymous, rules);
  const author = reader.take(isAnonymous ? [] : fields.author, (value) => readLine(value, 200, format.anonymousAuthor));
  const avatar = reader.take(fields.author_avatar_url, readUrl);
  const rating = readStars(reader, format, rules);
  const date = reader.take(fields.date, (value) => readDay(value, rules));
  const text = readWords(reader, format);
  const source = reader.take(fields.source, (value) => readLine(value, 100, format.source));
  const sourceUrl = reader.take(fields.source_url, readUrl);
  const reply = readReply(reader, format, rules, date);
  const verified = reader.take(fields.verified, (value) => readFlag(value, true));
  const technicians = reader.take(fields.mentioned_technicians, readNames);
  const services = reader.take(fields.mentioned_services, readNames);
  const aliases = fields.aliases.length === 0 ? [] : reader.take(fields.aliases, readAliases);
  const hiddenAt = fields.hidden_at.length === 0 ? null : reader.take(fields.hidden_at, readInstant);
  const id = reader.take(fields.id, readId);
  const { faults } = reader;
  if (
    faults.length > 0 || author === null || rating === null || date === null || aliases === null ||
    source === null || verified === null || technicians === null || services === null
  ) {
    return { review: null, updated: null, skipped: null, faults };
  }
  if (rating.isRounded) rules.onNote("rounded");
  else if (rating.given === "recommended" || rating.given === "not recommended") rules.onNote(rating.given);
  else if (rating.given !== null) rules.onNote("converted");
  const native = id === null ? null : format.nativeId?.(id) ?? id;
  const isOfPlace = rules.hasPlaces || native === null && fields.place.length > 0;
  const attributes = readAttributes(reader, fields, rating.given, isOfPlace ? place : null);
  const review: ImportedReview = {
    id: native !== null && format.ownIds && ULID.safeParse(native).success
      ? native
      : native !== null
      ? reviewId([source, native])
      : reviewId([
        ...[source, author, rawDate(reader, fields.date), String(rating.stars), text ?? ""],
        ...attributes?.place === undefined ? [] : [attributes.place],
      ]),
    author,
    author_avatar_url: isAnonymous ? null : avatar,
    rating: rating.stars,
    date,
    text,
    source,
    source_url: sourceUrl,
    owner_reply: reply,
    verified,
    mentioned_technicians: technicians,
    mentioned_services: services,
    ...attributes !== null && { attributes },
    ...aliases.length > 0 && { aliases },
    ...hiddenAt !== null && { hidden_at: hiddenAt },
    ...native === null && { unnumbered: true },
  };
  return { review, updated: pointInTime(reader.cell(fields.updated).value), skipped: null, faults: NONE };
}

/** Why the source does not show the review; null if it does. Every column that says so counts. */
function unpublished(reader: RowReader, { status, consent, hidden }: ReviewFields, rules: DayRules): string | null {
  for (const name of status) {
    const reason = reader.take([name], readVisibility);
    if (reason !== null) return reason;
  }
  for (const name of consent) if (reader.take([name], readVisibility) !== null) return "without consent to publish";
  return isMarked(reader, hidden, rules) ? "not published" : null;
}

/** Whether one of the columns says yes, or since when: a day in any order. */
function isMarked(reader: RowReader, names: Names, rules: DayRules): boolean {
  const readMark = (value: unknown) => {
    const flag = isEmptyValue(value) ? false : readFlag(value, false);
    const isDay = flag instanceof ValueFault &&
      (numericDay(value) !== null || !(readDay(value, rules) instanceof ValueFault));
    return isDay || flag;
  };
  return names.some((name) => reader.take([name], readMark) === true);
}

function readStars(reader: RowReader, { fields, scale }: ImportFormat, rules: RowRules): ReadRating | null {
  if (fields.recommendation.length > 0 && isEmptyValue(reader.cell(fields.rating).value)) {
    const said = reader.cell(fields.recommendation).value;
    if (fields.rating.length === 0 || !isEmptyValue(said)) {
      return reader.take(fields.recommendation, readRecommendation);
    }
  }
  const best = rules.scale ?? scale ?? null;
  const rating = reader.take(fields.rating, (value) => {
    const read = readRating(value, best);
    if (read === ABOVE_FIVE) rules.onAboveFive(reader.cell(fields.rating));
    return read;
  });
  if (rating === null || rating.given !== null || fields.rating_as_given.length === 0) return rating;
  const given = reader.cell(fields.rating_as_given).value;
  return typeof given === "string" && given !== "" ? { ...rating, given: given.slice(0, 40) } : rating;
}

function readAttributes(
  reader: RowReader,
  fields: ReviewFields,
  given: string | null,
  place: string | null,
): ReviewAttributes | null {
  const photos = fields.photos.length === 0 ? [] : readPhotos(reader.cell(fields.photos).value);
  const product = fields.product.length === 0 ? null : shortLine(reader.cell(fields.product).value);
  const visit = fields.visit_type.length === 0 ? null : shortLine(reader.cell(fields.visit_type).value);
  const ofPlace = place ?? (fields.place_as_given.length === 0 ? null : reader.cell(fields.place_as_given).value);
  const branch = ofPlace === null ? null : shortLine(ofPlace);
  if (photos.length === 0 && product === null && visit === null && branch === null && given === null) return null;
  return {
    ...photos.length > 0 && { photos: [...photos] },
    ...product !== null && { product },
    ...visit !== null && { visit_type: visit },
    ...branch !== null && { place: branch },
    ...given !== null && { rating_as_given: given },
  };
}

/** A line of at most 200 characters; null for a value that is none, which is no reason to refuse a review. */
function shortLine(value: unknown): string | null {
  const line = readLine(typeof value === "number" ? String(value) : value, TEXT_LIMIT, "");
  return typeof line === "string" && line !== "" ? line.slice(0, 200).trim().toWellFormed() : null;
}

function readWords(reader: RowReader, format: ImportFormat): string | null {
  const title = reader.take(format.fields.title, (value) => readOriginal(value, format));
  const written = reader.take(format.fields.text, (value) => readOriginal(value, format));
  const text = titledText(title, joinedParts(written, reader, format));
  if (text === null || text.length <= TEXT_LIMIT) return text;
  reader.refuse(reader.cell(format.fields.text), "title and text of at most 100,000 characters");
  return null;
}

/** The text and its parts, such as what a guest liked and disliked, each on lines of its own. */
function joinedParts(written: string | null, reader: RowReader, format: ImportFormat): string | null {
  if (format.textParts === undefined) return written;
  const parts = format.textParts.flatMap(({ label, names }) => {
    const part = reader.take(names, (value) => readOriginal(value, format));
    return part === null || /^no (?:positive|negative)$/i.test(part) ? [] : [`${label}: ${part}`];
  });
  return [...written === null ? [] : [written], ...parts].join("\n") || null;
}

/** A reply without a day gets the day of its review, on which it cannot have been written before. */
function readReply(
  reader: RowReader,
  format: ImportFormat,
  rules: RowRules,
  day: string | null,
): Review["owner_reply"] {
  const text = reader.take(format.fields.reply_text, (value) => readOriginal(value, format));
  if (text === null) return null;
  if (isEmptyValue(reader.cell(format.fields.reply_date).value)) {
    if (day !== null) rules.onNote("undated reply");
    return day === null ? null : { text, date: day };
  }
  const date = reader.take(format.fields.reply_date, (value) => readDay(value, rules));
  return date === null ? null : { text, date };
}

function readOriginal(value: unknown, format: ImportFormat): string | null | ValueFault {
  const plain = format.html && typeof value === "string" ? plainText(value) : value;
  const text = readText(plain, TEXT_LIMIT);
  return typeof text === "string" && format.translated ? originalText(text) : text;
}

function readInstant(value: unknown): string | null | ValueFault {
  if (isEmptyValue(value)) return null;
  return typeof value === "string" && INSTANT.safeParse(value).success ? value : NOT_AN_INSTANT;
}

function readAliases(value: unknown): string[] | ValueFault {
  if (isEmptyValue(value)) return [];
  const isList = Array.isArray(value) && value.length <= 100 && value.every((id) => ULID.safeParse(id).success);
  return isList ? value : NOT_ALIASES;
}

function rawDate(reader: RowReader, names: Names): string {
  return String(reader.cell(names).value).trim();
}

function pointInTime(value: unknown): number | null {
  const time = typeof value === "string" ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? null : time;
}
