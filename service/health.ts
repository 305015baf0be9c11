import { type Sentence, sentence } from "../domain/sentences/sentence.ts";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";
import type { StoreHealth } from "../domain/store/store_trouble.ts";
import { type StoreFault, StoreTroubleError, TROUBLE_TEXTS } from "../domain/store/store_trouble.ts";
import type { NotReady, ServiceTrouble } from "../routes/services.ts";
import type { Hub } from "../websub/hub.ts";
import type { HubFigures } from "../websub/hub_figures.ts";
import type { Log } from "./log.ts";
import { repeatedFault } from "./repeated_fault.ts";

/**
 * Why `/healthz` answers `degraded`; null while it answers `ok`. The store cannot be written, or the published revision
 * cannot be read.
 *
 * @param unreadable Why the head cannot be read, as `headWatch` says; null while it can.
 */
export function degradedReason(
  { trouble }: Pick<StoreHealth, "trouble">,
  unreadable: () => ServiceTrouble | null,
): ServiceTrouble | null {
  return trouble === null ? unreadable() : { since: trouble.since, reason: `${TROUBLE_TEXTS[trouble.fault].what}.` };
}

/** Input of {@linkcode readiness}. */
export interface ReadinessSources {
  readonly snapshot: () => Snapshot | null;
  /** See {@linkcode degradedReason}. */
  readonly trouble: () => ServiceTrouble | null;
  readonly isHubStarted: () => boolean;
  readonly hubFigures: () => Promise<HubFigures>;
  readonly lateCalls: Hub["late"];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Reason while no revision is loaded. */
export const NO_REVISION: NotReady = { check: "revision", reason: "No revision of the dataset is loaded yet." };

/** Age of an undelivered change from which the hub is behind, in milliseconds. Failing subscribers do not count. */
export const BEHIND_AFTER_MS = 300_000;

/** Why `/readyz` answers 503: one reason for each failed check, none while the service is ready. */
export async function readiness(
  { snapshot, trouble, isHubStarted, hubFigures, lateCalls, now }: ReadinessSources,
): Promise<readonly NotReady[]> {
  const revision: readonly NotReady[] = snapshot() === null ? [NO_REVISION] : [];
  const known = trouble();
  if (known !== null) return [...revision, { check: "store", reason: known.reason }];
  const figures = await hubFigures().catch(() => null);
  if (figures === null) return [...revision, { check: "store", reason: "The store does not answer." }];
  const late = lateCalls();
  const lateReason = late &&
    `The hub verifies late: a request has waited ${late.seconds} seconds for its turn, with ${late.waiting} waiting in all.`;
  const reason = isHubStarted() ? behindReason(figures, now()) ?? lateReason : "The hub is still being started.";
  return reason === null ? revision : [...revision, { check: "hub", reason: String(reason) }];
}

/** Why the hub is behind, as a public sentence; null while it is not. */
export function behindReason({ topics }: HubFigures, now: number): Sentence | null {
  for (const { path, backlog, undeliveredSince } of topics) {
    if (undeliveredSince === null || now - undeliveredSince < BEHIND_AFTER_MS) continue;
    const minutes = Math.floor((now - undeliveredSince) / 60_000);
    const text =
      "The hub is behind: {backlog} of the subscriptions of {path} lack a change that came {minutes} minutes ago.";
    return sentence(text, { backlog, path, minutes });
  }
  return null;
}

/** Poll interval, in milliseconds. So short that Deno KV is closed before its own write to a full disk fails. */
const LOOK_EVERY_MS = 200;

/** Polls the store of a running service, and logs a fault with advice and its end. */
export function storeWatch(health: StoreHealth, log: Pick<Log, "info" | "error">, now: () => number) {
  let before: StoreFault | null = null;
  const waiting: (() => void)[] = [];
  const fault = repeatedFault((error) => {
    if (!(error instanceof StoreTroubleError)) throw error;
    log.error("store refuses", { reason: error.message, advice: `${TROUBLE_TEXTS[error.fault].advice}.` });
  }, now);

  function see(): void {
    const current = health.trouble?.fault ?? null;
    if (current !== before) {
      const since = fault.since();
      fault.ended();
      if (current === null) {
        const seconds = since === null ? 0 : Math.round((now() - since) / 1000);
        log.info("store can be written again", { after_seconds: seconds });
        for (const go of waiting.splice(0)) go();
      }
    }
    before = current;
    if (current !== null) fault.happened(new StoreTroubleError(current));
  }

  health.watch(see);
  see();
  const timer = setInterval(() => void health.look().then(see), LOOK_EVERY_MS);
  return {
    /** Resolves as soon as the store can be written. */
    writable: () => health.trouble === null ? Promise.resolve() : new Promise<void>((go) => waiting.push(go)),
    stop: () => clearInterval(timer),
  };
}
