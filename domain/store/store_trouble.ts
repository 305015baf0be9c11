import { type PlainText } from "../sentences/sentence.ts";
/** Reason why a store cannot be used normally. */
export type StoreFault =
  | "disk_full"
  | "disk_read_only"
  | "disk_failing"
  | "not_permitted"
  | "damaged"
  | "locked"
  | "silent";

/** Trouble of a store, with the time when it began. */
export interface StoreTrouble {
  readonly fault: StoreFault;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Health of a store. */
export interface StoreHealth {
  /** Current trouble; null if there is none. */
  readonly trouble: StoreTrouble | null;
  /** Registers a listener for changes of `trouble`. */
  watch(onChange: (trouble: StoreTrouble | null) => void): void;
  /** Checks the store. A running service calls this on a timer. */
  look(): Promise<void>;
}

/** Health of a store without a local disk. */
export const ALWAYS_HEALTHY: StoreHealth = { trouble: null, watch: () => {}, look: () => Promise.resolve() };

/** What a fault is, for clients and operators, and advice for operators: each a sentence without its full stop. */
export const TROUBLE_TEXTS: Readonly<Record<StoreFault, { readonly what: PlainText; readonly advice: string }>> = {
  disk_full: {
    what: "The disk of the store is full, so nothing can be written at the moment",
    advice: "Free some space on that disk",
  },
  disk_read_only: {
    what: "The disk of the store is read-only, so nothing can be written at the moment",
    advice: "Mount that disk for writing",
  },
  disk_failing: {
    what: "The disk of the store fails, so nothing can be written at the moment",
    advice: "Check the system log for errors of that disk",
  },
  not_permitted: {
    what: "The store may not be written to, so nothing can be changed at the moment",
    advice: "Give the user of the service the right to write to the file and to its folder",
  },
  damaged: {
    what: "The store is damaged, so it cannot be used at the moment",
    advice: "Replace it with a backup",
  },
  locked: {
    what: "Another process keeps the store locked, so nothing can be written at the moment",
    advice: "Find the service or command on the same store that hangs, and end it",
  },
  silent: {
    what: "The store does not answer, so nothing can be written at the moment",
    advice: "Check the server of the store and the network to it",
  },
};

/** Value of `Retry-After` for refused writes, in seconds (RFC 9110 10.2.3). */
export const TROUBLE_RETRY_SECONDS = 60;

/**
 * Thrown if the store cannot be used at the moment. Nothing was written, except that a `silent` store may still
 * perform the call. The message is public.
 */
export class StoreTroubleError extends Error {
  override readonly name = "StoreTroubleError";

  /** @param cause Error of the store or its client, if any. */
  constructor(readonly fault: StoreFault, cause?: unknown) {
    super(`${TROUBLE_TEXTS[fault].what}.`, cause === undefined ? {} : { cause });
  }
}
