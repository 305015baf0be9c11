import type { Container } from "../bytes/file_container.ts";
import type { RowReader } from "../cells/row_reader.ts";
import type { Names } from "../cells/source_row.ts";
import type { RowGroup } from "./row_groups.ts";

/** Where a format keeps each part of a review. A part that it does not have has no names. */
export interface ReviewFields {
  readonly id: Names;
  readonly author: Names;
  /** A flag that the reviewer does not want to be named. */
  readonly anonymous: Names;
  readonly author_avatar_url: Names;
  readonly rating: Names;
  readonly date: Names;
  readonly title: Names;
  readonly text: Names;
  readonly source: Names;
  readonly source_url: Names;
  readonly reply_text: Names;
  readonly reply_date: Names;
  readonly verified: Names;
  /** When the review was last changed; decides between versions of one review. */
  readonly updated: Names;
  readonly mentioned_technicians: Names;
  readonly mentioned_services: Names;
}

/** Where a format keeps what it says of the place that is reviewed. */
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

/** What a JSON document of a format holds. */
export interface FoundRows {
  readonly groups: readonly RowGroup[];
  /** The business as the document describes it, or `null`. */
  readonly business: unknown;
}

/** One format of review files. What formats share is done once, in `read_row.ts`. */
export interface ImportFormat {
  readonly name: string;
  readonly containers: readonly Container[];
  /** What marks the format: its rows have at least one name of each of these. */
  readonly marks: readonly Names[];
  readonly fields: ReviewFields;
  /** Where the reviews were written, for rows that do not say it; `null` when each must say it. */
  readonly source: string | null;
  /** The name of a reviewer who has none; `null` when each must have one. */
  readonly anonymousAuthor: string | null;
  /** How dates such as 03/04/2024 are meant: fixed, decided by the whole file, or not a date. */
  readonly dayOrder: "mdy" | "file" | null;
  readonly epochDates?: boolean;
  /** Whether ratings are words (ONE … FIVE). */
  readonly starWords?: boolean;
  /** Whether texts may hold Google's translation beside the original. */
  readonly translated?: boolean;
  /** Whether an id that is a ULID is that of the review, and not an id at its source. */
  readonly ownIds?: boolean;
  /** Takes the id of the review out of a longer name. */
  readonly nativeId?: (id: string) => string;
  /**
   * Looks at a row before it is read: gives the reason why it is left out, or `null`. It may also
   * note faults that no field shows.
   */
  readonly skip?: (reader: RowReader) => string | null;
  readonly place?: PlaceFields;
  /** Finds the rows of a JSON document; `null` when it is not laid out as this format is. */
  readonly findRows?: (document: unknown) => FoundRows | null;
}

/** A format without any field, for formats to name those that they have. */
export const NO_FIELDS: ReviewFields = {
  id: [],
  author: [],
  anonymous: [],
  author_avatar_url: [],
  rating: [],
  date: [],
  title: [],
  text: [],
  source: [],
  source_url: [],
  reply_text: [],
  reply_date: [],
  verified: [],
  updated: [],
  mentioned_technicians: [],
  mentioned_services: [],
};
