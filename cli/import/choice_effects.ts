import { shortened } from "../../domain/cut_text.ts";
import type { Choice } from "../command/choice.ts";
import { readCommandLine } from "../command/run_command.ts";
import { shownValue } from "./cells/row_reader.ts";
import { foldedCell, type SourceRow } from "./cells/source_row.ts";
import type { ImportFormat, ReviewField } from "./formats/import_format.ts";
import { isOfStars } from "./formats/column_profile.ts";
import { IMPORT_OPTIONS, wishedReading } from "./import_options.ts";
import type { FileContent } from "./reading/file_reading.ts";
import { type ReadRow, readRow, UNHEARD } from "./reading/read_row.ts";

const NAMED_ROWS = 2;
const SHOWN_LETTERS = 40;

/** Adds to each effect what it does to the first two rows that the values of a choice read differently, a line each. */
export function withNamedRows(open: Choice, kind: Pick<FileContent, "understanding" | "samples">): Choice {
  const { understanding: { format }, samples: { rows } } = kind;
  const readings = open.choices.map(({ value }) => readingBy(value, kind));
  const named = new Map<string, readonly (string | null)[]>();
  for (const row of rows) {
    const reads = readings.map((reading) => reading && readRow(row, reading.format, reading.rules));
    const outcomes = reads.map((read, at) => read && outcome(row, read, reads, readings[at]?.format ?? format));
    if (new Set(outcomes.filter((text) => text !== null)).size > 1) named.set(rowName(row, format), outcomes);
    if (named.size === NAMED_ROWS) break;
  }
  const shown = (at: number) =>
    readings[at] === null ? ["the file is refused"] : Array.from(named, ([name, said]) => `${name}: ${said[at]}`);
  const choices = open.choices.map(({ value, effect }, at) => ({ value, effect: [effect, ...shown(at)].join("\n") }));
  return { ...open, choices };
}

/** Returns the reading that a value of a choice makes, as an argument of the command; null if it refuses the file. */
function readingBy(
  value: string,
  { understanding, samples: { rules } }: Pick<FileContent, "understanding" | "samples">,
) {
  const args = /^--[a-z-]+(?:=.|$)/s.test(value) ? [value] : [];
  const given = wishedReading(readCommandLine(args, IMPORT_OPTIONS), {});
  const { map = new Map(), ignored = [], dateOrder = rules.order, states = {} } = given;
  const again = map.size + ignored.length === 0 ? understanding : understanding.again(map, ignored);
  if (again === null) return null;
  const said = Object.entries(states).map(([word, state]) => [foldedCell(word), state] as const);
  const rating = again.used.get("rating");
  const isSame = rating === understanding.used.get("rating");
  return {
    format: again.format,
    rules: {
      ...rules,
      ...UNHEARD,
      scale: given.scale ?? (isSame ? rules.scale : again.format.scale ?? (isOfStars(rating) ? 5 : null)),
      order: dateOrder,
      mendLetters: given.mendLetters || rules.mendLetters === true,
      states: new Map([...rules.states ?? [], ...said]),
    },
  };
}

/** Names a row for people who look at the file: `line 3 (Ann)`. */
function rowName(row: SourceRow, { fields }: ImportFormat): string {
  const { place } = row;
  const author = shownValue(row.cell(fields.author).value ?? "");
  const at = typeof place === "number" ? `line ${place}` : `review ${Number(place.at(-1)) + 1}`;
  return author === "" ? at : `${at} (${author})`;
}

/** Formats what a reading makes of a row: members of the review that differ between the readings, or why it has none. */
function outcome(
  row: SourceRow,
  read: ReadRow,
  all: readonly (ReadRow | null)[],
  { fields }: ImportFormat,
): string {
  const reads = all.filter((read) => read !== null);
  const { review, skipped, faults: [fault] } = read;
  if (skipped !== null) return `left out, ${skipped}`;
  if (review === null) return `${fault?.value} is a problem`;
  const others = reads.flatMap(({ review, skipped }) => review === null || skipped !== null ? [] : [review]);
  const faulty = new Set(reads.flatMap(({ faults }) => faults.map(({ field }) => field)));
  const differs = (member: "author" | "date" | "rating" | "text") =>
    faulty.has(row.cell(fields[member]).name) || others.some((other) => other[member] !== review[member]);
  const written = (field: ReviewField) => shownValue(row.cell(fields[field]).value);
  const replyOf = ({ owner_reply }: typeof review) => owner_reply?.text ?? "";
  const reply = replyOf(review);
  const parts = [
    ...differs("author") ? [`by ${review.author}`] : [],
    ...differs("date") ? [`${written("date")} is ${longDay(review.date)}`] : [],
    ...differs("rating") ? [`${written("rating")} is ${review.rating} of 5 stars`] : [],
    ...differs("text") ? [differingText(review.text ?? "", others.map(({ text }) => text ?? ""))] : [],
    ...reply !== "" && others.some((other) => replyOf(other) !== reply)
      ? [`the reply is ${differingText(reply, others.map(replyOf))}`]
      : [],
  ];
  return parts.length === 0 ? "published" : parts.join(", ");
}

function longDay(day: string): string {
  return new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
}

/** The words of a text from where it differs from the others, in quotes. */
function differingText(text: string, others: readonly string[]): string {
  let from = 0;
  while (from < text.length && others.every((other) => other[from] === text[from])) from++;
  const begin = from === text.length ? 0 : text.lastIndexOf(" ", from) + 1;
  const words = shortened(text.slice(begin).replace(/\s+/g, " "), SHOWN_LETTERS);
  return text === "" ? "no text" : `"${begin > 0 ? "…" : ""}${words}"`;
}
