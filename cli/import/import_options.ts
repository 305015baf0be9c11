import { NAME_FORMS } from "./cells/read_text.ts";
import { SAID_STATES } from "./cells/read_flag.ts";
import { shownName } from "../../terminal/print.ts";
import { type CommandLine, UsageError } from "../command/run_command.ts";
import { COLUMN_SEPARATOR, isWholeMap, MAPPED_FIELDS } from "./formats/import_format.ts";
import { IMPORT_FORMATS } from "./formats/import_formats.ts";
import { Confirmed, type Understanding } from "./formats/understanding.ts";
import { DAY_ORDERS } from "./cells/day_order.ts";
import type { ReadOptions } from "./reading/read_import_files.ts";
import { isCalendarDate } from "../../domain/string_formats.ts";
import { VERIFICATIONS } from "../../domain/review.ts";

/** The options of `deno task import`. */
export const IMPORT_OPTIONS = {
  format: { type: "string" },
  map: { type: "string", multiple: true },
  ignore: { type: "string", multiple: true },
  state: { type: "string", multiple: true },
  stars: { type: "string", multiple: true },
  mapping: { type: "string" },
  "save-mapping": { type: "string" },
  source: { type: "string" },
  scale: { type: "string" },
  verification: { type: "string" },
  names: { type: "string" },
  place: { type: "string", multiple: true },
  "date-order": { type: "string" },
  "relative-to": { type: "string" },
  "mend-letters": { type: "boolean" },
  "keep-letters": { type: "boolean" },
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

/** Read options that the command line or a saved mapping sets. */
export type WishedReading = Omit<ReadOptions, "now" | "onProgress" | "confirmed">;

/** Converts a saved mapping to read options. A mapping with all needed columns is complete, so nothing is guessed. */
export function savedReading({ map, leftOver, ...saved }: Confirmed): WishedReading {
  const columns = new Map(Object.entries(map));
  const format = saved.format ?? (isWholeMap(columns) ? "csv" : undefined);
  return { ...saved, ...format !== undefined && { format }, map: columns, ignored: leftOver };
}

/**
 * Parses the read options. The command line takes precedence.
 *
 * @param before The read options so far, such as those of a saved mapping.
 * @throws {UsageError} Names the option, its value and what is allowed.
 */
export function wishedReading(line: CommandLine, before: WishedReading): WishedReading {
  const source = checkedOption(
    line,
    "source",
    "expected a name of 1 to 100 characters, such as yelp",
    (name) => /^\P{C}{1,100}$/u.exec(name.trim())?.[0],
  );
  return {
    format: line.text("format") ?? before.format,
    map: new Map([...before.map ?? [], ...joinedColumns(line)]),
    ignored: [...before.ignored ?? [], ...line.texts("ignore").flatMap((names) => names.split(COLUMN_SEPARATOR))],
    source: source ?? before.source,
    scale: checkedOption(line, "scale", "allowed is the best rating, 1 to 100, such as 10", bestRating) ?? before.scale,
    verification: oneOf(line, "verification", VERIFICATIONS) ?? before.verification,
    names: oneOf(line, "names", NAME_FORMS) ?? before.names,
    dateOrder: oneOf(line, "date-order", DAY_ORDERS) ?? before.dateOrder,
    states: { ...before.states, ...Object.fromEntries(line.texts("state").map(wordAndState)) },
    stars: { ...before.stars, ...Object.fromEntries(line.texts("stars").map(wordAndStars)) },
    relativeTo: checkedOption(
      line,
      "relative-to",
      "expected the day of the export, such as 2026-05-31",
      (day) => isCalendarDate(day) ? day : undefined,
    ) ?? before.relativeTo,
    mendLetters: line.flag("mend-letters") || (line.flag("keep-letters") ? false : before.mendLetters),
    places: line.texts("place").length > 0 ? line.texts("place") : before.places,
  };
}

/**
 * Converts read options to a mapping for `--save-mapping`. `relativeTo` is omitted, as its day suits one export only.
 */
export function mappingOf({ map = new Map(), ignored, ...reading }: WishedReading): Confirmed {
  const options = { ...reading, map: Object.fromEntries(map), leftOver: ignored };
  const said = Object.entries(options).filter(([, value]) => value !== undefined);
  return Confirmed.parse(Object.fromEntries(said));
}

/** The reading to store for confirmed files: the detected one, plus the options of the command line. */
export function confirmedOf(
  { format, leftOver, watched, unknownStates }: Understanding,
  reading: WishedReading,
): Confirmed {
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
  const seen = [...leftOver, ...reading.ignored ?? []];
  const values = seen.flatMap((name) => watched.has(name) ? [[name, [...watched.get(name) ?? []]] as const] : []);
  const hidden = Array.from(unknownStates.keys(), (word) => [word, "hidden"] as const);
  return {
    ...mapping,
    leftOver: seen,
    values: Object.fromEntries(values),
    states: { ...mapping.states, ...Object.fromEntries(hidden) },
  };
}

function oneOf<Value extends string>(line: CommandLine, name: string, values: readonly Value[]): Value | undefined {
  return checkedOption(
    line,
    name,
    `allowed is ${values.slice(0, -1).join(", ")} or ${values.at(-1)}`,
    (text) => values.find((value) => value === text),
  );
}

function wordAndState(pair: string): readonly [string, typeof SAID_STATES[number]] {
  const at = pair.lastIndexOf("=");
  const state = SAID_STATES.find((state) => state === pair.slice(at + 1));
  if (at > 0 && state !== undefined) return [pair.slice(0, at).trim(), state];
  throw new UsageError(
    `--state is "${shownName(pair)}"; expected WORD=shown, WORD=hidden or WORD=anonymous, such as archived=hidden.`,
  );
}

function wordAndStars(pair: string): readonly [string, number] {
  const [, word, stars] = /^(.+)=([1-5]|none)$/s.exec(pair) ?? [];
  if (word !== undefined) return [word.trim(), stars === "none" ? 0 : Number(stars)];
  throw new UsageError(`--stars is "${shownName(pair)}"; expected WORD=1 to WORD=5 or WORD=none, such as good=4.`);
}

/** The columns of each field. Several options for one field are joined, each column once. */
function joinedColumns(line: CommandLine): ReadonlyMap<string, string> {
  const fields = Map.groupBy(line.texts("map").map(fieldAndColumn), ([field]) => field);
  return new Map(Array.from(fields, ([field, pairs]) => {
    const columns = pairs.flatMap(([, column]) => column.split(COLUMN_SEPARATOR));
    return [field, [...new Set(columns)].join(COLUMN_SEPARATOR)];
  }));
}

function fieldAndColumn(pair: string): readonly [string, string] {
  const at = pair.indexOf("=");
  if (at < 1 || at === pair.length - 1) {
    throw new UsageError(`--map is "${shownName(pair)}"; expected FIELD=COLUMN, such as rating="Star rating".`);
  }
  return [pair.slice(0, at), pair.slice(at + 1)];
}

function bestRating(text: string): number | undefined {
  return /^(?:[1-9]\d?|100)$/.test(text) ? Number(text) : undefined;
}

/**
 * Parses the value of an option.
 *
 * @param allowed What is allowed, for the message.
 * @throws {UsageError} If `read` returns undefined for the value.
 */
function checkedOption<Value>(
  line: CommandLine,
  name: string,
  allowed: string,
  read: (text: string) => Value | undefined,
): Value | undefined {
  const text = line.text(name);
  const value = text === null ? undefined : read(text);
  if (text === null || value !== undefined) return value;
  throw new UsageError(`--${name} is "${shownName(text)}"; ${allowed}.`);
}
