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

const COLUMNS = ["what", "measured", "against", "ratio", "goal", "verdict"] as const;

/** A row without a comparison. */
export function plainRow(what: string, measured: string, goal?: { readonly text: string; readonly reached: boolean }) {
  const verdict = goal === undefined ? "" : goal.reached ? "reached" : "missed";
  return { what, measured, against: "", ratio: "", goal: goal?.text ?? "", verdict } satisfies BenchRow;
}

/** A row that compares two rates of deliveries; `goal` is the least ratio. */
export function ratioRow(what: string, ours: number, theirs: number, name: string, goal: number): BenchRow {
  const ratio = ours / theirs;
  const perSecond = (rate: number) => `${Math.round(rate).toLocaleString("en")}/s`;
  return {
    what,
    measured: perSecond(ours),
    against: `${perSecond(theirs)} ${name}`,
    ratio: ratio.toFixed(2),
    goal: `>= ${goal}`,
    verdict: ratio >= goal ? "reached" : "missed",
  };
}

/** A row that explains why there is no figure. */
export function unmeasuredRow(what: string, reason: string): BenchRow {
  return { what, measured: reason, against: "", ratio: "", goal: "", verdict: "not measured" };
}

/** Formats rows as a table with aligned columns and headings. */
export function formatTable(rows: readonly BenchRow[]): string {
  const headings: Readonly<Record<typeof COLUMNS[number], string>> = {
    what: "What",
    measured: "Measured",
    against: "Compared with",
    ratio: "Ratio",
    goal: "Goal",
    verdict: "Verdict",
  };
  const lines = [headings, ...rows];
  const widths = COLUMNS.map((column) => Math.max(...lines.map((line) => line[column].length)));
  return lines.map((line) => COLUMNS.map((column, at) => line[column].padEnd(widths[at] ?? 0)).join("  ").trimEnd())
    .join("\n");
}
