import { foldText } from "../../domain/normalize_text.ts";
import { seriousKinds } from "../../domain/insights/serious_complaints.ts";
import type { Review } from "../../domain/review.ts";
import { counted } from "../../terminal/print.ts";
import type { LastingFacts, PublishedFacts } from "./alert_facts.ts";
import type { Conditions } from "./alert_settings.ts";

/** A new review that meets a condition. */
export interface ReviewNews {
  readonly review: Review;
  /** The condition that it meets, in words: `at most 2 stars`. */
  readonly reasons: readonly string[];
}

/** News for a receiver. */
export interface News {
  /** Newest first. */
  readonly reviews: readonly ReviewNews[];
  /** Sentences about all other news. */
  readonly notes: readonly string[];
  /** Names of lasting conditions that are met now. Those met before are not news. */
  readonly lasting: readonly string[];
}

/**
 * Applies the conditions of a receiver to facts.
 * @param published Changes since the last message; null if nothing was published.
 * @param before Lasting conditions that were met before.
 */
export function findNews(
  conditions: Conditions,
  published: PublishedFacts | null,
  { failedSources, hub, newPasskeys }: LastingFacts,
  before: readonly string[],
): News {
  const { average_below: bound, withdrawn, source_failed, hub_late, new_passkey } = conditions;
  const average = published?.average ?? null;
  const isLow = published === null ? before.includes("average") : average !== null && average < (bound ?? 0);
  const lasting: readonly (readonly [name: string, sentence: string])[] = [
    ...bound !== undefined && isLow
      ? [["average", `The average of the last 30 days is ${average?.toFixed(2)}, below ${bound}.`]] as const
      : [],
    ...source_failed
      ? failedSources.map(({ name, reason }) => [`source ${name}`, `The source ${name} has failed: ${reason}`] as const)
      : [],
    ...hub_late && hub !== null ? [["hub", hub] as const] : [],
    ...new_passkey ? newPasskeys.map(({ id, text }) => [`passkey ${id}`, text] as const) : [],
  ];
  const gone = withdrawn ? published?.withdrawn ?? 0 : 0;
  const forgotten = published?.forgotten ?? 0;
  return {
    reviews: (published?.reviews ?? []).flatMap((review) => {
      const reasons = reasonsFor(review, conditions, published?.insights.per_review ?? {});
      return reasons.length === 0 ? [] : [{ review, reasons }];
    }),
    notes: [
      ...gone > 0
        ? [`${counted(gone, "review")} withdrawn: no longer published, and nobody has hidden or erased them.`]
        : [],
      ...forgotten > 0
        ? [`${counted(forgotten, "earlier publication")} left out: the store does not keep them any more.`]
        : [],
      ...lasting.flatMap(([name, sentence]) => before.includes(name) ? [] : [sentence]),
    ],
    lasting: lasting.map(([name]) => name),
  };
}

function reasonsFor(
  review: Review,
  { max_rating, serious, words = [], people = [], aspects = [] }: Conditions,
  analyses: PublishedFacts["insights"]["per_review"],
): readonly string[] {
  const text = foldText(review.text ?? "");
  const named = new Set(review.mentioned_technicians.map(foldText));
  const criticised = analyses[review.id]?.aspects.filter(({ sentiment }) => sentiment === "negative") ?? [];
  return [
    ...max_rating !== undefined && review.rating <= max_rating
      ? [`at most ${max_rating} star${max_rating === 1 ? "" : "s"}`]
      : [],
    ...serious ? seriousKinds(review).map((kind) => `may tell of ${kind}`) : [],
    ...words.filter((word) => text.includes(foldText(word))).map((word) => `says “${word}”`),
    ...people.filter((name) => named.has(foldText(name)) || text.includes(foldText(name))).map((name) =>
      `names ${name}`
    ),
    ...aspects.filter((aspect) => criticised.some(({ id }) => id === aspect)).map((aspect) => `criticises ${aspect}`),
  ];
}
