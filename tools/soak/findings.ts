/** Kinds of faults with their titles. Each fault makes the soak fail. */
export const FAULTS = {
  lost: "Lost",
  sent: "Sent where nothing may be sent",
  doubled: "Doubled without a cause",
  unanswered: "Not answered",
  wrong: "Answered wrongly",
  died: "Processes that died or would not start or stop",
  grown: "Grown",
} as const;

/** One kind of fault. */
export type Fault = keyof typeof FAULTS;

const MOST_KEPT = 20;

/** Faults and counts of a soak. */
export class Findings {
  readonly #startedAt = Date.now();
  readonly #faults = new Map<Fault, { count: number; readonly texts: string[] }>();
  readonly #counts = new Map<string, number>();

  /**
   * @param tell Prints a line for each of the first faults of a kind.
   * @param interrupted Aborted when everything must end at once. Nothing counts as a fault from then on.
   */
  constructor(private readonly tell: (line: string) => void, private readonly interrupted: AbortSignal) {}

  /** Records a fault and prints it. */
  fault(kind: Fault, text: string): void {
    if (this.interrupted.aborted) return;
    const entry = this.#faults.get(kind) ?? { count: 0, texts: [] };
    this.#faults.set(kind, entry);
    entry.count++;
    const line = `${this.time()} ${text}`;
    if (entry.texts.length < MOST_KEPT) entry.texts.push(line);
    if (entry.count <= MOST_KEPT) this.tell(`fault (${kind}): ${line}`);
  }

  /** Increases a counter of the report. */
  count(what: string, by = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + by);
  }

  /** Raises a counter of the report to a value, if that is higher. */
  highest(what: string, value: number): void {
    this.#counts.set(what, Math.max(this.#counts.get(what) ?? -Infinity, value));
  }

  /** Returns the number of faults of a kind and the first of them. */
  faults(kind: Fault): { readonly count: number; readonly texts: readonly string[] } {
    return this.#faults.get(kind) ?? { count: 0, texts: [] };
  }

  /** Number of all faults. */
  get faultCount(): number {
    return [...this.#faults.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** Returns the value of a counter; 0 if nothing was counted. */
  counted(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  /** Returns the counters whose names begin with a prefix, the highest first. */
  countsOf(prefix: string): readonly (readonly [what: string, count: number])[] {
    return [...this.#counts].filter(([what]) => what.startsWith(prefix))
      .map(([what, count]) => [what.slice(prefix.length), count] as const)
      .sort(([, a], [, b]) => b - a);
  }

  /** Returns the run time of the soak: `12:05`. */
  time(): string {
    const seconds = Math.floor((Date.now() - this.#startedAt) / 1000);
    return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  }
}
