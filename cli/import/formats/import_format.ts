import type { Container } from "../bytes/file_container.ts";
import type { DayOrder } from "../cells/days/numeric_day.ts";
import type { JsonObject } from "../cells/object_row.ts";
import type { RowReader } from "../cells/row_reader.ts";
import type { Names } from "../cells/source_row.ts";
import { type FoundRows, rowsUnder } from "./row_groups.ts";

/**
 * The fields of a review. `anonymous` and `hidden` are flags; `recommendation` is yes or no where there are no stars.
 * `status` says whether the source shows the review, `consent` whether its author agrees to that. `updated`, the time of the
 * last change, decides between versions. `place` is the id of the reviewed place.
 */
const FIELDS = "id author anonymous author_avatar_url rating recommendation date title text source source_url";
const MORE_FIELDS = "reply_text reply_date verified status consent hidden updated place photos product visit_type";
/** What only our own forms have; `place_as_given` was chosen at the first import, `hidden_at` is the operator's. */
const OWN_FIELDS = "mentioned_technicians mentioned_services place_as_given rating_as_given aliases hidden_at";
const REVIEW_FIELDS = `${FIELDS} ${MORE_FIELDS} ${OWN_FIELDS}` as const;
const PLACE_FIELDS =
  "name url telephone category street_address locality region postal_code country latitude longitude";

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** The names of each field of a review in a format; empty if the format does not have the field. */
export type ReviewFields = Readonly<Record<Words<typeof REVIEW_FIELDS>, Names>>;

/** The names of the fields that describe the reviewed place. */
export type PlaceFields = Readonly<Record<Words<typeof PLACE_FIELDS>, Names>>;

/** A format of review files. What all formats share is in `read_row.ts`. */
export interface ImportFormat {
  readonly name: string;
  readonly containers: readonly Container[];
  /** Columns or members that identify the format: a row has at least one name of each. */
  readonly marks: readonly Names[];
  readonly fields: ReviewFields;
  /** The source of rows that do not name one; `null` if every row must. */
  readonly source: string | null;
  /** The name for reviewers without one; `null` if every row must have one. */
  readonly anonymousAuthor: string | null;
  /** The best rating; 5 by default. */
  readonly scale?: number | undefined;
  /** The order of dates such as 03/04/2024, where it is known before the file is read. */
  readonly dateOrder?: DayOrder | undefined;
  /** Columns that the origin's documentation names and a review has no field for; `*` stands for any rest of a name. */
  readonly ignored?: Names;
  /** Whether texts may contain Google's translation beside the original. */
  readonly translated?: boolean;
  /** Whether texts are HTML. */
  readonly html?: boolean;
  /** Whether an id that is a ULID is the published id, and not an id at the source. */
  readonly ownIds?: boolean;
  /** Extracts the review's id from a longer resource name. */
  readonly nativeId?: (id: string) => string;
  /** Extracts the place's id from a longer resource name. */
  readonly nativePlace?: (id: string) => string;
  /** Parts of the text beside `text`, each written after its label. */
  readonly textParts?: readonly { readonly label: string; readonly names: Names }[];
  /** Called before a row is parsed: returns the reason to leave it out, or `null`. May also record faults. */
  readonly skip?: (reader: RowReader) => string | null;
  readonly place?: PlaceFields;
  /** Finds the rows of a JSON document; `null` if the document does not have the format's layout. */
  readonly findRows?: (document: unknown) => FoundRows | null;
  /** Brings the members of a row into the form that the fields name. */
  readonly plainRow?: (members: JsonObject) => JsonObject;
  /** Why a file of this form cannot be imported, as a sentence about the file. */
  readonly refusal?: string;
}

/** Stands between the names of one field. The first with a value counts; of states and consents all count. */
export const COLUMN_SEPARATOR = "|";

type Joined = "marks" | "fields" | "place" | "ignored" | "textParts";

/** A format as its file states it. Strings hold alternative names, separated by `|`; absent fields have none. */
export interface FormatDescription extends Omit<ImportFormat, Joined | "anonymousAuthor"> {
  readonly marks: readonly string[];
  readonly fields: Readonly<Partial<Record<keyof ReviewFields, string>>>;
  readonly place?: Readonly<Partial<Record<keyof PlaceFields, string>>>;
  readonly ignored?: string;
  readonly textParts?: readonly { readonly label: string; readonly names: string }[];
  /** "Anonymous" by default. */
  readonly anonymousAuthor?: string | null;
}

/** Completes a format. By default its rows stand under `reviews`. */
export function importFormat(
  { marks, fields, place, ignored, textParts, ...format }: FormatDescription,
): ImportFormat {
  return {
    anonymousAuthor: "Anonymous",
    findRows: rowsUnder("reviews"),
    ...format,
    marks: marks.map(split),
    fields: fieldNames(REVIEW_FIELDS, fields),
    ...place !== undefined && { place: fieldNames(PLACE_FIELDS, place) },
    ...ignored !== undefined && { ignored: split(ignored) },
    ...textParts !== undefined && { textParts: textParts.map(({ label, names }) => ({ label, names: split(names) })) },
  };
}

function split(names: string): Names {
  return names.split(COLUMN_SEPARATOR);
}

function fieldNames<Text extends string>(
  all: Text,
  named: Readonly<Partial<Record<Words<Text>, string>>>,
): Readonly<Record<Words<Text>, Names>> {
  const fields = all.split(" ").map((field) => [field, named[field as Words<Text>]?.split(COLUMN_SEPARATOR) ?? []]);
  return Object.fromEntries(fields);
}
