/** Why a store cannot be used as it should. */
export type StoreFault =
  | "disk_full"
  | "disk_read_only"
  | "disk_failing"
  | "not_permitted"
  | "damaged"
  | "locked"
  | "silent";

/** That a store cannot be used as it should, and since when. */
export interface StoreTrouble {
  readonly fault: StoreFault;
  /** Milliseconds since 1970. */
  readonly since: number;
}

interface FaultText {
  readonly what: string;
  readonly advice: string;
}

const TEXTS: Readonly<Record<StoreFault, FaultText>> = {
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
    advice: "Look for faults of that disk in the log of the system",
  },
  not_permitted: {
    what: "The store may not be written to, so nothing can be changed at the moment",
    advice: "Give the user of the service the right to write to the file and to its folder",
  },
  damaged: {
    what: "The store is damaged, so it cannot be used at the moment",
    advice: "Put the file of a backup in its place",
  },
  locked: {
    what: "Another process keeps the store locked, so nothing can be written at the moment",
    advice: "Look for a service or a command on the same store that stands still",
  },
  silent: {
    what: "The store does not answer, so nothing can be written at the moment",
    advice: "Look at the server of the store and at the network to it",
  },
};

/** What is wrong, for clients and operators: one sentence without its full stop. */
export function troubleText(fault: StoreFault): string {
  return TEXTS[fault].what;
}

/** What the operator can do: one sentence without its full stop. */
export function troubleAdvice(fault: StoreFault): string {
  return TEXTS[fault].advice;
}

/** Seconds after which a client may try again what was refused (RFC 9110 10.2.3). */
export const TROUBLE_RETRY_SECONDS = 60;

/** The store refuses for now: nothing was written. The message is a sentence that may be shown to everybody. */
export class StoreTroubleError extends Error {
  override readonly name = "StoreTroubleError";

  /** @param cause What the store or its client has said, where it has said something. */
  constructor(readonly fault: StoreFault, cause?: unknown) {
    super(`${troubleText(fault)}.`, cause === undefined ? {} : { cause });
  }
}
