import type { Processes } from "./processes.ts";
import type { GeneratedStore } from "./stores.ts";

/** Measures, and yields each row when it is complete. */
export type Measurement = (context: BenchContext) => AsyncGenerator<BenchRow, void>;

/** Arguments of every measurement. */
export interface BenchContext {
  readonly processes: Processes;
  /** A folder for temporary files. */
  readonly folder: string;
  /** Maximum number of reviews of a store and of subscriptions. */
  readonly most: number;
  /** Number of repetitions of a measurement. */
  readonly rounds: number;
  /** Duration of the load on a route, in seconds. */
  readonly seconds: number;
  /** Resolves to a store with that many generated reviews, at most `most`, which is created once and shared. */
  readonly store: (reviews: number) => Promise<GeneratedStore>;
}

const COLUMNS = ["what", "measured", "against", "ratio", "goal", "verdict"] as const;

/**
 * One row of the result table. A field without content is empty. `against` is the figure to compare with, `ratio` the
 * ratio to it, and `verdict` says "reached", "missed" or "not measured".
 */
export type BenchRow = Readonly<Record<typeof COLUMNS[number], string>>;

/** Returns a row without a comparison. */
export function plainRow(what: string, measured: string, goal = "", isReached = true): BenchRow {
  return { what, measured, against: "", ratio: "", goal, verdict: goal === "" ? "" : isReached ? "reached" : "missed" };
}

/** Returns a row that compares two rates; `goal` is the minimum ratio. */
export function ratioRow(what: string, ours: number, theirs: number, name: string, goal: number): BenchRow {
  const ratio = ours / theirs;
  return {
    ...plainRow(what, perSecond(ours), `>= ${goal}`, ratio >= goal),
    against: `${perSecond(theirs)} ${name}`,
    ratio: ratio.toFixed(2),
  };
}

function perSecond(rate: number): string {
  return `${count(rate)}/s`;
}

const NOT_MEASURED = "not measured";

/** Returns a row that explains why there is no figure. */
export function unmeasuredRow(what: string, reason: string): BenchRow {
  return { ...plainRow(what, reason), verdict: NOT_MEASURED };
}

/** True if a row has a figure. */
export function isMeasured({ verdict }: BenchRow): boolean {
  return verdict !== NOT_MEASURED;
}

/** Formats rows as a Markdown table with aligned columns. */
export function formatTable(rows: readonly BenchRow[]): string {
  const lines = [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column]))];
  const widths = COLUMNS.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const [headings, ...others] = lines.map((line) =>
    `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`
  );
  return [headings, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...others].join("\n");
}

/** Returns a number as text without decimals, with thousands separators. */
export function count(number: number): string {
  return Math.round(number).toLocaleString("en");
}

/** Returns the median of numbers; NaN if there are none. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}
