import { type ImportedReview, Review } from "../../domain/review.ts";
import { reviewId } from "../../domain/ulid.ts";
import { type DayRules, readDay } from "./cells/read_day.ts";
import { readFlag } from "./cells/read_flag.ts";
import { readId } from "./cells/read_id.ts";
import { readLine } from "./cells/read_line.ts";
import { readNames } from "./cells/read_names.ts";
import { readRating, readStarWord } from "./cells/read_rating.ts";
import { originalText, readText, titledText } from "./cells/read_text.ts";
import { readUrl } from "./cells/read_url.ts";
import { type FieldFault, RowReader } from "./cells/row_reader.ts";
import { isEmptyValue, type Names, type SourceRow } from "./cells/source_row.ts";
import { ValueFault } from "./cells/value_fault.ts";
import type { ImportFormat } from "./formats/import_format.ts";

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
const ULID = Review.shape.id;

/** Parses one row according to its format and records all its faults. */
export function readRow(row: SourceRow, format: ImportFormat, rules: DayRules): ReadRow {
  const reader = new RowReader(row);
  const skipped = format.skip?.(reader) ?? null;
  if (skipped !== null) return { review: null, updated: null, skipped, faults: NONE };
  const { fields } = format;
  const isAnonymous = reader.take(fields.anonymous, (value) => readFlag(value, false)) === true;
  const author = reader.take(isAnonymous ? [] : fields.author, (value) => readLine(value, 200, format.anonymousAuthor));
  const avatar = reader.take(fields.author_avatar_url, readUrl);
  const rating = reader.take(fields.rating, format.starWords ? readStarWord : readRating);
  const date = reader.take(fields.date, (value) => readDay(value, rules));
  const text = readWords(reader, format);
  const source = reader.take(fields.source, (value) => readLine(value, 100, format.source));
  const sourceUrl = reader.take(fields.source_url, readUrl);
  const reply = readReply(reader, format, rules);
  const verified = reader.take(fields.verified, (value) => readFlag(value, true));
  const technicians = reader.take(fields.mentioned_technicians, readNames);
  const services = reader.take(fields.mentioned_services, readNames);
  const id = reader.take(fields.id, readId);
  const { faults } = reader;
  if (
    faults.length > 0 || author === null || rating === null || date === null ||
    source === null || verified === null || technicians === null || services === null
  ) {
    return { review: null, updated: null, skipped: null, faults };
  }
  const native = id === null ? null : format.nativeId?.(id) ?? id;
  const review = {
    id: native !== null && format.ownIds && ULID.safeParse(native).success
      ? native
      : native !== null
      ? reviewId([source, native])
      : reviewId([source, author, rawDate(reader, fields.date), String(rating), text ?? ""]),
    author,
    author_avatar_url: isAnonymous ? null : avatar,
    rating,
    date,
    text,
    source,
    source_url: sourceUrl,
    owner_reply: reply,
    verified,
    mentioned_technicians: technicians,
    mentioned_services: services,
  };
  return { review, updated: pointInTime(reader.cell(fields.updated).value), skipped: null, faults: NONE };
}

function readWords(reader: RowReader, format: ImportFormat): string | null {
  const title = reader.take(format.fields.title, (value) => readText(value, TEXT_LIMIT));
  const written = reader.take(format.fields.text, (value) => readOriginal(value, format));
  const text = titledText(title, written);
  if (text === null || text.length <= TEXT_LIMIT) return text;
  reader.refuse(reader.cell(format.fields.text), "title and text of at most 100,000 characters");
  return null;
}

function readReply(reader: RowReader, format: ImportFormat, rules: DayRules): Review["owner_reply"] {
  const text = reader.take(format.fields.reply_text, (value) => readOriginal(value, format));
  if (text === null) return null;
  const date = reader.take(format.fields.reply_date, (value) => {
    return isEmptyValue(value) ? new ValueFault("the day of the reply") : readDay(value, rules);
  });
  return date === null ? null : { text, date };
}

function readOriginal(value: unknown, format: ImportFormat): string | null | ValueFault {
  const text = readText(value, TEXT_LIMIT);
  return typeof text === "string" && format.translated ? originalText(text) : text;
}

function rawDate(reader: RowReader, names: Names): string {
  return String(reader.cell(names).value).trim();
}

function pointInTime(value: unknown): number | null {
  const time = typeof value === "string" ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? null : time;
}
