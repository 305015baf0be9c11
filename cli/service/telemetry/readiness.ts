import type { Snapshot } from "../../../domain/snapshot/snapshot.ts";
import type { NotReady, ServiceTrouble } from "../../../routes/services.ts";
import type { Hub } from "../../../websub/hub.ts";
import type { HubFigures } from "../../../websub/operator/hub_figures.ts";

/** What readiness is judged by. */
export interface ReadinessSources {
  readonly snapshot: () => Snapshot | null;
  /** What is wrong with the store, if anything is. */
  readonly trouble: () => ServiceTrouble | null;
  readonly isHubStarted: () => boolean;
  readonly hubFigures: () => Promise<HubFigures>;
  readonly lateCalls: Hub["late"];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Why a service is not ready that has nothing to serve yet. */
export const NO_REVISION: NotReady = { check: "revision", reason: "No revision of the dataset is loaded yet." };

/** A hub that has not delivered a change for so long, failing subscribers aside, is behind; milliseconds. */
export const BEHIND_AFTER_MS = 300_000;

/** Why the service is not ready; nothing when it is. */
export async function readiness(
  { snapshot, trouble, isHubStarted, hubFigures, lateCalls, now }: ReadinessSources,
): Promise<readonly NotReady[]> {
  const revision: readonly NotReady[] = snapshot() === null ? [NO_REVISION] : [];
  const known = trouble();
  if (known !== null) return [...revision, { check: "store", reason: known.reason }];
  const figures = await hubFigures().catch(() => null);
  if (figures === null) return [...revision, { check: "store", reason: "The store does not answer." }];
  const reason = isHubStarted()
    ? behindReason(figures, now()) ?? lateReason(lateCalls())
    : "The hub is still being started.";
  return reason === null ? revision : [...revision, { check: "hub", reason }];
}

function lateReason(late: ReturnType<Hub["late"]>): string | null {
  if (late === null) return null;
  return `The hub verifies late: a request has waited ${late.seconds} seconds for its turn, with ${late.waiting} waiting in all.`;
}

/** Why the hub counts as behind, in a sentence for everybody; null when it does not. */
export function behindReason({ topics }: HubFigures, now: number): string | null {
  for (const { path, backlog, undeliveredSince } of topics) {
    if (undeliveredSince === null || now - undeliveredSince < BEHIND_AFTER_MS) continue;
    const minutes = Math.floor((now - undeliveredSince) / 60_000);
    return `The hub is behind: ${backlog} of the subscriptions of ${path} lack a change that came ${minutes} minutes ago.`;
  }
  return null;
}
