import { type Cell, isEmptyValue, type Names, type RowPlace, type SourceRow } from "./source_row.ts";

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object (neither an array nor `null`). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A row that is a JSON object. A name with dots (`reviewer.displayName`, `photos.0`) is a path into nested objects. */
export class ObjectRow implements SourceRow {
  readonly #members: JsonObject;

  constructor(members: JsonObject, readonly place: RowPlace) {
    this.#members = members;
  }

  cell(names: Names): Cell {
    let first: Cell | undefined;
    for (const name of names) {
      const value = this.#value(name);
      if (!isEmptyValue(value)) return { name, value };
      if (value !== undefined) first ??= { name, value };
    }
    return first ?? { name: names[0] ?? "", value: undefined };
  }

  /** The names of its members, for messages. */
  get names(): readonly string[] {
    return Object.keys(this.#members);
  }

  #value(name: string): unknown {
    const own = memberOf(this.#members, name);
    if (own !== undefined || !name.includes(".")) return own;
    return name.split(".").reduce<unknown>(memberOf, this.#members);
  }
}

function memberOf(value: unknown, name: string): unknown {
  if (isJsonObject(value)) return Object.hasOwn(value, name) ? value[name] : undefined;
  return Array.isArray(value) && /^\d+$/.test(name) ? value[Number(name)] : undefined;
}
