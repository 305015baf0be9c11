import type { LoadGenerator } from "../load/load.ts";
import type { Workplace } from "../processes.ts";

/** What every measurement is given. */
export interface BenchContext extends Workplace {
  readonly load: LoadGenerator;
  /** How often each side of a comparison takes its turn. */
  readonly rounds: number;
  /** How long one turn is. */
  readonly seconds: number;
  /** Path of a store with so many generated reviews; made once and shared. */
  readonly store: (reviews: number) => Promise<string>;
}
