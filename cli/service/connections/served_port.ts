/** A port that is being served. */
export interface ServedPort {
  readonly port: number;
  /** How many connections are open; null where that is not known here. */
  readonly connections: () => number | null;
  /** Accepts no more connections and resolves when all requests have been answered. */
  readonly shutdown: () => Promise<void>;
}
