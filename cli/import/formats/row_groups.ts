import type { JsonPath } from "../bytes/walk_json.ts";
import { isJsonObject, type JsonObject } from "../cells/object_row.ts";

/** Rows in one array of a JSON document. */
export interface RowGroup {
  /** The path of the array. */
  readonly path: JsonPath;
  readonly rows: readonly unknown[];
  /** The object that contains the array and describes the place, if there is one. */
  readonly place: JsonObject | null;
}

/**
 * Finds the rows in a document that is a list of rows, an object with a list of rows under `member`, or a list of such
 * lists and objects; all of it possibly inside `data`, as in responses of web services.
 *
 * @returns `null` if the document contains no list of rows.
 */
export function rowGroups(document: unknown, member: string): readonly RowGroup[] | null {
  const groups = groupsAt(document, [], member);
  return groups.length === 0 ? null : groups;
}

function groupsAt(value: unknown, path: JsonPath, member: string): RowGroup[] {
  if (isJsonObject(value)) {
    const rows = value[member];
    if (Array.isArray(rows)) return [{ path: [...path, member], rows, place: value }];
    return path.length === 0 && Array.isArray(value.data) ? groupsAt(value.data, ["data"], member) : [];
  }
  if (!Array.isArray(value)) return [];
  const isNested = value.some((item) => Array.isArray(item) || isJsonObject(item) && Array.isArray(item[member]));
  if (!isNested) return [{ path, rows: value, place: null }];
  return value.flatMap((item, index) => groupsAt(item, [...path, index], member));
}
