import type { Container } from "../bytes/file_container.ts";
import type { JsonPath } from "../bytes/walk_json.ts";
import type { DayOrder } from "../cells/days/numeric_day.ts";
import type { JsonObject } from "../cells/object_row.ts";
import type { RowReader } from "../cells/row_reader.ts";
import type { Names } from "../cells/source_row.ts";

/** The names of each field of a review in a format; empty if the format does not have the field. */
export interface ReviewFields {
  readonly id: Names;
  readonly author: Names;
  /** A flag that the reviewer wants to stay anonymous. */
  readonly anonymous: Names;
  readonly author_avatar_url: Names;
  readonly rating: Names;
  /** Yes or no in place of stars; counts where there is no rating. */
  readonly recommendation: Names;
  readonly date: Names;
  readonly title: Names;
  readonly text: Names;
  readonly source: Names;
  readonly source_url: Names;
  readonly reply_text: Names;
  readonly reply_date: Names;
  readonly verified: Names;
  /** Whether the source shows the review: published, hidden, spam. */
  readonly status: Names;
  /** Whether the reviewer consents to the publication. */
  readonly consent: Names;
  /** A flag that the source hides the review. */
  readonly hidden: Names;
  /** Time of the last change; decides between versions of one review. */
  readonly updated: Names;
  readonly mentioned_technicians: Names;
  readonly mentioned_services: Names;
  /** The id of the reviewed place; a file of several needs a choice. */
  readonly place: Names;
  readonly photos: Names;
  readonly product: Names;
  readonly visit_type: Names;
  /** The place of a review of this service: it was chosen when the review was imported first. */
  readonly place_as_given: Names;
  readonly rating_as_given: Names;
  readonly aliases: Names;
  /** Since when the operator of this service has hidden the review; only our own forms have it. */
  readonly hidden_at: Names;
}

/** The names of the fields that describe the reviewed place. */
export interface PlaceFields {
  readonly name: Names;
  readonly url: Names;
  readonly telephone: Names;
  readonly category: Names;
  readonly street_address: Names;
  readonly locality: Names;
  readonly region: Names;
  readonly postal_code: Names;
  readonly country: Names;
  readonly latitude: Names;
  readonly longitude: Names;
}

/** Rows in one array of a JSON document. */
export interface RowGroup {
  /** The path of the array. */
  readonly path: JsonPath;
  readonly rows: readonly unknown[];
  /** The object that contains the array and describes the place, if there is one. */
  readonly place: JsonObject | null;
}

/** The rows of a JSON document. */
export interface FoundRows {
  readonly groups: readonly RowGroup[];
  /** The business as described in the document, or `null`. */
  readonly business: unknown;
  /** The taxonomy in an export of everything, or `null`. */
  readonly taxonomy?: unknown;
  /** The operator's own insights in an export of everything, or `null`. */
  readonly insights?: unknown;
}

/** A part of a text that has its own field, such as what a guest liked. */
export interface TextPart {
  readonly label: string;
  readonly names: Names;
}

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
  readonly textParts?: readonly TextPart[];
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

/** No fields; formats override those that they have. */
export const NO_FIELDS: ReviewFields = {
  id: [],
  author: [],
  anonymous: [],
  author_avatar_url: [],
  rating: [],
  recommendation: [],
  date: [],
  title: [],
  text: [],
  source: [],
  source_url: [],
  reply_text: [],
  reply_date: [],
  verified: [],
  status: [],
  consent: [],
  hidden: [],
  updated: [],
  mentioned_technicians: [],
  mentioned_services: [],
  place: [],
  photos: [],
  product: [],
  visit_type: [],
  place_as_given: [],
  rating_as_given: [],
  aliases: [],
  hidden_at: [],
};

/** No description of the place; formats override what they have. */
export const NO_PLACE: PlaceFields = {
  name: [],
  url: [],
  telephone: [],
  category: [],
  street_address: [],
  locality: [],
  region: [],
  postal_code: [],
  country: [],
  latitude: [],
  longitude: [],
};
