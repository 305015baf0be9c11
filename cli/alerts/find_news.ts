import { foldText } from "../../domain/normalize_text.ts";
import { type PlainText, type Sentence, sentence, type Text } from "../../domain/sentences/sentence.ts";
import { type SeriousKind, seriousKinds } from "../../domain/insights/serious_complaints.ts";
import type { Review } from "../../domain/review.ts";
import type { LastingFacts, PublishedFacts } from "./alert_facts.ts";
import type { Conditions } from "./alert_settings.ts";

/** A new review that meets a condition. */
export interface ReviewNews {
  readonly review: Review;
  /** The condition that it meets, in words: `at most 2 stars`. */
  readonly reasons: readonly Sentence[];
}

/** News for a receiver. */
export interface News {
  /** Newest first. */
  readonly reviews: readonly ReviewNews[];
  /** Sentences about all other news. */
  readonly notes: readonly Text[];
  /** Names of lasting conditions that are met now. Those met before are not news. */
  readonly lasting: readonly string[];
}

/** What a review with a serious complaint may tell of. */
export const SERIOUS_WORDS: Readonly<Record<SeriousKind, PlainText>> = {
  touching: "unwanted touching",
  theft: "theft",
  fraud: "fraud",
  injury: "injury",
  discrimination: "discrimination",
};

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
  const lasting: readonly (readonly [name: string, text: Text])[] = [
    ...bound !== undefined && isLow
      ? [[
        "average",
        sentence("The average of the last 30 days is {average:stars}, below {bound:stars}.", {
          ...{ average: average ?? 0, bound },
        }),
      ]] as const
      : [],
    ...source_failed
      ? failedSources.map(({ name, reason }) =>
        [`source ${name}`, sentence("The source {name} has failed: {reason}", { name, reason })] as const
      )
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
        ? [sentence(
          "{count|# review|# reviews} withdrawn: no longer published, and nobody has hidden or erased them.",
          { count: gone },
        )]
        : [],
      ...forgotten > 0
        ? [sentence(
          "{count|# earlier publication|# earlier publications} left out: the store does not keep them any more.",
          { count: forgotten },
        )]
        : [],
      ...lasting.flatMap(([name, text]) => before.includes(name) ? [] : [text]),
    ],
    lasting: lasting.map(([name]) => name),
  };
}

function reasonsFor(
  review: Review,
  { max_rating, serious, words = [], people = [], aspects = [] }: Conditions,
  analyses: PublishedFacts["insights"]["per_review"],
): readonly Sentence[] {
  const text = foldText(review.text ?? "");
  const named = new Set(review.mentioned_technicians.map(foldText));
  const criticised = analyses[review.id]?.aspects.filter(({ sentiment }) => sentiment === "negative") ?? [];
  return [
    ...max_rating !== undefined && review.rating <= max_rating
      ? [sentence("at most {count|# star|# stars}", { count: max_rating })]
      : [],
    ...serious
      ? seriousKinds(review).map((kind) => sentence("may tell of {kind}", { kind: sentence(SERIOUS_WORDS[kind]) }))
      : [],
    ...words.filter((word) => text.includes(foldText(word))).map((word) => sentence("says “{word}”", { word })),
    ...people.filter((name) => named.has(foldText(name)) || text.includes(foldText(name))).map((name) =>
      sentence("names {name}", { name })
    ),
    ...aspects.filter((aspect) => criticised.some(({ id }) => id === aspect)).map((aspect) =>
      sentence("criticises {aspect}", { aspect })
    ),
  ];
}
