import type { StoreTrouble } from "./store_trouble.ts";

/** Tells whether a store can be used as it should. */
export interface StoreHealth {
  /** What is wrong now; null when nothing is. */
  readonly trouble: StoreTrouble | null;
  /** Has every change of it told. */
  watch(onChange: (trouble: StoreTrouble | null) => void): void;
  /** Finds out anew; to be called again and again while a service runs. */
  look(): Promise<void>;
}

/** The health of a store that has no disk of its own here. */
export const ALWAYS_HEALTHY: StoreHealth = { trouble: null, watch: () => {}, look: () => Promise.resolve() };
