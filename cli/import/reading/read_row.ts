import { type Sentence, sentence } from "../../../domain/sentences/sentence.ts";
import { beginningOf } from "../../../domain/cut_text.ts";
import { z } from "zod";
import {
  DATE_PRECISIONS,
  type DatePrecision,
  type HiddenMark,
  type ImportedReview,
  RELATIONS,
  Review,
  type ReviewAttributes,
  type Verification,
  WITHHELD_REASONS,
} from "../../../domain/review.ts";
import { reviewId } from "../../../domain/review_id.ts";
import { isRole, NOT_SHOWN, readFlag, readIncentive, readVerification, readVisibility } from "../cells/read_flag.ts";
import { type ReadRating, readRating, readRecommendation } from "../cells/read_rating.ts";
import {
  type NameForm,
  readId,
  readLine,
  readNames,
  readOriginal,
  readPhotos,
  readUrl,
  shortLine,
  shortName,
  titledText,
} from "../cells/read_text.ts";
import { type FieldFault, RowReader, shownValue, ValueFault } from "../cells/row_reader.ts";
import { alternatives } from "../cells/language_words.ts";
import { foldedCell, isEmptyValue, type Names, type SourceRow } from "../cells/source_row.ts";
import { readDay } from "../cells/read_day.ts";
import { present } from "./place_choice.ts";
import { isAnonymousState, isGiven, isMarked, type StateRules, unpublished } from "./row_visibility.ts";
import { type ImportFormat, isReadWhole, type ReviewFields } from "../formats/import_format.ts";
import { IMPORT_FORMATS } from "../formats/import_formats.ts";

/** The result of parsing one row: a review, a reason to leave it out (possibly with its review), or faults. */
export interface ReadRow {
  readonly review: ImportedReview | null;
  /** Time of the last change, in milliseconds since 1970; `null` if the row does not give it. */
  readonly updated: number | null;
  readonly skipped: Sentence | null;
  readonly faults: readonly FieldFault[];
  /** The id of a review that the row hides, although it may not repeat it, as an event of its deletion. */
  readonly hides?: string;
  /** Whole stars of a row with faults, if its rating can be read. */
  readonly stars?: number;
}

const TEXT_LIMIT = 100_000;
const UNRATED = sentence("without a rating");
/** Shared empty list for rows without faults. Saves memory, as a large import has a hundred thousand such rows. */
const NONE: readonly FieldFault[] = [];
const ULID = Review.shape.id;
const readAliases = readAs(z.array(ULID).max(100), "a list of at most 100 ids of reviews");
const readInstant = readAs(z.iso.datetime({ offset: true }), "a time such as 2026-11-22T08:00:00Z");
const readRelation = readAs(z.enum(RELATIONS), `one of ${RELATIONS.join(", ")}`);
const readReason = readAs(z.enum(WITHHELD_REASONS), `one of ${WITHHELD_REASONS.join(", ")}`);

/** How the rows of a file are parsed. */
export interface RowRules extends StateRules {
  /** The best rating of the file; null if unknown. */
  readonly scale: number | null;
  /** Whether 0 is the worst rating. */
  readonly isFromZero: boolean;
  /** Whether the files may hold several places. Then the place becomes part of each review's identity. */
  readonly hasPlaces: boolean;
  /** Who vouches for rows that do not say it, if their format does not either. */
  readonly verification?: Verification | undefined;
  /** Whether to repair letters such as "ZoÃ«" (see `mendedLetters`). */
  readonly mendLetters?: boolean;
  /** How the names of authors are published; in full if absent. */
  readonly names?: NameForm | undefined;
  /** Stars that the operator gave to words, by folded word; 0 for rows without a rating. */
  readonly stars?: ReadonlyMap<string, number>;
  /** Called with each decision about a row. */
  readonly onNote: (note: RowNote) => void;
}

/** A decision about a row that the report counts. */
export type RowNote =
  | "rounded"
  | "converted"
  | "recommended"
  | "not recommended"
  | "undated reply"
  | "no day"
  | "no address"
  | "no photo"
  | "no reply";

