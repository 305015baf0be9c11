/**
 * The header of a CSV file. Names are compared ignoring case and the amount of white space, because exports of one
 * platform differ in that ("Review Id", "Review  ID"). Of columns with the same name the first counts; columns without
 * a name are ignored. Tools that write nested JSON as CSV join names with a dot or a slash (`user.name`, `user/name`):
 * both are one name here.
 */
export class CsvColumns {
  /** The column names as written, without empty ones. */
  readonly names: readonly string[];
  /** Number of columns in the header, nameless ones included. */
  readonly count: number;
  readonly #header: readonly string[];
  readonly #indexes = new Map<string, number>();
  readonly #asked = new Map<string, number>();

  constructor(header: readonly string[]) {
    this.#header = header.map((name) => name.trim());
    this.count = header.length;
    this.names = this.#header.filter((name) => name !== "");
    for (const [index, name] of this.#header.entries()) {
      const key = comparableName(name);
      if (key !== "" && !this.#indexes.has(key)) this.#indexes.set(key, index);
    }
  }

  /** The index of a column; -1 if the header does not have it. */
  index(name: string): number {
    let index = this.#asked.get(name);
    if (index !== undefined) return index;
    index = this.#indexes.get(comparableName(name)) ?? -1;
    this.#asked.set(name, index);
    return index;
  }

  /** The name of a column as written. */
  name(index: number): string {
    return this.#header[index] ?? "";
  }
}

/** A name as it is compared. */
export function comparableName(name: string): string {
  return name.trim().replace(/\s+/g, " ").replaceAll("/", ".").toLowerCase();
}
