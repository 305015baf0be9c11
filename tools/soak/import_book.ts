import type { Findings } from "./findings.ts";
import type { Timeline } from "./timeline.ts";

/**
 * Number of reviews (slots) that imports change in turn. All appear in the feeds, which have the fifty newest reviews.
 */
export const SLOTS = 20;

/** Returns the slot of a change, i.e. the number of the review that it writes. */
export function slotOf(change: number): number {
  return change % SLOTS;
}

/** Returns the text of the review that a change writes. */
export function textOfChange(change: number): string {
  return `Soak change ${change} of slot ${slotOf(change)}.`;
}

/** Returns the change of each slot in a published document, without empty slots. */
export function changesIn(text: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const [, change = "", slot = ""] of text.matchAll(/Soak change (\d+) of slot (\d+)\./g)) {
    found.set(Number(slot), Math.max(Number(change), found.get(Number(slot)) ?? -1));
  }
  return found;
}

/** Returns the number of the newest change in a document; -1 for none. */
export function newestChange(text: string): number {
  return Math.max(-1, ...changesIn(text).values());
}

// Maximum time until a running service shows a change, in milliseconds. Usually two seconds, more on a busy machine.
const SHOWN_WITHIN_MS = 15_000;

/** Records tried and acknowledged changes, and checks published documents against them. */
export class ImportBook {
  #next = 0;
  /** The newest acknowledged change of each slot. */
  readonly #accepted = new Map<number, number>();
  #newest: { readonly change: number; readonly at: number } | null = null;
  /** The newest change that each service has shown. */
  readonly #shown = new Map<string, number>();

  constructor(private readonly findings: Findings, private readonly timeline: Timeline) {}

  /** Returns the number of the next change. */
  next(): number {
    return this.#next++;
  }

  /** Records that the import of a change succeeded. */
  accept(change: number): void {
    const slot = slotOf(change);
    this.#accepted.set(slot, Math.max(change, this.#accepted.get(slot) ?? -1));
    if (change > (this.#newest?.change ?? -1)) this.#newest = { change, at: Date.now() };
  }

  /** Returns the acknowledged changes, by slot. */
  accepted(): ReadonlyMap<number, number> {
    return new Map(this.#accepted);
  }

  /**
   * Checks a document. A missing or invented change is a fault.
   *
   * @param accepted Changes acknowledged before the read, by slot.
   */
  judgeWhole(where: string, text: string, accepted: ReadonlyMap<number, number>): void {
    const found = changesIn(text);
    for (let slot = 0; slot < SLOTS; slot++) {
      const [is, least] = [found.get(slot) ?? -1, accepted.get(slot) ?? -1];
      if (is < least) this.findings.fault("lost", `${where} has change ${is} in slot ${slot}, not ${least}.`);
      if (is >= this.#next) this.findings.fault("wrong", `${where} has change ${is}, which was never made.`);
    }
  }

  /** Returns the newest change that a service has shown. Call it before a read. */
  shown(service: string): number {
    return this.#shown.get(service) ?? -1;
  }

  /** Checks the newest change that a service shows. An older one than before, or a late one, is a fault. */
  judgeNewest(service: string, newest: number, before: number, askedAt: number): void {
    if (newest < before) this.findings.fault("wrong", `${service} shows change ${newest}; it had shown ${before}.`);
    this.#shown.set(service, Math.max(newest, this.shown(service)));
    const due = this.#newest;
    if (due === null || newest >= due.change || askedAt < due.at + SHOWN_WITHIN_MS) return;
    if (this.timeline.touched(due.at, askedAt, ["down", "paused", "full disk", "clock"], service)) return;
    this.findings.fault("wrong", `${service} shows change ${newest} ${askedAt - due.at} ms after ${due.change}.`);
  }
}
