import { ImportFileError } from "../bytes/import_file_error.ts";
import type { SourceRow } from "../cells/source_row.ts";
import { shownValue } from "../cells/value_fault.ts";
import type { ImportFormat } from "../formats/import_format.ts";

/** A place that the files hold reviews of. */
export interface SeenPlace {
  /** Its id in the files; its name where they have no ids. */
  readonly id: string;
  readonly name: string;
  /** What kind of id it is; ids of different kinds may mean the same place. */
  readonly kind: string;
  readonly rows: number;
}

/** The value of `--place` that takes all places together. */
export const ALL_PLACES = "all";

type CountedPlace = { -readonly [Member in keyof SeenPlace]: SeenPlace[Member] };

const MOST_REMEMBERED = 10_000;
const LISTED = 8;

/**
 * Which places the rows of an import belong to. The service publishes the reviews of one business, so that a second place
 * is refused, unless the operator has chosen.
 */
export class PlaceChoice {
  readonly #chosen: Set<string>;
  readonly #seen = new Map<string, CountedPlace>();
  #last: CountedPlace | null = null;
  #areMore = false;

  /** @param chosen Ids or names of places, or `all`; none to accept one place only. */
  constructor(chosen: readonly string[]) {
    this.#chosen = new Set(chosen.map((place) => place.trim()));
  }

  /** Chooses places that were confirmed before, unless the operator has chosen. */
  choose(places: readonly string[] = []): void {
    if (this.#chosen.size === 0) { for (const place of places) this.#chosen.add(place); }
  }

  /**
   * Counts the place of a row.
   *
   * @param described What describes its place: the object around the row, or the row itself.
   * @returns Whether the row belongs to the import, as far as places decide; a row that names none does.
   */
  admits(row: SourceRow, described: SourceRow, format: ImportFormat): boolean {
    const place = placeOf(row, described, format);
    if (place === null) return true;
    const seen = this.#see(place);
    if (this.#chosen.size === 0 || this.#chosen.has(ALL_PLACES)) return true;
    return this.#chosen.has(place.id) || this.#chosen.has(seen.name);
  }

  /** Whether the operator knows of several places. */
  get isChosen(): boolean {
    return this.#chosen.size > 0;
  }

  /** The places so far, those with the most rows first. */
  get places(): readonly SeenPlace[] {
    return [...this.#seen.values()].sort((a, b) => b.rows - a.rows);
  }

  /**
   * Checks what was seen.
   *
   * @throws {ImportFileError} If there are several places and none is chosen, or a chosen one is not there.
   */
  check(): void {
    const { places } = this;
    if (this.#chosen.has(ALL_PLACES)) return;
    if (this.#chosen.size === 0) {
      for (const alike of Map.groupBy(places, ({ kind }) => kind).values()) {
        if (alike.length > 1) throw this.#several(alike);
      }
    }
    for (const wanted of this.#chosen) {
      if (this.#areMore || places.some(({ id, name }) => id === wanted || name === wanted)) continue;
      throw new ImportFileError(
        `--place is "${shownValue(wanted)}", of which the files hold no review` +
          `${places.length === 0 ? "; their rows name no place" : `; their places are ${listed(places)}`}.`,
      );
    }
  }

  #several(places: readonly SeenPlace[]): ImportFileError {
    return new ImportFileError(
      `The files hold reviews of ${this.#areMore ? "more than " : ""}${
        places.length.toLocaleString("en")
      } places, and ` +
        `one business is published. Choose with --place ID, or take all as one with --place all: ${listed(places)}.`,
    );
  }

  #see(place: Omit<SeenPlace, "rows">): SeenPlace {
    const last = this.#last;
    if (last?.id === place.id && last.kind === place.kind) {
      last.rows++;
      return last;
    }
    const key = `${place.kind} ${place.id}`;
    const known = this.#seen.get(key) ?? { ...place, rows: 0 };
    known.rows++;
    if (this.#seen.size < MOST_REMEMBERED || this.#seen.has(key)) this.#seen.set(key, known);
    else this.#areMore = true;
    this.#last = known;
    return known;
  }
}

/** The place of a row; null if it names none. */
export function placeOf(
  row: SourceRow,
  described: SourceRow,
  format: ImportFormat,
): Omit<SeenPlace, "rows"> | null {
  const { fields, place } = format;
  if (fields.place.length === 0 && (place === undefined || place.name.length === 0)) return null;
  const cell = row.cell(fields.place);
  const around = described === row || text(cell.value) !== "" ? cell : described.cell(fields.place);
  const id = text(around.value);
  const own = format.nativePlace?.(id) ?? id;
  const name = place === undefined ? "" : text(described.cell(place.name).value);
  return own === "" && name === ""
    ? null
    : own === ""
    ? { id: name, name, kind: `${format.name} name` }
    : { id: own, name, kind: `${format.name} ${around.name}` };
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
}

function listed(places: readonly SeenPlace[]): string {
  const shown = places.slice(0, LISTED).map(({ id, name, rows }) => {
    const called = name === "" || name === id ? "" : `${shownValue(name)}, `;
    return `${shownValue(id)} (${called}${rows} ${rows === 1 ? "review" : "reviews"})`;
  });
  const more = places.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more.toLocaleString("en")} more` : "");
}
