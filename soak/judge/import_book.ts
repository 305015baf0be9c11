import { changesIn, slotOf, SLOTS } from "../changes.ts";
import type { Findings } from "../stage/findings.ts";
import type { Timeline } from "../stage/timeline.ts";

// A running service shows a change within two seconds; a busy machine takes longer.
const SHOWN_WITHIN_MS = 15_000;

/** Keeps which changes were tried and which were acknowledged, and judges what is published. */
export class ImportBook {
  #next = 0;
  /** The newest acknowledged change of each slot. */
  readonly #accepted = new Map<number, number>();
  #newest: { readonly change: number; readonly at: number } | null = null;
  /** The newest change that each service has shown. */
  readonly #shown = new Map<string, number>();

  constructor(private readonly findings: Findings, private readonly timeline: Timeline) {}

  /** The number of the next change. */
  next(): number {
    return this.#next++;
  }

  /** Notes that the import of a change ended with success. */
  accept(change: number): void {
    const slot = slotOf(change);
    this.#accepted.set(slot, Math.max(change, this.#accepted.get(slot) ?? -1));
    if (change > (this.#newest?.change ?? -1)) this.#newest = { change, at: Date.now() };
  }

  /** What has been acknowledged so far, by slot. */
  accepted(): ReadonlyMap<number, number> {
    return new Map(this.#accepted);
  }

  /**
   * Judges a document of the store: every change that was acknowledged before it was read has to be in it.
   *
   * @param accepted What had been acknowledged then.
   */
  judgeWhole(where: string, text: string, accepted: ReadonlyMap<number, number>): void {
    const found = changesIn(text);
    for (let slot = 0; slot < SLOTS; slot++) {
      const [is, least] = [found.get(slot) ?? -1, accepted.get(slot) ?? -1];
      if (is < least) this.findings.fault("lost", `${where} has change ${is} in slot ${slot}, not ${least}.`);
      if (is >= this.#next) this.findings.fault("wrong", `${where} has change ${is}, which was never made.`);
    }
  }

  /** The newest change that a service has shown; to be asked before a read. */
  shown(service: string): number {
    return this.#shown.get(service) ?? -1;
  }

  /** Judges the newest change that a service shows: it never goes back, and comes in time. */
  judgeNewest(service: string, newest: number, before: number, askedAt: number): void {
    if (newest < before) this.findings.fault("wrong", `${service} shows change ${newest}; it had shown ${before}.`);
    this.#shown.set(service, Math.max(newest, this.shown(service)));
    const due = this.#newest;
    if (due === null || newest >= due.change || askedAt < due.at + SHOWN_WITHIN_MS) return;
    if (this.timeline.touched(due.at, askedAt, ["down", "paused", "full disk", "clock"], service)) return;
    this.findings.fault("wrong", `${service} shows change ${newest} ${askedAt - due.at} ms after ${due.change}.`);
  }
}
