import type { JsonPath } from "../bytes/walk_json.ts";
import { isJsonObject } from "../cells/object_row.ts";
import type { FoundRows, RowGroup } from "./import_format.ts";

/** What answers of web services call the list of rows, or what is around it. */
const WRAPPERS = ["data", "results", "items", "rows", "result", "response"];

/**
 * Finds the rows in a document that is a list of rows, an object with a list of rows under `member`, or a list of such
 * lists and objects; all of it possibly inside `data`, `results`, `response` or the like, as in answers of web services.
 *
 * @returns `null` if the document contains no list of rows.
 */
export function rowGroups(document: unknown, member: string): readonly RowGroup[] | null {
  const groups = groupsAt(document, [], member);
  return groups.length === 0 ? null : groups;
}

/** Finds rows as {@linkcode rowGroups} does; for the formats that describe no business of ours. */
export function rowsUnder(member: string): (document: unknown) => FoundRows | null {
  return (document) => {
    const groups = rowGroups(document, member);
    return groups && { groups, business: null };
  };
}

function groupsAt(value: unknown, path: JsonPath, member: string): RowGroup[] {
  if (isJsonObject(value)) {
    const rows = value[member];
    if (Array.isArray(rows)) return [{ path: [...path, member], rows, place: value }];
    const wrapper = path.length === 0 ? WRAPPERS.find((name) => typeof value[name] === "object") : undefined;
    return wrapper === undefined ? [] : groupsAt(value[wrapper], [wrapper], member);
  }
  if (!Array.isArray(value)) return [];
  const isNested = value.some((item) => Array.isArray(item) || isJsonObject(item) && Array.isArray(item[member]));
  if (!isNested) return [{ path, rows: value, place: null }];
  return value.flatMap((item, index) => groupsAt(item, [...path, index], member));
}
