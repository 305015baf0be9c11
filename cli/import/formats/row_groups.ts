import { getOrMake } from "../../../domain/get_or_make.ts";
import { hasOne, nameWords } from "./column_names.ts";
import type { JsonPath } from "../bytes/json_positions.ts";
import { isJsonObject, isOfWords, type JsonObject } from "../cells/source_row.ts";

/** Rows in one array of a JSON document. */
export interface RowGroup {
  readonly path: JsonPath;
  readonly rows: readonly unknown[];
  /** The object around the array, which describes the reviewed location; absent if there is none. */
  readonly place?: JsonObject;
}

/** Finds the rows of a JSON document; none if the document does not have the layout. */
export type RowFinder = (document: unknown) => readonly RowGroup[];

const WRAPPERS = ["data", "results", "items", "rows", "result", "response", "pages"];

/** Maximum number of nested objects around the rows. Responses of web services have two or three. */
const MOST_LEVELS = 5;

/** Functions by member name, as {@linkcode rowsUnder} returns the same one for the same name. */
const FINDERS = new Map<string, RowFinder>();

/**
 * Returns a function that finds the rows in a document. They may be a list, the list under `member` of an object, or a
 * list of such lists and objects. All of these may be nested in further objects, as in responses of web services. A list
 * may be the `nodes` or `edges` of a connection (GraphQL).
 */
export function rowsUnder(member: string): RowFinder {
  return getOrMake(FINDERS, member, () => (document) => groupsAt(document, [], member));
}

/** Lists of objects that may hold the rows of documents of one shape. */
export interface PossibleRows {
  readonly findRows: RowFinder;
  /** Number of steps to the list; 0 for `reviews`, wherever they are. */
  readonly depth: number;
}

/** Yields the lists of objects in a document: those of `rowsUnder("reviews")`, then the others, the outermost first. */
export function* anyRows(document: unknown): Generator<PossibleRows> {
  if (rowsUnder("reviews")(document).length > 0) yield { findRows: rowsUnder("reviews"), depth: 0 };
  const lists = listsIn(document, []);
  const depths = new Map(lists.map(({ path }) => [shapeOf(path), path.length]));
  for (const [shape, depth] of [...depths].sort(([, one], [, other]) => one - other)) {
    const findRows = (given: unknown) =>
      (given === document ? lists : listsIn(given, [])).filter(({ path }) => shapeOf(path) === shape);
    yield { findRows, depth: depth + 1 };
  }
}

/** Lists of objects with whole texts in a document that are neither rows of the groups, nor in or around them. */
export function unreadLists(document: unknown, groups: readonly RowGroup[]): readonly RowGroup[] {
  const read = groups.map(({ path }) => `${shapeOf(path)}.`);
  const isOther = ({ path }: RowGroup) =>
    !read.some((shape) => shape.startsWith(`${shapeOf(path)}.`) || `${shapeOf(path)}.`.startsWith(shape));
  return listsIn(document, []).filter((list) => isOther(list) && list.rows.some(hasText));
}

function hasText(value: unknown): boolean {
  return typeof value === "string" ? isOfWords(value) : Object.values(Object(value)).some(hasText);
}

/** A path in which `*` stands for any index. */
function shapeOf(path: JsonPath): string {
  return path.map((step) => typeof step === "number" ? "*" : step).join(".");
}

/**
 * The lists of objects in a document, and those inside their rows. Rows get the words of the objects of a list around
 * them, such as `branches.town`, and `platform` itself.
 */
function listsIn(value: unknown, path: JsonPath, around: JsonObject = {}): RowGroup[] {
  if (path.length > MOST_LEVELS) return [];
  if (Array.isArray(value)) {
    const isOfRows = value.length > 0 && value.every(isJsonObject);
    const name = path.findLast((step) => typeof step === "string") ?? "file";
    const inner = value.flatMap((item, index) =>
      listsIn(item, [...path, index], { ...around, ...wordsUnder(name, item) })
    );
    const rows = Object.keys(around).length === 0 ? value : value.map((row) => ({ ...around, ...row }));
    return isOfRows ? [{ path, rows }, ...inner] : inner;
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => listsIn(inner, [...path, name], around));
}

/** The members of an object that are words. Numbers and days around rows are no part of each of them. */
function wordsUnder(name: string, object: unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(isJsonObject(object) ? object : {}).flatMap(([member, value]) => {
      const isOfPlatform = hasOne(nameWords(member), "platforms");
      const isOfWords = typeof value === "string" && (isOfPlatform ? /^.{1,100}$/ : /^\P{N}{1,100}$/u).test(value);
      return isOfWords ? [[isOfPlatform ? member : `${name}.${member}`, value]] : [];
    }),
  );
}

function groupsAt(value: unknown, path: JsonPath, member: string): RowGroup[] {
  if (Array.isArray(value)) {
    const isNested = value.some((item) => Array.isArray(item) || rowsOf(Object(item)[member], []) !== null);
    if (!isNested) return [{ path, rows: value }];
    return value.flatMap((item, index) => groupsAt(item, [...path, index], member));
  }
  // Search level by level for lists of this name, and stop at the first level with any. It may have several, e.g. one
  // per page.
  let level = [{ value, path }];
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth++) {
    const objects = level.flatMap(({ value, path }) => isJsonObject(value) ? [{ value, path }] : []);
    const found = objects.flatMap(({ value, path }) => {
      const rows = rowsOf(value[member], [...path, member]);
      return rows === null ? [] : [{ ...rows, place: value }];
    });
    if (found.length > 0) return found;
    level = objects.flatMap(({ value, path }) =>
      Object.entries(value).map(([name, inner]) => ({ value: inner, path: [...path, name] }))
    );
  }
  const inner = Object(value);
  const wrapper = path.length < MOST_LEVELS && WRAPPERS.find((name) => typeof (inner[name] ?? "") === "object");
  return wrapper ? groupsAt(inner[wrapper], [...path, wrapper], member) : [];
}

/** The rows of a list, or of a GraphQL connection: `nodes`, or the `node` of each of its `edges`. */
function rowsOf(value: unknown, path: JsonPath): Pick<RowGroup, "path" | "rows"> | null {
  if (Array.isArray(value)) return { path, rows: value };
  if (!isJsonObject(value)) return null;
  const { nodes, edges } = value;
  if (Array.isArray(nodes)) return { path: [...path, "nodes"], rows: nodes };
  const isConnection = Array.isArray(edges) && edges.every((edge) => isJsonObject(edge) && isJsonObject(edge.node));
  return isConnection ? { path: [...path, "edges"], rows: edges.map(({ node }) => node) } : null;
}
