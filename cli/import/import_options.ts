import { isCalendarDate } from "../../domain/calendar_date.ts";
import { shownName } from "../command/escaped_controls.ts";
import { type CommandLine, UsageError } from "../command/run_command.ts";
import { COLUMN_SEPARATOR } from "./formats/import_format.ts";
import { IMPORT_FORMATS } from "./formats/import_formats.ts";
import { MAPPED_FIELDS } from "./formats/mapped_format.ts";
import type { Confirmed, Understanding } from "./formats/understanding.ts";
import type { ReadOptions } from "./reading/read_import_files.ts";

/** The options of `deno task import`. */
export const IMPORT_OPTIONS = {
  format: { type: "string" },
  map: { type: "string", multiple: true },
  mapping: { type: "string" },
  "save-mapping": { type: "string" },
  source: { type: "string" },
  scale: { type: "string" },
  place: { type: "string", multiple: true },
  "date-order": { type: "string" },
  "relative-to": { type: "string" },
  "mend-letters": { type: "boolean" },
  errors: { type: "string" },
  business: { type: "string" },
  insights: { type: "string" },
  taxonomy: { type: "string" },
  replace: { type: "boolean" },
  "replace-all": { type: "boolean" },
  "merge-duplicates": { type: "boolean" },
  "skip-invalid": { type: "boolean" },
  yes: { type: "boolean" },
  "dry-run": { type: "boolean" },
  quiet: { type: "boolean", short: "q" },
  json: { type: "boolean" },
} as const;

/** How the files of a command line are read, apart from what the process adds. */
export type WishedReading = Omit<ReadOptions, "now" | "onProgress" | "guess" | "confirmed">;

/**
 * Reads how the files are to be read. What the command line says comes before the saved mapping.
 *
 * @param saved The mapping that `--mapping` names, if there is one.
 * @throws {UsageError} Names the option, its value and what is allowed.
 */
export function wishedReading(line: CommandLine, saved: Confirmed | null): WishedReading {
  const map = new Map([...Object.entries(saved?.map ?? {}), ...line.texts("map").map(fieldAndColumn)]);
  return {
    format: line.text("format") ?? saved?.format,
    map: map.size === 0 ? undefined : map,
    source: sourceName(line.text("source")) ?? saved?.source,
    scale: bestRating(line.text("scale")) ?? saved?.scale,
    dateOrder: dateOrder(line.text("date-order")) ?? saved?.dateOrder,
    relativeTo: relativeDay(line.text("relative-to")),
    mendLetters: line.flag("mend-letters") || saved?.mendLetters,
    places: line.texts("place").length > 0 ? line.texts("place") : saved?.places,
    allFaults: line.text("errors") !== null,
  };
}

/** What `--save-mapping` remembers of a reading; the day belongs to one export alone. */
export function mappingOf(
  { format, map, source, scale, dateOrder, places = [], mendLetters = false }: WishedReading,
): Confirmed {
  return {
    map: Object.fromEntries(map ?? []),
    ...format !== undefined && { format },
    ...source !== undefined && { source },
    ...scale !== undefined && { scale },
    ...dateOrder !== undefined && { dateOrder },
    ...places.length > 0 && { places: [...places] },
    ...mendLetters && { mendLetters },
  };
}

/** What is remembered of files that were confirmed: how they were read, with what the command line added. */
export function confirmedOf({ format, leftOver }: Understanding, reading: WishedReading): Confirmed {
  const known = IMPORT_FORMATS.find(({ name }) => name === format.name);
  const changed = MAPPED_FIELDS.filter((field) =>
    format.fields[field].length > 0 && format.fields[field] !== known?.fields[field]
  );
  const mapping = mappingOf({
    ...reading,
    format: known?.name,
    map: new Map(changed.map((field) => [field, format.fields[field].join(COLUMN_SEPARATOR)])),
    scale: reading.scale ?? format.scale,
    dateOrder: reading.dateOrder ?? format.dateOrder,
  });
  return { ...mapping, leftOver };
}

function fieldAndColumn(pair: string): readonly [string, string] {
  const at = pair.indexOf("=");
  if (at < 1 || at === pair.length - 1) {
    throw new UsageError(`--map is "${shownName(pair)}"; expected FIELD=COLUMN, such as rating="Star rating".`);
  }
  return [pair.slice(0, at), pair.slice(at + 1)];
}

function sourceName(name: string | null): string | undefined {
  if (name === null) return undefined;
  const trimmed = name.trim();
  if (trimmed !== "" && trimmed.length <= 100 && !/\p{C}/u.test(trimmed)) return trimmed;
  throw new UsageError(`--source is "${shownName(name)}"; expected a name of 1 to 100 characters, such as yelp.`);
}

function bestRating(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,3}$/.test(text) && Number(text) >= 2 && Number(text) <= 100) return Number(text);
  throw new UsageError(`--scale is "${shownName(text)}"; allowed is the best rating, 2 to 100, such as 10.`);
}

function dateOrder(order: string | null): "dmy" | "mdy" | undefined {
  if (order === null || order === "dmy" || order === "mdy") return order ?? undefined;
  throw new UsageError(`--date-order is "${shownName(order)}"; allowed is dmy or mdy.`);
}

function relativeDay(day: string | null): string | undefined {
  if (day === null || isCalendarDate(day)) return day ?? undefined;
  throw new UsageError(`--relative-to is "${shownName(day)}"; expected the day of the export, such as 2026-05-31.`);
}
