import { type Cell, isEmptyValue, type Names, type RowPlace, type SourceRow } from "./source_row.ts";

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object (neither an array nor `null`). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A row that is a JSON object. A name with dots (`reviewer.displayName`) is a path into nested objects. */
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

  #value(name: string): unknown {
    if (!name.includes(".")) return memberOf(this.#members, name);
    return name.split(".").reduce<unknown>(memberOf, this.#members);
  }
}

function memberOf(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined;
}
