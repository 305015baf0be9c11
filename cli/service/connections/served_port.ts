/** A port that is being served. */
export interface ServedPort {
  readonly port: number;
  /** Accepts no more connections and resolves when all requests have been answered. */
  readonly shutdown: () => Promise<void>;
}
