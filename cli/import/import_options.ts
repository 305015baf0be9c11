import { NAME_FORMS } from "./cells/read_text.ts";
import { CHOSEN_STATES } from "./cells/read_flag.ts";
import { shownName } from "../../terminal/print.ts";
import { checkedOption, type CommandLine, dayOption, UsageError, wordOption } from "../command/run_command.ts";
import { COLUMN_SEPARATOR, MAPPED_FIELDS } from "./formats/import_format.ts";
import { IMPORT_FORMATS } from "./formats/import_formats.ts";
import { Confirmed, fileStem, type Understanding, type WishedReading } from "./formats/understanding.ts";
import { DAY_ORDERS } from "./cells/day_order.ts";
import { foldText } from "../../domain/normalize_text.ts";
import { VERIFICATIONS } from "../../domain/review.ts";

/** The options of `deno task import`. */
export const IMPORT_OPTIONS = {
  format: { type: "string" },
  map: { type: "string", multiple: true },
  ignore: { type: "string", multiple: true },
  state: { type: "string", multiple: true },
  stars: { type: "string", multiple: true },
  source: { type: "string" },
  scale: { type: "string" },
  verification: { type: "string" },
  unverified: { type: "string", multiple: true },
  names: { type: "string" },
  place: { type: "string", multiple: true },
  "date-order": { type: "string" },
  "relative-to": { type: "string" },
  letters: { type: "string" },
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

/**
 * Parses the read options. The command line takes precedence.
 *
 * @param before The read options so far.
 * @throws {UsageError} Names the option, its value and what is allowed.
 */
export function wishedReading(line: CommandLine, before: WishedReading): WishedReading {
  const states = pairsOf(
    line,
    "state",
    "WORD=shown, WORD=hidden or WORD=anonymous, such as archived=hidden",
    (text) => CHOSEN_STATES.find((state) => state === text),
  );
  const stars = pairsOf(
    line,
    "stars",
    "WORD=1 to WORD=5 or WORD=none, such as good=4",
    (text) => text === "none" ? 0 : /^[1-5]$/.test(text) ? Number(text) : undefined,
  );
  const letters = wordOption(line, "letters", ["mended", "kept"]);
  return {
    format: line.text("format") ?? before.format,
    map: new Map([...before.map ?? [], ...joinedColumns(line)]),
    ignored: [...before.ignored ?? [], ...line.texts("ignore").flatMap((names) => names.split(COLUMN_SEPARATOR))],
    source: checkedOption(
      line,
      "source",
      "expected a name of 1 to 100 characters, such as yelp",
      (name) => /^\P{C}{1,100}$/u.exec(name.trim())?.[0],
    ) ?? before.source,
    scale: checkedOption(
      line,
      "scale",
      "allowed is the best rating, 1 to 100, such as 10",
      (text) => /^(?:[1-9]\d?|100)$/.test(text) ? Number(text) : undefined,
    ) ?? before.scale,
    verification: wordOption(line, "verification", VERIFICATIONS) ?? before.verification,
    names: wordOption(line, "names", NAME_FORMS) ?? before.names,
    dateOrder: wordOption(line, "date-order", DAY_ORDERS) ?? before.dateOrder,
    states: { ...before.states, ...Object.fromEntries(states) },
    stars: { ...before.stars, ...Object.fromEntries(stars) },
    relativeTo: dayOption(line, "relative-to", "expected the day of the export, such as 2026-05-31") ??
      before.relativeTo,
    mendLetters: letters === undefined ? before.mendLetters : letters === "mended",
    places: line.texts("place").length > 0 ? line.texts("place") : before.places,
  };
}

/**
 * Parses the answers on reviews that are not verified.
 *
 * @returns Whether they are published, by the folded name of their source.
 * @throws {UsageError} Names the option, its value and what is allowed.
 */
export function unverifiedAnswers(line: CommandLine): Readonly<Record<string, boolean>> {
  const allowed = "SOURCE=shown or SOURCE=left-out, such as trustpilot=shown";
  const answers = new Map([["shown", true], ["left-out", false]]);
  const pairs = pairsOf(line, "unverified", allowed, (text) => answers.get(text));
  return Object.fromEntries(pairs.map(([source, isShown]) => [foldText(source), isShown]));
}

/** The reading to store for confirmed files: the detected one, plus the options of the command line. */
export function confirmedOf(
  files: readonly string[],
  { format, leftOver, watched, unknownStates }: Understanding,
  { ignored = [], states, ...reading }: WishedReading,
): Confirmed {
  const known = IMPORT_FORMATS.find(({ name }) => name === format.name);
  const changed = MAPPED_FIELDS.filter((field) =>
    format.fields[field].length > 0 && format.fields[field] !== known?.fields[field]
  );
  const seen = [...leftOver, ...ignored];
  const values = seen.flatMap((name) => watched.has(name) ? [[name, [...watched.get(name) ?? []]] as const] : []);
  const hidden = Array.from(unknownStates.keys(), (word) => [word, "hidden"] as const);
  const options = {
    ...reading,
    format: known?.name,
    files: [...new Set(files.map(fileStem))],
    map: Object.fromEntries(changed.map((field) => [field, format.fields[field].join(COLUMN_SEPARATOR)])),
    source: format.source === (known?.source ?? "csv") ? undefined : format.source ?? undefined,
    scale: format.scale,
    dateOrder: reading.dateOrder ?? format.dateOrder,
    leftOver: seen,
    values: Object.fromEntries(values),
    states: { ...states, ...Object.fromEntries(hidden) },
  };
  // An undefined member would replace what was confirmed before.
  return Confirmed.parse(Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)));
}

/**
 * Splits the values of an option: those of `--map` at the first `=`, others at the last.
 *
 * @throws {UsageError} If `read` returns undefined for what follows it.
 */
function pairsOf<Value>(
  line: CommandLine,
  name: string,
  expected: string,
  read: (text: string) => Value | undefined,
): readonly (readonly [word: string, value: Value])[] {
  return line.texts(name).map((pair) => {
    const at = name === "map" ? pair.indexOf("=") : pair.lastIndexOf("=");
    const value = at < 1 ? undefined : read(pair.slice(at + 1));
    if (value !== undefined) return [pair.slice(0, at).trim(), value];
    throw new UsageError(`--${name} is "${shownName(pair)}"; expected ${expected}.`);
  });
}

/** The columns of each field. Several options for one field are joined, each column once. */
function joinedColumns(line: CommandLine): ReadonlyMap<string, string> {
  const pairs = pairsOf(line, "map", 'FIELD=COLUMN, such as rating="Star rating"', (column) => column || undefined);
  return new Map(Array.from(Map.groupBy(pairs, ([field]) => field), ([field, pairs]) => {
    const columns = pairs.flatMap(([, column]) => column.split(COLUMN_SEPARATOR));
    return [field, [...new Set(columns)].join(COLUMN_SEPARATOR)];
  }));
}
