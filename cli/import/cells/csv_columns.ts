/**
 * The header of a CSV file. Names are compared without regard to case and to the width of white
 * space, because exports of one platform differ in just that ("Review Id", "Review ID"). Of columns
 * with the same name the first counts; columns without a name are left out.
 */
export class CsvColumns {
  /** The column names as the file writes them, without the nameless ones. */
  readonly names: readonly string[];
  /** How many columns the header has, the nameless ones included. */
  readonly count: number;
  readonly #header: readonly string[];
  readonly #indexes = new Map<string, number>();
  readonly #asked = new Map<string, number>();

  constructor(header: readonly string[]) {
    this.#header = header.map((name) => name.trim());
    this.count = header.length;
    this.names = this.#header.filter((name) => name !== "");
    for (const [index, name] of this.#header.entries()) {
      const key = comparable(name);
      if (key !== "" && !this.#indexes.has(key)) this.#indexes.set(key, index);
    }
  }

  /** Gives the index of a column, or -1 when the header lacks it. */
  index(name: string): number {
    let index = this.#asked.get(name);
    if (index !== undefined) return index;
    index = this.#indexes.get(comparable(name)) ?? -1;
    this.#asked.set(name, index);
    return index;
  }

  /** Gives the name of a column as the file writes it. */
  name(index: number): string {
    return this.#header[index] ?? "";
  }
}

function comparable(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}