/** Parses a row by its format and records all faults. `place` is the id of its place; null if it names none. */
export function readRow(row: SourceRow, format: ImportFormat, rules: RowRules, place: string | null = null): ReadRow {
  const reader = new RowReader(row, rules.mendLetters);
  const { only } = format;
  if (only !== undefined && !new RegExp(only.pattern).test(String(reader.cell(only.names).value ?? "").trim())) {
    return { review: null, updated: null, skipped: only.otherwise, faults: NONE };
  }
  const isUnrated = rules.stars?.get(foldedCell(reader.cell(format.fields.rating).value)) === 0;
  const skipped = isUnrated ? UNRATED : unpublished(reader, format.fields, rules);
  if (skipped === null) return readReview(reader, format, rules, place);
  // The review is withheld and counted. Its faults do not matter.
  const { review } = readReview(reader, format, { ...rules, ...UNCOUNTED }, place);
  // A word that the operator leaves out may be that of a reply, which hides nothing.
  const isHidden = unpublished(reader, format.fields, { ...rules, ...UNCOUNTED, states: undefined }) === NOT_SHOWN;
  const [id, source] = [readNativeId(reader, format), reader.take(format.fields.source, sourceOf(format))];
  return {
    review: review && { ...review, unpublished: true },
    updated: null,
    skipped,
    faults: NONE,
    ...isHidden && id !== null && source !== null && { hides: review?.id ?? reviewId([source, id]) },
  };
}

/**
 * Parses a row that replies to the review of another one. The reply is null without text or day. `isShown` is false if a
 * column of states hides the row; the role of who wrote it does not.
 */
export function readReplyRow(row: SourceRow, format: ImportFormat, rules: RowRules) {
  const reader = new RowReader(row, rules.mendLetters);
  const text = readWords(reader, format);
  const date = reader.take(format.fields.date, (value) => readDay(value, rules));
  const author = readAuthor(reader, format, false);
  const shown = author && shortName(author, rules.names);
  const status = format.fields.status.filter((name) => !isRole(reader.cell([name]).value));
  const isShown = isReplyShown(reader, format, rules) &&
    unpublished(reader, { ...format.fields, status, consent: [] }, rules) === null;
  return { author: shown, isShown, reply: text === null || date === null ? null : { text, date } };
}

/** Rules for rows that are not counted. */
const UNCOUNTED = { onNote: () => {} };

function readReview(reader: RowReader, format: ImportFormat, rules: RowRules, place: string | null): ReadRow {
  const { fields } = format;
  const isAnonymous = isMarked(reader, fields.anonymous, rules) || isAnonymousState(reader, fields, rules) ||
    !fields.show_name.every((name) => isGiven(reader, name, rules));
  const author = readAuthor(reader, format, isAnonymous);
  const avatar = reader.optional(fields.author_avatar_url, readUrl, () => rules.onNote("no address"));
  const rating = readStars(reader, format, rules);
  const coarse: DatePrecision[] = [];
  const onCoarse = (precision: DatePrecision) => void coarse.push(precision);
  const date = reader.take(fields.date, (value) => readDay(value, { ...rules, onCoarse }));
  const text = readWords(reader, format);
  const source = reader.take(fields.source, sourceOf(format));
  const sourceUrl = reader.optional(fields.source_url, readUrl, () => rules.onNote("no address"));
  const reply = readReply(reader, format, rules, date);
  const verification = readVouching(reader, format, rules, source);
  const incentive = fields.incentive.length === 0 ? null : readIncentive(reader.cell(fields.incentive).value);
  const technicians = reader.take(fields.mentioned_technicians, readNames);
  const services = reader.take(fields.mentioned_services, readNames);
  const aliases = reader.take(fields.aliases, readAliases) ?? [];
  const relation = reader.take(fields.relation, readRelation);
  const mark = fields.hidden_at.length === 0 ? null : readHiddenMark(reader, fields);
  const native = readNativeId(reader, format);
  const { faults } = reader;
  const isWhole = faults.length === 0 && source !== null && verification !== null;
  if (
    !isWhole || author === null || rating === null || date === null || technicians === null ||
    services === null
  ) {
    return { review: null, updated: null, skipped: null, faults, ...rating !== null && { stars: rating.stars } };
  }
  // An export of the service has what was given at an earlier import.
  const given = isEmptyValue(reader.cell(fields.rating_as_given).value) ? rating.given : null;
  if (rating.isRounded) rules.onNote("rounded");
  else if (given === "recommended" || given === "not recommended") rules.onNote(given);
  else if (given !== null) rules.onNote("converted");
  if (coarse.length > 0) rules.onNote("no day");
  const named = reader.cell(fields.date_precision).value;
  const precision = coarse.at(-1) ?? DATE_PRECISIONS.find((precision) => precision === named) ?? null;
  const isOfPlace = rules.hasPlaces || native === null && fields.place.length > 0;
  const attributes = readAttributes(reader, fields, { given: rating.given, precision }, isOfPlace ? place : null);
  if (!isEmptyValue(reader.cell(fields.photos).value) && !attributes?.photos) rules.onNote("no photo");
  const contents = [author, String(reader.cell(fields.date).value).trim(), String(rating.stars), text ?? ""];
  const isOwn = format.ownIds && ULID.safeParse(native).success;
  const review: ImportedReview = {
    // An id of our own is kept.
    id: native === null
      ? reviewId([source, ...contents, ...attributes?.place === undefined ? [] : [attributes.place]])
      : isOwn
      ? native
      : reviewId([source, native]),
    author: author === format.anonymousAuthor ? author : shortName(author, rules.names),
    author_avatar_url: isAnonymous ? null : avatar,
    rating: rating.stars,
    date,
    text,
    source,
    source_url: sourceUrl,
    owner_reply: reply,
    verified: verification !== "none",
    verification,
    incentive,
    mentioned_technicians: technicians,
    mentioned_services: services,
    ...attributes !== null && { attributes },
    ...aliases.length > 0 && { aliases },
    ...relation !== null && { relation },
    ...mark,
    ...native === null && { unnumbered: true },
  };
  return { review, updated: pointInTime(reader.cell(fields.updated).value), skipped: null, faults: NONE };
}

