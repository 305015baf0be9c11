import { type PlainText, type Sentence, sentence } from "../../../domain/sentences/sentence.ts";
import { z } from "zod";
import { type Container, CONTAINERS, ImportFileError } from "../bytes/file_container.ts";
import type { JsonObject, Names } from "../cells/source_row.ts";
import { type RowFinder, rowsUnder } from "./row_groups.ts";
import { DAY_ORDERS, type DayOrder } from "../cells/day_order.ts";
import {
  ANONYMOUS,
  HIDDEN_MEMBERS,
  type HiddenMark,
  type Review,
  REVIEW_PATHS,
  type ReviewAttributes,
  type Verification,
  VERIFICATIONS,
} from "../../../domain/review.ts";
import { hasOne, nameWords } from "./column_names.ts";

/**
 * Fields to which a column can be mapped. `anonymous`, `show_name` and `hidden` are flags; `recommendation` is yes or
 * no where there are no stars. `surname` is appended to `author`. `verification` names who vouches for the review.
 * `parent` is the id of the review to which a row without stars replies. `status` says whether the source shows it,
 * `reply_state` whether it shows the reply, `consent` whether its author agrees to that. `place` is the id of the
 * place.
 */
const MAPPED =
  "id author surname anonymous show_name author_avatar_url rating recommendation date text title source source_url";
const MORE_MAPPED =
  "reply_text reply_date reply_state parent verified verification incentive status consent hidden place photos product visit_type";
const PLACE_FIELDS =
  "name url telephone category street_address locality region postal_code country latitude longitude";

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** A field to which a column can be mapped. */
export type MappedField = Words<typeof MAPPED> | Words<typeof MORE_MAPPED>;

/** A member of a review in our own exports that has a field of the same name. */
type OwnField =
  | Exclude<keyof Review | keyof HiddenMark, "owner_reply" | "attributes">
  | Exclude<keyof ReviewAttributes, "place">;

/**
 * A field of a review. Those that cannot be mapped stand in our own exports, except `updated`: the time of the last
 * change, which decides between versions.
 */
export type ReviewField = MappedField | OwnField | "place_as_given" | "updated";

/** The names of each review field in a format; empty if the format lacks the field. */
export type ReviewFields = Readonly<Record<ReviewField, Names>>;

/** The names of the fields that describe the reviewed place. */
export type PlaceFields = Readonly<Record<Words<typeof PLACE_FIELDS>, Names>>;

/** The fields to which a column can be mapped. */
export const MAPPED_FIELDS = `${MAPPED} ${MORE_MAPPED}`.split(" ") as readonly MappedField[];

/** The containers whose rows can be read by a column map. */
export const MAPPED_CONTAINERS: readonly Container[] = ["csv", "json", "xml"];

/** Fields for which every column counts, because each one can hide a review or its author's name. */
export const STATE_FIELDS: readonly MappedField[] = ["show_name", "anonymous", "status", "consent", "hidden"];

/** Whether all columns of a field are read, not only the first with a value. A mapped text is joined from its columns. */
export function isReadWhole({ name }: Pick<ImportFormat, "name">, field: MappedField): boolean {
  return STATE_FIELDS.includes(field) || field === "text" && name === "csv";
}

/** A column map: column or path by review field. */
export type FieldMap = ReadonlyMap<string, string>;

/** Separator of several names for one field (see {@linkcode isReadWhole}). */
export const COLUMN_SEPARATOR = "|";

/** A format of review files. `read_row.ts` has the rules common to all formats. */
export interface ImportFormat {
  readonly name: string;
  readonly containers: readonly Container[];
  /** Columns or members that identify the format. Each mark lists alternative names, of which one must be present. */
  readonly marks: readonly Names[];
  readonly fields: ReviewFields;
  readonly place?: PlaceFields;
  /** Documented columns that are not read, although their names suggest a field or a state. `*` matches any rest. */
  readonly ignored?: Names;
  /** The source of rows that do not name one; `null` if every row must. */
  readonly source: string | null;
  /** Who vouches for rows that do not say it; absent if the source does not check its reviews. */
  readonly vouchedBy?: Verification;
  /** The name for reviewers without one; `null` if every row must have one. */
  readonly anonymousAuthor: string | null;
  readonly scale?: number | undefined;
  /** The column of a table that holds the best rating of each row. */
  readonly best?: string | undefined;
  /** The order of dates such as 03/04/2024, if it is known before the file is read. */
  readonly dateOrder?: DayOrder | undefined;
  /** Whether ids in ULID form are our published ids, not ids at the source. */
  readonly ownIds?: boolean;
  /** Further parts of the text, each written after its label. */
  readonly textParts: readonly { readonly label: string; readonly names: Names }[];
  /** Pattern whose first group is the review id within a longer name. An id that does not match is used whole. */
  readonly idPattern?: string;
  /** Pattern whose first group is the place id within a longer name. A name that does not match has no place id. */
  readonly placePattern?: string;
  /** Condition for rows: those whose cell does not match are left out for the reason `otherwise`. */
  readonly only?: { readonly names: Names; readonly pattern: string; readonly otherwise: Sentence };
  readonly findRows: RowFinder;
  /** Converts the members of a row to the names that `fields` uses. */
  readonly plainRow?: (members: JsonObject) => JsonObject;
}

type Needed = "name" | "containers" | "marks";

/** Members of our own exports whose field has another name: `place` is a column of places, of which one is chosen. */
const OWN_NAMES: Readonly<Record<string, ReviewField>> = {
  "owner_reply.text": "reply_text",
  "owner_reply.date": "reply_date",
  "attributes.place": "place_as_given",
};

