import { z } from "zod";
import { Business } from "../business.ts";
import { foldText } from "../normalize_text.ts";
import { LeftOutSource } from "../places.ts";
import {
  type Relation,
  RELATIONS,
  Review,
  type Verification,
  VERIFICATIONS,
  WITHHELD_REASONS,
  type WithheldReason,
} from "../review.ts";
import { addedStars, averageOf, reviewsIn, StarCounts, starCounts } from "./aggregate_rating.ts";

const Count = z.int().min(0);
const Average = z.number().min(1).max(5).nullable();

/** Numbers of withheld reviews by reason, then by stars. Absent reasons have none. */
export const WithheldCounts = z.partialRecord(
  z.enum(WITHHELD_REASONS),
  StarCounts.meta({ description: "Reviews by stars, from one to five." }),
).meta({
  id: "WithheldCounts",
  description: "Stored reviews that are not published, by reason, then by stars from one to five. `not_verified` and " +
    "`not_published` are what the source says, the others are reasons of the business.",
});

/** The numbers that the schema of the same name describes. */
export type WithheldCounts = Readonly<Partial<Record<WithheldReason, StarCounts>>>;

/**
 * Maximum number of listed sources, the largest first; one more item sums the others. Bounds the length, because a
 * table may name thousands.
 */
const MOST_SOURCES = 20;

const Verifications = z.record(z.enum(VERIFICATIONS), Count.meta({ description: "Published reviews." })).meta({
  description: "How many of them who vouches for; see `verification` of a review.",
});

const SourceTally = z.object({
  source: Review.shape.source.meta({
    description: "Where the reviews were written; csv for tables that name no platform.",
  }),
  reviews: Count.meta({ description: "Published reviews from there." }),
  average: Average.meta({ description: "Their average in stars, or null." }),
  verification: Verifications,
}).meta({ id: "SourceTally", description: "The published reviews of one source." });

/** A question with its answer, as an object of JSON. */
export const PolicyAnswer = z.object({
  question: z.string().max(200).meta({ description: "A question of readers." }),
  answer: z.array(z.string().max(2000)).max(100).meta({ description: "The answer, in sentences." }),
}).meta({ id: "PolicyAnswer", description: "A question with its answer." });

/** The document `/review-policy.json`: how the reviews are collected, checked, chosen and shown. */
export const ReviewPolicy = z.object({
  publisher: z.object({
    name: Business.shape.name,
    is_the_business: z.boolean().meta({ description: "True: the business itself publishes its reviews." }),
  }).meta({ id: "PolicyPublisher", description: "Who publishes the reviews." }),
  choices: Business.shape.review_policy,
  published: z.object({
    reviews: Count.meta({ description: "Published reviews." }),
    by_stars: StarCounts.meta({ description: "The same by stars, from one to five." }),
    average: Average.meta({ description: "Their average in stars, or null." }),
    verification: Verifications,
    not_verified: Count.meta({ description: "How many of them are not verified." }),
    relations: z.record(z.enum(RELATIONS), Count.meta({ description: "Published reviews." })).meta({
      description: "How many of them are of authors with a tie to the business; see `relation` of a review.",
    }),
    incentivised: Count.meta({ description: "For how many of them the author got something." }),
    replied: Count.meta({ description: "How many of them have a reply." }),
  }).meta({ id: "PublishedCounts", description: "What is published." }),
  withheld: WithheldCounts,
  left_out: z.array(LeftOutSource).max(10_000).meta({
    description: "Sources that some places leave out, because the terms of their platform may require it.",
  }),
  average_with_unverified: Average.meta({
    description: "The average in stars if reviews that are not verified were published too, or null.",
  }),
  average_with_withheld: Average.meta({
    description: "The average in stars if all stored reviews were published, or null.",
  }),
  since: z.iso.datetime().nullable().meta({
    description: "Time of the first line of the ledger, from which `withdrawn` and `erased` count; null without one.",
  }),
  withdrawn: StarCounts.meta({
    description: "Published reviews that later publications no longer had, by stars. One that returns counts too.",
  }),
  erased: Count.meta({ description: "Reviews that were erased since the ledger began." }),
  sources: z.array(SourceTally).max(MOST_SOURCES).meta({
    description: `The published reviews by source: the ${MOST_SOURCES} with most reviews, most first.`,
  }),
  other_sources: z.object({
    sources: z.int().min(1).meta({ description: "Number of these sources." }),
    reviews: Count.meta({ description: "Published reviews from there." }),
    average: Average.meta({ description: "Their average in stars, or null." }),
  }).meta({ id: "OtherSources", description: "The published reviews of all further sources." }).nullable(),
  order: z.literal("newest_first").meta({ description: "Order on pages and in widgets." }),
  answers: z.array(PolicyAnswer).max(20).meta({
    description: "The same in English sentences, for people and assistants.",
  }),
  last_change: z.iso.datetime().nullable().meta({ description: "Time of the last publication, or null." }),
  page: z.url().max(2048).meta({ description: "The same as a page for people." }),
  history: z.url().max(2048).meta({ description: "The ledger of all publications." }),
}).meta({ id: "ReviewPolicyReport", description: "How the reviews are collected, checked, chosen and shown." });

/** The policy that the schema of the same name describes. */
export type ReviewPolicy = Readonly<z.output<typeof ReviewPolicy>>;