function readNativeId(reader: RowReader, { fields, idPattern }: ImportFormat): string | null {
  const id = reader.take(fields.id, readId);
  return id === null ? null : new RegExp(idPattern ?? "^$").exec(id)?.[1] ?? id;
}

function sourceOf(format: ImportFormat) {
  return (value: unknown) => readLine(value, 100, format.source);
}

/** Who vouches for the review; nobody if the source says so. Unknown words of a platform count as absent. */
function readVouching(
  reader: RowReader,
  format: ImportFormat,
  rules: RowRules,
  source: string | null,
): Verification | null {
  const { fields, vouchedBy } = format;
  const verified = reader.take(fields.verified, (value) => readFlag(value, true));
  if (verified !== true) return verified === null ? null : "none";
  const vouching = fields.verification.length === 0 ? null : reader.take(fields.verification, (value) => {
    const read = readVerification(value);
    return read instanceof ValueFault && format.name !== "csv" && !format.ownIds ? null : read;
  });
  return vouching ?? vouchedBy ?? rules.verification ?? VOUCHED.get(platformKey(source)) ?? "business";
}

/** Who vouches for the reviews of the platforms that have a format, by {@linkcode platformKey}. */
const VOUCHED: ReadonlyMap<string, Verification> = new Map(
  IMPORT_FORMATS.flatMap(({ source, vouchedBy }) =>
    source === null || vouchedBy === undefined ? [] : [[platformKey(source), vouchedBy]]
  ),
);

/** Name of a platform as people write it in many ways: `Google Maps`, `Booking.com`, `Trusted Shops`. */
function platformKey(source: string | null): string {
  return (source ?? "").toLowerCase().replace(/\.com$|[ -](?:maps|reviews?)$/, "").replace(/[ -]/g, "");
}

/** "No name", "(guestbook, no name)" and the like. */
const NAMELESS = new RegExp(String.raw`(?:^|[(,;:–-]\s*)(?:${alternatives("nameless")})\s*\)?$`, "i");

function readAuthor(reader: RowReader, { fields, anonymousAuthor }: ImportFormat, isAnonymous: boolean): string | null {
  if (isAnonymous) return reader.take([], (value) => readLine(value, 200, anonymousAuthor));
  const surname = reader.cell(fields.surname).value;
  return reader.take(fields.author, (given) => {
    const value = NAMELESS.test(String(given).trim()) ? null : given;
    const names = [value, surname].filter((name) => !isEmptyValue(name));
    return readLine(names.length === 2 ? names.join(" ") : isEmptyValue(value) ? surname : value, 200, anonymousAuthor);
  });
}

function readStars(reader: RowReader, { fields, best }: ImportFormat, rules: RowRules): ReadRating | null {
  if (fields.recommendation.length > 0 && isEmptyValue(reader.cell(fields.rating).value)) {
    const recommended = reader.cell(fields.recommendation).value;
    if (fields.rating.length === 0 || !isEmptyValue(recommended)) {
      return reader.take(fields.recommendation, readRecommendation);
    }
  }
  const rating = reader.take(fields.rating, (value) => {
    const stars = rules.stars?.get(foldedCell(value));
    if (stars !== undefined) return { stars, given: beginningOf(shownValue(value), 40), isRounded: false };
    const scale = best === undefined ? NaN : Number(reader.cell([best]).value);
    return readRating(value, scale > 1 ? scale : rules.scale, rules.isFromZero);
  });
  if (rating === null || rating.given !== null || fields.rating_as_given.length === 0) return rating;
  const given = reader.cell(fields.rating_as_given).value;
  return typeof given === "string" && given !== "" ? { ...rating, given: beginningOf(given, 40) } : rating;
}

