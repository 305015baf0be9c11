import type { LoadGenerator } from "../load/load.ts";
import type { Workplace } from "../processes.ts";

/** What every measurement is given. */
export interface BenchContext extends Workplace {
  readonly load: LoadGenerator;
  /** How many turns each side of a comparison gets. */
  readonly rounds: number;
  /** Duration of a turn. */
  readonly seconds: number;
  /** Path of a store with that many generated reviews; created once and shared. */
  readonly store: (reviews: number) => Promise<string>;
}
