import { isEmptyValue, isJsonObject, plainText, type SourceRow } from "../cells/source_row.ts";
import { counted, shellWord } from "../../../terminal/print.ts";
import { isHiddenState } from "../cells/read_flag.ts";
import { shownValue } from "../cells/row_reader.ts";
import { columnProfile, hasOne, isLeftOver, MOST_STATES, nameWords } from "../formats/column_profile.ts";
import { isKnown } from "../formats/file_layout.ts";
import { hidingDoubts } from "../formats/column_doubts.ts";
import type { Doubt, Understanding } from "../formats/understanding.ts";

/** Counts the values of the columns that a format does not read, in all rows of a file and not in the sample alone. */
export class WatchedColumns {
  readonly #counts: Map<string, Map<string, number>>;
  readonly #members: ReadonlySet<string>;
  readonly #ignored: readonly string[];
  #isTable = true;

  /** @param ignored Columns that cause no doubt (`--ignore`). */
  constructor({ watched, columns }: Understanding, ignored: readonly string[] = []) {
    this.#counts = new Map(Array.from(watched.keys(), (name) => [name, new Map()]));
    this.#members = new Set(columns.map((name) => name.split(".")[0] ?? name));
    this.#ignored = ignored;
  }

  /** Counts the values of a row, including members absent from the sample. */
  add(row: SourceRow): void {
    this.#isTable = row.names === undefined;
    for (const name of row.names ?? []) {
      if (!this.#members.has(name) && !this.#counts.has(name)) this.#counts.set(name, new Map());
    }
    for (const [name, counts] of this.#counts) {
      const { value } = row.cell([name]);
      // The members of an object are columns themselves.
      if (isEmptyValue(value) || isJsonObject(value) || counts.size > MOST_STATES) continue;
      const text = plainText(value);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }

  /** Sentences about ignored columns whose words say of rows that their source does not show them. */
  get warnings(): readonly string[] {
    return this.#ignored.flatMap((name) => {
      const words = [...this.#counts.get(name) ?? []].filter(([word]) => isHiddenState(word));
      if (words.length === 0 || hasOne(nameWords(name), "not_status")) return [];
      const rows = counted(words.reduce((sum, [, count]) => sum + count, 0), "row");
      const said = words.map(([word]) => JSON.stringify(shownValue(word))).join(" or ");
      const option = shellWord(`status=${name}`);
      return [`${name} is ignored, although it says ${said} of ${rows}; --map ${option} leaves such rows out.`];
    });
  }

  /** The understanding with all values, and doubts about columns that the sample lacks. `rows` is the number of rows. */
  complete(known: Understanding, rows: number): Understanding {
    const isLate = (name: string, counts: ReadonlyMap<string, number>) =>
      !this.#ignored.includes(name) && !isKnown(known.format, name, this.#isTable) &&
      [...counts.keys()].some((value) => known.watched.get(name)?.has(value) !== true);
    const profiles = [...this.#counts].filter((column) => isLate(...column)).map(([name, counts]) => {
      const values: unknown[] = Array.from({ length: rows });
      let at = 0;
      for (const [value, count] of counts) values.fill(value, at, at += count);
      return columnProfile({ name, values }, "9999");
    }).filter(isLeftOver);
    const isOther = ({ rival }: Doubt) => profiles.every(({ name }) => name !== rival);
    return {
      ...known,
      leftOver: [...new Set([...known.leftOver, ...profiles.map(({ name }) => name)])],
      doubts: [...known.doubts.filter(isOther), ...profiles.flatMap((column) => hidingDoubts(column))],
      watched: new Map(Array.from(this.#counts, ([name, counts]) => [name, new Set(counts.keys())])),
    };
  }
}
