import type { LoadGenerator } from "../load/load.ts";
import type { Processes } from "../servers/processes.ts";

/** What every measurement is given. */
export interface BenchContext {
  readonly processes: Processes;
  /** An empty folder for files. */
  readonly folder: string;
  readonly load: LoadGenerator;
  /** How often each side of a comparison takes its turn. */
  readonly rounds: number;
  /** How long one turn is. */
  readonly seconds: number;
  /** Path of a store with so many generated reviews; made once and shared. */
  readonly store: (reviews: number) => Promise<string>;
}
