import { readLine, readUrl } from "../cells/read_text.ts";
import { ValueFault } from "../cells/row_reader.ts";
import { foldedCell, isEmptyValue, type Names, type SourceRow } from "../cells/source_row.ts";
import type { ImportFormat, PlaceFields } from "../formats/import_format.ts";

/** Places of which one must be chosen. */
export interface OpenPlaces {
  readonly places: readonly SeenPlace[];
  /** A chosen place that no row names; null if none is chosen. */
  readonly missing: string | null;
}

/** A place that rows name. {@linkcode OpenPlaces} lists those with the most rows first. */
interface SeenPlace {
  /** Id of the place in the files, or its name if they have no ids. */
  readonly id: string;
  readonly name: string;
  /** The column that names it; absent if an object around the row does. */
  readonly column?: string;
  /** The kind of id. Ids of different kinds may denote the same place. */
  readonly kind: string;
  rows: number;
}

const ALL_PLACES = "all";

const MOST_REMEMBERED = 10_000;

/** Collects the places of rows, of which somebody must choose one, as one business is published. Admits the chosen. */
export class PlaceChoice {
  /** The chosen places as the operator wrote them, by folded name. */
  readonly #chosen = new Map<string, string>();
  readonly #seen = new Map<string, SeenPlace>();
  #areMore = false;
  #business: PlaceBusiness | null = null;
  #isOne = true;

  /** @param chosen Ids or names of places, or `all`; none to accept one place only. */
  constructor(chosen: readonly string[]) {
    this.choose(chosen);
  }

  /** Chooses places confirmed earlier, unless the operator has chosen. */
  choose(places: readonly string[] = []): void {
    if (this.#chosen.size > 0) return;
    for (const place of places) this.#chosen.set(foldedCell(place), place.trim());
  }

  /** Counts the place of a row, which `described` describes. True if it is accepted, or if the row names none. */
  admits(row: SourceRow, described: SourceRow, format: ImportFormat): boolean {
    const place = placeOf(row, described, format);
    const names = place === null ? [] : [place.id, this.#see(place).name];
    const isOpen = place === null || this.#chosen.size === 0 || this.#chosen.has(ALL_PLACES);
    const isAdmitted = isOpen || names.some((name) => this.#chosen.has(foldedCell(name)));
    if (isAdmitted) this.#describe(described, format);
    return isAdmitted;
  }

  /** The place that the admitted rows describe; null if none is described, or if rows differ. */
  get business(): PlaceBusiness | null {
    return this.#isOne ? this.#business : null;
  }

  #describe(row: SourceRow, { place: fields }: ImportFormat): void {
    if (fields === undefined || !this.#isOne) return;
    const name = row.cell(fields.name).value;
    if (name === undefined || name === this.#business?.name) return;
    const business = readPlace(row, fields);
    if (business === null || business.name === this.#business?.name) return;
    this.#isOne = this.#business === null;
    this.#business = business;
  }

  get isChosen(): boolean {
    return this.#chosen.size > 0;
  }

  /** The places of which one must be chosen, and the chosen one that no row names; null if no choice is needed. */
  check(): OpenPlaces | null {
    const places = [...this.#seen.values()].sort((a, b) => b.rows - a.rows);
    if (this.#chosen.has(ALL_PLACES)) return null;
    if (this.#chosen.size === 0) {
      const alike = Map.groupBy(places, ({ kind }) => kind).values().find(({ length }) => length > 1);
      return alike === undefined ? null : { places: alike, missing: null };
    }
    const there = new Set(places.flatMap(({ id, name }) => [foldedCell(id), foldedCell(name)]));
    const missing = this.#areMore ? undefined : this.#chosen.entries().find(([folded]) => !there.has(folded))?.[1];
    return missing === undefined ? null : { places, missing };
  }

  #see(place: Omit<SeenPlace, "rows">): SeenPlace {
    const key = `${place.kind} ${place.id}`;
    const known = this.#seen.get(key) ?? { ...place, rows: 0 };
    known.rows++;
    if (this.#seen.size < MOST_REMEMBERED || this.#seen.has(key)) this.#seen.set(key, known);
    else this.#areMore = true;
    return known;
  }
}

/** Returns the place of a row; null if it names none. */
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
  const own = format.placePattern === undefined ? id : new RegExp(format.placePattern).exec(id)?.[1] ?? "";
  const name = place === undefined ? "" : text(described.cell(place.name).value);
  return own === "" && name === ""
    ? null
    : own === ""
    ? { id: name, name, kind: `${format.name} name` }
    : { id: own, name, column: around.name, kind: `${format.name} ${around.name}` };
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
}

/** The business as described in a review file; unknown parts are absent. */
export type PlaceBusiness = NonNullable<ReturnType<typeof readPlace>>;

const ADDRESS = ["street_address", "locality", "region", "postal_code", "country"] as const;

/** Reads the description of the reviewed place from a row, ignoring invalid values; null without a name. */
export function readPlace(row: SourceRow, fields: PlaceFields) {
  const line = (names: Names) => accepted(readLine(row.cell(names).value, 500, ""));
  const name = line(fields.name);
  if (name === null) return null;
  const url = accepted(readUrl(row.cell(fields.url).value));
  const address = present(Object.fromEntries(ADDRESS.map((part) => [part, line(fields[part])])));
  const latitude = degrees(row, fields.latitude, 90);
  const longitude = degrees(row, fields.longitude, 180);
  return {
    name,
    ...present({ url, telephone: line(fields.telephone), category: line(fields.category) }),
    ...(Object.keys(address).length > 0 && { address }),
    ...(latitude !== null && longitude !== null && { geo: { latitude, longitude } }),
  };
}

function accepted(value: string | null | ValueFault): string | null {
  return value instanceof ValueFault || value === "" ? null : value;
}

/** The members of an object that are not null. */
export function present<Parts extends object>(parts: Parts) {
  const there = Object.entries(parts).filter(([, part]) => part !== null);
  return Object.fromEntries(there) as { [Name in keyof Parts]?: NonNullable<Parts[Name]> };
}

function degrees(row: SourceRow, names: Names, limit: number): number | null {
  const { value } = row.cell(names);
  if (isEmptyValue(value)) return null;
  const number = Number(value);
  return Math.abs(number) <= limit ? number : null;
}