function readAttributes(
  reader: RowReader,
  fields: ReviewFields,
  { given, precision }: { readonly given: string | null; readonly precision: DatePrecision | null },
  place: string | null,
): ReviewAttributes | null {
  const photos = fields.photos.length === 0 ? [] : readPhotos(reader.cell(fields.photos).value);
  const lineOf = (names: Names) => names.length === 0 ? null : shortLine(reader.cell(names).value);
  const read: { readonly [Name in keyof Required<ReviewAttributes>]: ReviewAttributes[Name] | null } = {
    photos: photos.length > 0 ? [...photos] : null,
    product: lineOf(fields.product),
    visit_type: lineOf(fields.visit_type),
    place: place === null ? lineOf(fields.place_as_given) : shortLine(place),
    rating_as_given: given,
    date_precision: precision,
  };
  const attributes: ReviewAttributes = present(read);
  return Object.keys(attributes).length === 0 ? null : attributes;
}

function readWords(reader: RowReader, format: ImportFormat): string | null {
  const title = reader.take(format.fields.title, (value) => readOriginal(value, format, TEXT_LIMIT));
  const { text: names } = format.fields;
  const parts = isReadWhole(format, "text") && names.length > 1
    ? names.map((name) => ({ label: name, names: [name] }))
    : [{ label: "", names }, ...format.textParts];
  const written = new Map(parts.flatMap(({ label, names }) => {
    const part = reader.take(names, (value) => readOriginal(value, format, TEXT_LIMIT));
    return part === null || /^no (?:positive|negative)$/i.test(part) ? [] : [[part, labelled(label, part)]];
  }));
  const text = titledText(title, [...written.values()].join("\n") || null);
  if (text === null || text.length <= TEXT_LIMIT) return text;
  reader.refuse(reader.cell(names), sentence("title and text of at most 100,000 characters"));
  return null;
}

/** A part of a text after its label: a question, the name of a column, or the last telling name of a path. */
function labelled(label: string, part: string): string {
  if (label === "") return part;
  const name = /\s/.test(label) ? label : label.replace(/[./](?:value|text|answer)$/, "").replace(/^.*[./]/, "");
  return `${name}${/\p{P}$/u.test(name) ? "" : ":"} ${part}`;
}

/** The state of a reply that says nothing (Google Business Profile API v4, `ReviewReply`). */
const UNSPECIFIED = /UNSPECIFIED$/;

/** Whether the column of the reply's state, if there is one, says yes. */
function isReplyShown(reader: RowReader, { fields }: ImportFormat, rules: RowRules): boolean {
  const { value: state } = reader.cell(fields.reply_state);
  if (state === undefined || UNSPECIFIED.test(String(state))) return true;
  return !isEmptyValue(state) && readVisibility(state, rules.states) === null;
}

/** Parses the reply; null if the platform does not show it. One without a day gets `day`, the earliest possible one. */
function readReply(reader: RowReader, format: ImportFormat, rules: RowRules, day: string | null) {
  if (!isReplyShown(reader, format, rules)) return null;
  const names = format.fields.reply_text;
  const noReply = () => rules.onNote("no reply");
  const text = reader.optional(names, (value) => readOriginal(value, format, TEXT_LIMIT), noReply);
  if (text === null) {
    // A reply that is a text instead of an object would be lost silently.
    const around = reader.cell(names.flatMap((name) => name.includes(".") ? [name.slice(0, name.indexOf("."))] : []));
    if (typeof around.value === "string" && !isEmptyValue(around.value) && !/^\s*[[{]/.test(around.value)) noReply();
    return null;
  }
  const date = readDay(reader.cell(format.fields.reply_date).value, rules);
  if (typeof date === "string") return { text, date };
  if (day !== null) rules.onNote("undated reply");
  return day === null ? null : { text, date: day };
}

function readHiddenMark(reader: RowReader, fields: ReviewFields): HiddenMark | null {
  const hidden_at = reader.take(fields.hidden_at, readInstant);
  const hidden_reason = reader.take(fields.hidden_reason, readReason);
  const hidden_note = reader.take(fields.hidden_note, (value) => readLine(value, 1000, "")) || null;
  return hidden_at === null ? null : { hidden_at, ...present({ hidden_reason, hidden_note }) };
}

/** Returns a function that parses a value of our own exports; null for an empty one. */
function readAs<Schema extends z.ZodType>(schema: Schema, allowed: string) {
  const fault = new ValueFault(allowed);
  return (value: unknown): z.output<Schema> | null | ValueFault =>
    isEmptyValue(value) ? null : schema.safeParse(value).data ?? fault;
}

function pointInTime(value: unknown): number | null {
  const time = typeof value === "string" ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? null : time;
}
