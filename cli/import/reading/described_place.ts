import { readLine, readUrl } from "../cells/read_text.ts";
import { ValueFault } from "../cells/row_reader.ts";
import { isEmptyValue, type Names, type SourceRow } from "../cells/source_row.ts";
import type { PlaceFields } from "../formats/import_format.ts";

/** The business as described in a review file; unknown parts are absent. */
export interface PlaceBusiness {
  readonly name: string;
  readonly url?: string;
  readonly telephone?: string;
  readonly category?: string;
  readonly address?: Readonly<Record<string, string>>;
  readonly geo?: { readonly latitude: number; readonly longitude: number };
}

const ADDRESS = ["street_address", "locality", "region", "postal_code", "country"] as const;

/** Reads the description of the reviewed place from a row, ignoring invalid values; null without a name. */
export function readPlace(row: SourceRow, fields: PlaceFields): PlaceBusiness | null {
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
export function present<Value>(parts: Readonly<Record<string, Value | null>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(parts).filter((part): part is [string, Value] => part[1] !== null));
}

function degrees(row: SourceRow, names: Names, limit: number): number | null {
  const { value } = row.cell(names);
  if (isEmptyValue(value)) return null;
  const number = Number(value);
  return Math.abs(number) <= limit ? number : null;
}
