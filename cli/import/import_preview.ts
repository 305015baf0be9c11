import { sourceLabel } from "../../domain/documents/review_figures.ts";
import type { Review } from "../../domain/review.ts";
import { type Choice, choiceLines, isConfirmation } from "../command/choice.ts";
import type { ImportPlan } from "./import_plan.ts";

const SHOWN_LETTERS = 90;

/**
 * Formats a plan as lines, without its choices.
 *
 * @param rows The report's lines about the rows.
 */
export function previewLines(
  { effect: { before, after }, kinds, examples }: ImportPlan,
  rows: readonly string[],
): readonly string[] {
  return [
    ...kinds.flatMap(kindLines),
    "Reviews as they would be published:",
    ...examples.flatMap(reviewLines),
    ...rows,
    `Published now: ${shownFigures(before)}. After the import: ${shownFigures(after)}.`,
  ];
}

/**
 * Formats choices as lines.
 *
 * @param isAsking Whether choices between values are asked for afterwards, so that these lines leave them out.
 */
export function openLines(choices: readonly Choice[], isAsking: boolean): readonly string[] {
  const decided = isAsking ? [] : choices.filter((one) => !isConfirmation(one));
  const confirmed = choices.filter(isConfirmation);
  const lines = (choices: typeof decided) => choices.flatMap((one) => choiceLines(one)).map((line) => `  ${line}`);
  return [
    ...decided.length > 0 ? ["To be decided with options:", ...lines(decided)] : [],
    ...confirmed.length > 0 ? ["To be confirmed:", ...lines(confirmed)] : [],
  ];
}

function kindLines(
  { files: [file, ...others], format, fields, unnamed, scale, ignored, options }: ImportPlan["kinds"][number],
) {
  const width = Math.max(...Object.keys(fields).map((field) => field.length));
  return [
    `${file}${others.length > 0 ? ` and ${others.length} more are` : " is"} read ${
      format === "csv" ? "by its columns" : `as ${format}`
    }:`,
    ...Object.entries(fields).map(([field, column]) =>
      `  ${field.padEnd(width)}  ${column}${
        field === "rating" ? `  (${scale === 1 ? "1 is the best grade" : `1 to ${scale}`})` : ""
      }${unnamed.some((one) => one === field) ? "  (guessed from its values alone)" : ""}`
    ),
    ...ignored.length > 0 ? [`  ignored: ${ignored.join(", ")}`] : [],
    ...options === "" ? [] : [`  the same as options: ${options}`],
  ];
}

function reviewLines({ author, rating, date, text, source, owner_reply }: Review): readonly string[] {
  const stars = "★".repeat(rating).padEnd(5, "☆");
  return [
    `  ${stars}  ${date}  ${author}  ${sourceLabel(source)}`,
    `         ${text === null ? "(no text)" : firstWords(text)}`,
    ...owner_reply === null ? [] : [`         Reply of ${owner_reply.date}: ${firstWords(owner_reply.text)}`],
  ];
}

function firstWords(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= SHOWN_LETTERS ? line : `${line.slice(0, SHOWN_LETTERS).toWellFormed()}…`;
}

function shownFigures({ reviews, average }: ImportPlan["effect"]["after"]): string {
  return `${reviews} ${reviews === 1 ? "review" : "reviews"}${average === null ? "" : `, ${average.toFixed(2)} stars`}`;
}
