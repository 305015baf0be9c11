import { z } from "zod";
import { Business } from "../business.ts";
import { Review, VERIFICATIONS } from "../review.ts";
import type { PolicyWords } from "./policy_words.ts";

const Count = z.int().min(0);
/** Also the bound of lists with one item for each source. */
const MOST_REVIEWS = 10_000_000;
const Average = z.number().min(1).max(5).nullable();

const SourceTally = z.object({
  source: Review.shape.source.meta({
    description: "Where the reviews were written; csv for tables that name no platform.",
  }),
  reviews: Count.meta({ description: "Published reviews from there." }),
  average: Average.meta({ description: "Their average in stars, or null." }),
  verification: z.record(z.enum(VERIFICATIONS), Count.meta({ description: "Published reviews." })).meta({
    description: "How many of them who vouches for; see `verification` of a review.",
  }),
}).meta({ id: "SourceTally", description: "The published reviews of one source." });

/** A question with its answer, as an object of JSON. */
export const PolicyAnswer = z.object({
  question: z.string().max(200).meta({ description: "A question of readers." }),
  answer: z.array(z.string().max(2000)).max(MOST_REVIEWS).meta({ description: "The answer, in sentences." }),
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
    average: Average.meta({ description: "Their average in stars, or null." }),
    not_verified: Count.meta({ description: "How many of them are not verified." }),
    incentivised: Count.meta({ description: "For how many of them the author got something." }),
    replied: Count.meta({ description: "How many of them have a reply." }),
  }).meta({ id: "PublishedCounts", description: "What is published." }),
  withheld: z.record(z.string(), z.array(Count).min(5).max(5)).meta({
    description: "Stored reviews that are not published, by reason, then by stars from one to five. " +
      "`not_verified` is the source's word, the others are reasons of the business.",
  }),
  average_with_unverified: Average.meta({
    description: "The average in stars if reviews that are not verified were published too, or null.",
  }),
  erased: Count.meta({ description: "Reviews that were erased." }),
  sources: z.array(SourceTally).max(MOST_REVIEWS).meta({ description: "The published reviews by source, most first." }),
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

/** Counts of the published reviews, taken one by one. Plain data. */
export interface ReviewTally {
  readonly sources: readonly { source: string; reviews: number; stars: number; verification: Record<string, number> }[];
  readonly incentivised: number;
  readonly replied: number;
  /** Number of replies by days from the review to its reply; 0 where the reply is dated before it. */
  readonly replyDays: ReadonlyMap<number, number>;
}

/** Counts the published reviews while a snapshot is built. */
export function reviewTallyBuilder(): {
  readonly add: (review: Review) => void;
  readonly finish: () => ReviewTally;
} {
  const sources = new Map<string, ReviewTally["sources"][number]>();
  const replyDays = new Map<number, number>();
  let [incentivised, replied] = [0, 0];
  return {
    add({ source, rating, date, verification, incentive, owner_reply }) {
      let tally = sources.get(source);
      if (tally === undefined) sources.set(source, tally = { source, reviews: 0, stars: 0, verification: {} });
      tally.reviews++;
      tally.stars += rating;
      tally.verification[verification] = (tally.verification[verification] ?? 0) + 1;
      if (incentive !== null) incentivised++;
      if (owner_reply === null) return;
      replied++;
      const days = Math.max(0, Math.round((Date.parse(owner_reply.date) - Date.parse(date)) / DAY_MS));
      replyDays.set(days, (replyDays.get(days) ?? 0) + 1);
    },
    finish: () => ({
      sources: [...sources.values()].sort((a, b) => b.reviews - a.reviews || (a.source < b.source ? -1 : 1)),
      incentivised,
      replied,
      replyDays,
    }),
  };
}

/** The figures of a policy: everything but its answers and addresses. */
export type PolicyFigures = Omit<ReviewPolicy, "answers" | "page" | "history">;

/** What a policy tells of published data. */
export interface PolicyFacts {
  readonly business: Business;
  readonly tally: ReviewTally;
  /** Numbers of withheld reviews by reason, then by stars from one to five. */
  readonly withheld: Readonly<Record<string, readonly number[]>>;
  /** Number of erased reviews. */
  readonly erased: number;
  /** RFC 3339; null while nothing is imported. */
  readonly publishedAt: string | null;
}

/** Computes the figures of a policy. */
export function policyFigures({ business, withheld, tally, erased, publishedAt }: PolicyFacts): PolicyFigures {
  const sums = tally.sources.reduce((sum, { reviews, stars }) => ({
    reviews: sum.reviews + reviews,
    stars: sum.stars + stars,
  }), { reviews: 0, stars: 0 });
  const unverified = withheld["not_verified"] ?? [];
  const withUnverified = {
    reviews: sums.reviews + total(unverified),
    stars: sums.stars + unverified.reduce((sum, count, index) => sum + count * (index + 1), 0),
  };
  return {
    publisher: { name: business.name, is_the_business: true },
    choices: business.review_policy ?? null,
    published: {
      reviews: sums.reviews,
      average: averageOf(sums),
      not_verified: tally.sources.reduce((sum, { verification }) => sum + (verification["none"] ?? 0), 0),
      incentivised: tally.incentivised,
      replied: tally.replied,
    },
    withheld: Object.fromEntries(Object.entries(withheld).map(([reason, counts]) => [reason, [...counts]])),
    average_with_unverified: averageOf(withUnverified),
    erased,
    sources: tally.sources.map(({ source, reviews, stars, verification }) => ({
      source,
      reviews,
      average: averageOf({ reviews, stars }),
      verification: Object.fromEntries(VERIFICATIONS.map((one) => [one, verification[one] ?? 0])) as Record<
        typeof VERIFICATIONS[number],
        number
      >,
    })),
    order: "newest_first",
    last_change: publishedAt,
  };
}

