import { ImportFileError } from "../bytes/import_file_error.ts";
import { type ImportFormat, NO_FIELDS, type ReviewFields } from "./import_format.ts";

/** The fields of a review to which a column can be mapped. */
export const MAPPED_FIELDS: readonly (keyof ReviewFields)[] = [
  "id",
  "author",
  "author_avatar_url",
  "rating",
  "date",
  "text",
  "title",
  "source",
  "source_url",
  "reply_text",
  "reply_date",
  "verified",
];

/**
 * Creates the format of a CSV file with a column map.
 *
 * @param map Fields of a review and the column of each.
 * @throws {ImportFileError} If the map has an unknown field or lacks a required one.
 */
export function mappedCsv(map: ReadonlyMap<string, string>): ImportFormat {
  for (const field of map.keys()) {
    if ((MAPPED_FIELDS as readonly string[]).includes(field)) continue;
    throw new ImportFileError(
      `--map does not know the field "${field}": give one of ${MAPPED_FIELDS.join(", ")}.`,
    );
  }
  for (const field of ["rating", "date"]) requireField(map, field, `the format "csv"`);
  if (map.has("reply_text")) requireField(map, "reply_date", "a mapped reply_text");
  const columns = [...map].map(([field, column]) => [field, [column]]);
  return {
    name: "csv",
    containers: ["csv"],
    marks: [...map.values()].map((column) => [column]),
    fields: { ...NO_FIELDS, ...Object.fromEntries(columns) },
    source: "csv",
    anonymousAuthor: "Anonymous",
    dayOrder: "file",
  };
}

function requireField(map: ReadonlyMap<string, string>, field: string, by: string): void {
  if (map.has(field)) return;
  throw new ImportFileError(
    `No column is mapped to ${field}, which ${by} needs: add --map ${field}=COLUMN.`,
  );
}
