import { readLine, readUrl } from "../cells/read_text.ts";
import { isEmptyValue, type Names, type SourceRow } from "../cells/source_row.ts";
import { ValueFault } from "../cells/value_fault.ts";
import type { PlaceFields } from "../formats/import_format.ts";

/** What a review file says about the business; unknown parts are absent. */
export interface PlaceBusiness {
  readonly name: string;
  readonly url?: string;
  readonly telephone?: string;
  readonly category?: string;
  readonly address?: Readonly<Record<string, string>>;
  readonly geo?: { readonly latitude: number; readonly longitude: number };
}

/** Reads the description of the reviewed place from a row. Invalid values are left out; null without a name. */
export function readPlace(row: SourceRow, fields: PlaceFields): PlaceBusiness | null {
  const line = (names: Names) => accepted(readLine(row.cell(names).value, 500, ""));
  const name = line(fields.name);
  if (name === null) return null;
  const url = accepted(readUrl(row.cell(fields.url).value));
  const address = present({
    street_address: line(fields.street_address),
    locality: line(fields.locality),
    region: line(fields.region),
    postal_code: line(fields.postal_code),
    country: line(fields.country),
  });
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

function present(parts: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(parts).filter((part): part is [string, string] => part[1] !== null));
}

function degrees(row: SourceRow, names: Names, limit: number): number | null {
  const { value } = row.cell(names);
  if (isEmptyValue(value)) return null;
  const number = Number(value);
  return Math.abs(number) <= limit ? number : null;
}