function averageOf({ reviews, stars }: { readonly reviews: number; readonly stars: number }): number | null {
  return reviews === 0 ? null : Math.round(stars / reviews * 100) / 100;
}

/** Sum of counts by stars. */
export function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** How the sentences of a policy are written in one language. */
export interface PolicyLanguage {
  readonly words: PolicyWords;
  /** A number of reviews with its noun. */
  readonly reviews: (count: number) => string;
  readonly stars: (average: number) => string;
  readonly day: (day: string) => string;
}

/** A question with its answer in sentences. */
export interface AnsweredQuestion {
  readonly question: string;
  readonly answer: readonly string[];
}

/** Answers the questions of readers from the figures of a policy. */
export function policyAnswers(
  figures: PolicyFigures,
  business: Pick<Business, "email" | "telephone" | "url" | "publish_unverified">,
  /** Hosts of photos that pages show. */
  photoHosts: readonly string[],
  { words, reviews, stars, day }: PolicyLanguage,
): readonly AnsweredQuestion[] {
  const { choices, published, withheld, sources, erased } = figures;
  const say = (name: keyof PolicyWords, fillings: Readonly<Record<string, string>> = {}) =>
    words[name].replace(/\{(\w+)\}/g, (_, filling: string) => fillings[filling] ?? "");
  const vouched = VERIFICATIONS.map((kind) =>
    [kind, sources.reduce((sum, { verification }) => sum + (verification[kind] ?? 0), 0)] as const
  );
  const { not_verified: unverified, ...hidden } = withheld;
  const byStars = Object.values(hidden);
  const hiddenCount = byStars.reduce((sum, counts) => sum + total(counts), 0);
  const low = byStars.reduce((sum, counts) => sum + (counts[0] ?? 0) + (counts[1] ?? 0), 0);
  const contact = choices?.report_to ?? business.email ?? business.telephone ?? business.url;
  const { average_with_unverified: withThem } = figures;
  return [
    { question: words.q_publisher, answer: [say("publisher", { name: figures.publisher.name })] },
    {
      question: words.q_collected,
      answer: [
        say(`invites_${choices?.invites ?? "unknown"}`),
        ...sources.map(({ source, reviews: count, average }) =>
          say(source === "csv" ? "of_table" : "of_source", {
            source: source.charAt(0).toUpperCase() + source.slice(1),
            reviews: reviews(count),
            average: stars(average ?? 0),
          })
        ),
      ],
    },
    {
      question: words.q_checked,
      answer: [
        ...vouched.filter(([, count]) => count > 0).map(([kind, count]) =>
          say(`of_${kind}`, { reviews: reviews(count) })
        ),
        choices?.checks ? say("business_checks", { text: choices.checks }) : words.business_checks_unknown,
      ],
    },
    { question: words.q_checker, answer: [words.checker] },
    {
      question: words.q_all_shown,
      answer: [
        say("shown", { reviews: reviews(published.reviews) }),
        unverified !== undefined && withThem !== null
          ? say("left_out_unverified", {
            reviews: reviews(total(unverified)),
            with: stars(withThem),
            without: published.average === null ? "–" : stars(published.average),
          })
          : business.publish_unverified
          ? words.unverified_shown
          : words.none_unverified,
        ...erased === 0 ? [] : [say("erased_reviews", { reviews: reviews(erased) })],
        words.texts_changed,
      ],
    },
    {
      question: words.q_negative,
      answer: [
        hiddenCount === 0
          ? words.none_hidden
          : say("hidden_reviews", { reviews: reviews(hiddenCount), low: String(low) }),
        ...Object.entries(hidden).map(([reason, counts]) =>
          say("hidden_for", { reason: words[`reason_${reason}` as keyof PolicyWords], reviews: reviews(total(counts)) })
        ),
        words.ledger,
      ],
    },
    { question: words.q_order, answer: [words.order] },
    {
      question: words.q_incentives,
      answer: [
        say(`incentives_${choices?.incentives ?? "unknown"}`),
        ...published.incentivised === 0 ? [] : [say("marked_reviews", { reviews: reviews(published.incentivised) })],
      ],
    },
    { question: words.q_replies, answer: [say("replies", { reviews: reviews(published.replied) })] },
    {
      question: words.q_elsewhere,
      answer: [
        photoHosts.length === 0 ? words.nothing_elsewhere : say("photos_elsewhere", { hosts: photoHosts.join(", ") }),
      ],
    },
    { question: words.q_computed, answer: [words.computed] },
    {
      question: words.q_report,
      answer: [
        contact === null ? words.report_unknown : say("report", { contact }),
        ...figures.last_change === null ? [] : [say("last_change", { day: day(figures.last_change.slice(0, 10)) })],
      ],
    },
  ];
}
