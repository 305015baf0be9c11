import type { LoadGenerator } from "./load/load.ts";
import type { Processes } from "./processes.ts";

/** What every measurement is given. */
export interface BenchContext {
  readonly processes: Processes;
  /** A folder for temporary files. */
  readonly folder: string;
  readonly load: LoadGenerator;
  /** How many turns each side of a comparison gets. */
  readonly rounds: number;
  /** Duration of a turn. */
  readonly seconds: number;
  /** Path of a store with that many generated reviews; created once and shared. */
  readonly store: (reviews: number) => Promise<string>;
}

/** One row of the result table. */
export interface BenchRow {
  readonly what: string;
  readonly measured: string;
  /** What it is compared with, or empty. */
  readonly against: string;
  /** Ratio to that, or empty. */
  readonly ratio: string;
  /** The goal, or empty. */
  readonly goal: string;
  /** Empty if there is no goal. */
  readonly verdict: "reached" | "missed" | "not measured" | "";
}

const HEADINGS = {
  what: "What",
  measured: "Measured",
  against: "Compared with",
  ratio: "Ratio",
  goal: "Goal",
  verdict: "Verdict",
} as const;
const COLUMNS = Object.keys(HEADINGS) as readonly (keyof BenchRow)[];

/** A row without a comparison. */
export function plainRow(what: string, measured: string, goal = "", isReached = true): BenchRow {
  return { what, measured, against: "", ratio: "", goal, verdict: goal === "" ? "" : isReached ? "reached" : "missed" };
}

/** A row that compares two rates; `goal` is the least ratio, null for none. */
export function ratioRow(what: string, ours: number, theirs: number, name: string, goal: number | null): BenchRow {
  const ratio = ours / theirs;
  return {
    ...plainRow(what, perSecond(ours), goal === null ? "" : `>= ${goal}`, ratio >= (goal ?? 0)),
    against: `${perSecond(theirs)} ${name}`,
    ratio: ratio.toFixed(2),
  };
}

function perSecond(rate: number): string {
  return `${count(rate)}/s`;
}

/** A row that explains why there is no figure. */
export function unmeasuredRow(what: string, reason: string): BenchRow {
  return { ...plainRow(what, reason), verdict: "not measured" };
}

/** Formats rows as a table with aligned columns and headings. */
export function formatTable(rows: readonly BenchRow[]): string {
  const lines = [HEADINGS, ...rows];
  const widths = COLUMNS.map((column) => Math.max(...lines.map((line) => line[column].length)));
  return lines.map((line) => COLUMNS.map((column, at) => line[column].padEnd(widths[at] ?? 0)).join("  ").trimEnd())
    .join("\n");
}

/** A number without decimals, with separators of thousands. */
export function count(number: number): string {
  return Math.round(number).toLocaleString("en");
}

/** The median of numbers; NaN of none. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}