const DAY_MS = 24 * 60 * 60 * 1000;

interface CountedSource {
  readonly source: string;
  readonly byStars: number[];
  readonly verification: Record<string, number>;
}

/** Counts of the published reviews, added one by one. Plain data. */
export interface ReviewTally {
  /** Most reviews first. */
  readonly sources: readonly CountedSource[];
  readonly relations: Readonly<Record<Relation, number>>;
  readonly incentivised: number;
  readonly replied: number;
  /** Number of replies by days from the review to its reply; 0 if the reply has an earlier date. */
  readonly replyDays: ReadonlyMap<number, number>;
}

/** Counts the published reviews while a snapshot is built. */
export function reviewTallyBuilder(): {
  readonly add: (review: Review) => void;
  readonly finish: () => ReviewTally;
} {
  const sources = new Map<string, CountedSource>();
  const replyDays = new Map<number, number>();
  const relations: Record<Relation, number> = { employee: 0, agent: 0, family: 0 };
  let [incentivised, replied] = [0, 0];
  return {
    add({ source, rating, date, verification, relation, incentive, owner_reply }) {
      let tally = sources.get(source);
      if (tally === undefined) sources.set(source, tally = { source, byStars: starCounts([]), verification: {} });
      tally.byStars[rating - 1]! += 1;
      tally.verification[verification] = (tally.verification[verification] ?? 0) + 1;
      if (relation !== undefined) relations[relation]++;
      if (incentive !== null) incentivised++;
      if (owner_reply === null) return;
      replied++;
      const days = Math.max(0, Math.round((Date.parse(owner_reply.date) - Date.parse(date)) / DAY_MS));
      replyDays.set(days, (replyDays.get(days) ?? 0) + 1);
    },
    finish: () => ({
      sources: byCount(oneForEachName(byCount([...sources.values()]))),
      relations,
      incentivised,
      replied,
      replyDays,
    }),
  };
}

/** Sorts sources, most reviews first. */
function byCount(sources: readonly CountedSource[]): readonly CountedSource[] {
  return sources.toSorted((a, b) => reviewsIn(b.byStars) - reviewsIn(a.byStars) || (a.source < b.source ? -1 : 1));
}

/** Joins sources whose names differ in capitals alone, such as "Google" of a table and "google" of an export. */
function oneForEachName(sources: readonly CountedSource[]): readonly CountedSource[] {
  return [...Map.groupBy(sources, ({ source }) => foldText(source)).values()].map(([first, ...others]) => {
    const verification = { ...first!.verification };
    for (const [kind, count] of others.flatMap((one) => Object.entries(one.verification))) {
      verification[kind] = (verification[kind] ?? 0) + count;
    }
    const byStars = addedStars(first!.byStars, ...others.map((one) => one.byStars));
    return { source: first!.source, byStars, verification };
  });
}

/** The figures of a policy: everything but its answers and addresses. */
export type PolicyFigures = Omit<ReviewPolicy, "answers" | "page" | "history">;

/** The published data that a policy describes. */
export interface PolicyFacts extends Pick<PolicyFigures, "since" | "withdrawn" | "erased"> {
  readonly business: Business;
  readonly tally: ReviewTally;
  readonly withheld: WithheldCounts;
  readonly leftOut: readonly LeftOutSource[];
  /** RFC 3339; null before the first import. */
  readonly publishedAt: string | null;
}

/** Computes the figures of a policy. */
export function policyFigures(
  { business, withheld, leftOut, tally, publishedAt, ...ledger }: PolicyFacts,
): PolicyFigures {
  const byStars = addedStars(...tally.sources.map((source) => source.byStars));
  const verification = verificationsOf(tally.sources);
  const others = tally.sources.slice(MOST_SOURCES);
  const ofOthers = addedStars(...others.map((source) => source.byStars));
  return {
    publisher: { name: business.name, is_the_business: true },
    choices: business.review_policy ?? null,
    published: {
      reviews: reviewsIn(byStars),
      by_stars: byStars,
      average: averageOf(byStars),
      verification,
      not_verified: verification.none,
      relations: tally.relations,
      incentivised: tally.incentivised,
      replied: tally.replied,
    },
    withheld: Object.fromEntries(Object.entries(withheld).map(([reason, counts]) => [reason, [...counts]])),
    left_out: leftOut.filter(({ reviews }) => reviews > 0),
    average_with_unverified: averageOf(addedStars(byStars, withheld.not_verified ?? [])),
    average_with_withheld: averageOf(addedStars(byStars, ...Object.values(withheld))),
    ...ledger,
    sources: tally.sources.slice(0, MOST_SOURCES).map((source) => ({
      source: source.source,
      reviews: reviewsIn(source.byStars),
      average: averageOf(source.byStars),
      verification: verificationsOf([source]),
    })),
    other_sources: others.length === 0
      ? null
      : { sources: others.length, reviews: reviewsIn(ofOthers), average: averageOf(ofOthers) },
    order: "newest_first",
    last_change: publishedAt,
  };
}

function verificationsOf(sources: readonly CountedSource[]): PolicyFigures["published"]["verification"] {
  const count = (kind: string) => sources.reduce((sum, { verification }) => sum + (verification[kind] ?? 0), 0);
  return Object.fromEntries(VERIFICATIONS.map((kind) => [kind, count(kind)])) as Record<Verification, number>;
}