/** The fields of our own exports: every member of a review, with its path. */
export const OWN_FIELDS: Partial<ReviewFields> = Object.fromEntries(
  [...REVIEW_PATHS, ...HIDDEN_MEMBERS].map((path) => [OWN_NAMES[path] ?? path.replace(/^.*\./, ""), [path]]),
);

const REVIEW_FIELDS = [...new Set([...MAPPED_FIELDS, ...Object.keys(OWN_FIELDS), "updated"])] as readonly ReviewField[];
const NO_FIELDS = withoutNames(REVIEW_FIELDS) as ReviewFields;
const NO_PLACE = withoutNames(PLACE_FIELDS.split(" ")) as PlaceFields;

const Name = z.string().min(1);
const NameList = z.array(Name).min(1);
const Pattern = z.string().refine((text) => {
  try {
    return new RegExp(text) !== null;
  } catch {
    return false;
  }
}, "Expected a pattern");

/** Reasons of formats to leave out rows. */
const OTHERWISE = [
  "a product's review beside that of the service",
  "without a rating",
  "no review",
  "not written on Google",
] as const satisfies readonly PlainText[];

/** A format as written in `formats.json`. Absent fields have no names. */
export type FormatDescription = z.output<typeof FormatDescription>;
export const FormatDescription = z.strictObject({
  name: Name,
  about: Name.describe("which export, page or answer has this form, and what is special about it"),
  containers: z.array(z.enum(CONTAINERS)).min(1),
  marks: z.array(NameList).min(1),
  fields: z.partialRecord(z.enum(REVIEW_FIELDS), NameList),
  place: z.partialRecord(z.enum(Object.keys(NO_PLACE) as readonly (keyof PlaceFields)[]), NameList).exactOptional(),
  rows: Name.exactOptional().describe("the member of a JSON document that holds its rows; reviews by default"),
  ignored: NameList.exactOptional(),
  source: Name.exactOptional(),
  vouchedBy: z.enum(VERIFICATIONS).exactOptional(),
  anonymousAuthor: Name.nullable().exactOptional(),
  scale: z.int().min(2).max(100).exactOptional(),
  dateOrder: z.enum(DAY_ORDERS).exactOptional(),
  ownIds: z.boolean().exactOptional(),
  textParts: z.array(z.strictObject({ label: z.string(), names: NameList })).exactOptional(),
  idPattern: Pattern.exactOptional(),
  placePattern: Pattern.exactOptional(),
  only: z.strictObject({
    names: NameList,
    pattern: Pattern,
    otherwise: z.enum(OTHERWISE).transform((text) => sentence(text)),
  })
    .exactOptional(),
});

type Described = Pick<ImportFormat, Needed> & Partial<Omit<ImportFormat, Needed | "fields" | "place">> & {
  readonly fields: Partial<ReviewFields>;
  readonly place?: Partial<PlaceFields>;
  readonly rows?: string;
};

/** Fills in the defaults of a format. */
export function importFormat({ fields, place, rows = "reviews", ...format }: Described): ImportFormat {
  return {
    source: null,
    anonymousAuthor: ANONYMOUS,
    textParts: [],
    findRows: rowsUnder(rows),
    ...format,
    fields: { ...NO_FIELDS, ...fields },
    ...place !== undefined && { place: { ...NO_PLACE, ...place } },
  };
}

function withoutNames(fields: readonly string[]): Readonly<Record<string, Names>> {
  return Object.fromEntries(fields.map((field) => [field, []]));
}

/** The format of a map of columns or paths (`author.name`). Throws an ImportFileError without a required field. */
export function mappedFormat(map: FieldMap): ImportFormat {
  const format = importFormat({ name: "csv", containers: MAPPED_CONTAINERS, marks: [], fields: {}, source: "csv" });
  if (isWholeMap(map)) return withMap(format, map);
  throw new ImportFileError(
    map.has("rating") || map.has("recommendation")
      ? sentence('No column is mapped to date, which the format "csv" needs: add --map date=COLUMN.')
      : sentence('No column is mapped to rating, which the format "csv" needs: add --map rating=COLUMN.'),
  );
}

/** Whether a map has all required fields of a format. If not, it can only change a known format. */
export function isWholeMap(map: FieldMap): boolean {
  return map.has("date") && (map.has("rating") || map.has("recommendation"));
}

/** Returns a known format with the columns of the map for some fields. */
export function withMap(format: ImportFormat, map: FieldMap): ImportFormat {
  // State fields keep their columns, because all of them count. In other fields the new column replaces the old one.
  const kept: ReadonlyMap<string, Names> = new Map(STATE_FIELDS.map((field) => [field, format.fields[field]]));
  const fields = Object.fromEntries(
    Array.from(map, ([field, columns]) => [field, [...kept.get(field) ?? [], ...columns.split(COLUMN_SEPARATOR)]]),
  );
  const all = { ...format.fields, ...fields };
  // A consent to publication without the name hides the name.
  const nameless = all.consent.filter((column) => hasOne(nameWords(column), "anonymity"));
  return {
    ...format,
    marks: [...format.marks, ...mappedColumns(map).map((column) => [column])],
    fields: { ...all, anonymous: [...all.anonymous, ...nameless] },
  };
}

/** All columns that a map names. */
export function mappedColumns(map: FieldMap): readonly string[] {
  return [...map.values()].flatMap((columns) => columns.split(COLUMN_SEPARATOR));
}
