import type { EntityInsight } from "../documents/insights_document.ts";
import { nameMatcher } from "../fold_text.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { insightsOf } from "./snapshot_insights.ts";

/** A technician or service with all its names and its figures. */
export interface NamedThing {
  readonly id: string;
  readonly label: string;
  readonly aliases: readonly string[];
  /** Null if no review mentions it. */
  readonly insight: EntityInsight | null;
}

/**
 * All technicians or services: those of the business in its order, then those that only the insights know (somebody who
 * has left, say), most mentioned first.
 */
export function namedThings(snapshot: Snapshot, kind: "technicians" | "services"): readonly NamedThing[] {
  const { business } = snapshot;
  const entities = insightsOf(snapshot).entities[kind];
  const insights = new Map(entities.map((insight) => [insight.id, insight]));
  const own = kind === "services"
    ? business.services
    : business.technicians.map(({ id, name, aliases }) => ({ id, label: name, aliases }));
  const ownIds = new Set(own.map(({ id }) => id));
  return [
    ...own.map((entry) => ({ ...entry, insight: insights.get(entry.id) ?? null })),
    ...entities.filter(({ id }) => !ownIds.has(id))
      .map((insight) => ({ id: insight.id, label: insight.label, aliases: [], insight })),
  ];
}

/** The thing that most reviews mention, the first of them if there are several; undefined if there are no things. */
export function mostMentioned(things: readonly NamedThing[]): NamedThing | undefined {
  const count = ({ insight }: NamedThing) => insight?.mention_count ?? 0;
  return things.reduce<NamedThing | undefined>(
    (most, thing) => most === undefined || count(thing) > count(most) ? thing : most,
    undefined,
  );
}

/** The first entry whose id, label or alias equals the name, compared folded; null if there is none. */
export function findNamed<
  Thing extends { readonly id: string; readonly label: string; readonly aliases?: readonly string[] },
>(things: readonly Thing[], called: string): Thing | null {
  const isCalled = nameMatcher(called);
  return things.find(({ id, label, aliases = [] }) => isCalled([id, label, ...aliases])) ?? null;
}
