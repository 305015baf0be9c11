import type { Business } from "../business.ts";
import { RELATIONS, type Review, VERIFICATIONS, withheldState } from "../review.ts";
import { addedStars, averageOf, reviewsIn, type StarCounts } from "./aggregate_rating.ts";
import { POLICY_WORDS, type PolicyWords } from "./policy_words.ts";
import type { LabellerIdentity } from "../labeller_identity.ts";
import type { Place } from "../places.ts";
import { sourceName } from "./review_figures.ts";
import type { PolicyFigures } from "./review_policy.ts";

/** Formatters for the sentences of a policy in one language. */
export interface PolicyLanguage {
  readonly words: PolicyWords;
  /** A number of reviews with its noun. */
  readonly reviews: (count: number) => string;
  readonly number: (count: number) => string;
  readonly stars: (average: number) => string;
  /** Name of a source, such as Google or the website of the business. */
  readonly source: (source: string) => string;
  readonly day: (day: string) => string;
}

/** The language of JSON and of assistants. */
export const ENGLISH_POLICY: PolicyLanguage = {
  words: POLICY_WORDS,
  reviews: (count) => `${count} ${count === 1 ? "review" : "reviews"}`,
  number: String,
  stars: (average) => average.toFixed(2),
  source: (source) => sourceName(source) ?? POLICY_WORDS.own_tables,
  day: (day) => day,
};

/** A question with its answer in sentences. */
export interface AnsweredQuestion {
  /** Name by which pages link to the answer. */
  readonly anchor?: "computed" | "report";
  readonly question: string;
  readonly answer: readonly string[];
}

type AnsweredBusiness = Pick<Business, "email" | "telephone" | "url" | "review_policy">;

/** Returns the address for reports on a review; null if the business names no address at all. */
export function reportContact({ review_policy, email, telephone, url }: AnsweredBusiness): string | null {
  return review_policy?.report_to ?? email ?? telephone ?? url;
}

/**
 * Platforms where everybody can report a review beside it, with the page that explains it, for reviews without a link.
 * Names are in lower case, without what follows, as in "Google Maps" and "Booking.com".
 */
const REPORT_PAGES: Readonly<Record<string, string | null>> = {
  airbnb: null,
  amazon: null,
  etsy: null,
  facebook: null,
  google: "https://support.google.com/business/answer/4596773",
  tripadvisor: null,
  trustpilot: "https://support.trustpilot.com/hc/en-us/articles/203419993",
  yelp: "https://www.yelp-support.com/article/How-do-I-report-a-review",
};

function platformName(source: string): string {
  return /^[a-z-]*/.exec(source.toLowerCase())?.[0] ?? "";
}

function takesReports({ source }: Pick<Review, "source">): boolean {
  return Object.hasOwn(REPORT_PAGES, platformName(source));
}

/** Returns the page of a review's platform where readers report it; null if there is none. */
export function platformReport({ source, source_url }: Pick<Review, "source" | "source_url">): string | null {
  return takesReports({ source }) ? source_url ?? REPORT_PAGES[platformName(source)] ?? null : null;
}

/** Answers the questions of readers from the figures of a policy. */
export function policyAnswers(
  figures: PolicyFigures,
  business: AnsweredBusiness,
  /** Hosts of photos that pages show, who makes the insights, and the place of the figures. */
  { photoHosts, operatorInsights, labeller, place }: {
    readonly photoHosts: readonly string[];
    readonly operatorInsights: boolean;
    readonly labeller: LabellerIdentity | null;
    readonly place: Place;
  },
  { words, reviews, number, stars, source: nameOf, day }: PolicyLanguage,
): readonly AnsweredQuestion[] {
  const { choices, published, withheld, left_out, other_sources: others, since, withdrawn, last_change } = figures;
  const say = (name: keyof PolicyWords, fillings: Readonly<Record<string, string>> = {}) =>
    filledText(words[name], fillings);
  const counted = (name: keyof PolicyWords, counts: StarCounts, fillings: Readonly<Record<string, string>> = {}) =>
    say(name, { reviews: reviews(reviewsIn(counts)), low: number((counts[0] ?? 0) + (counts[1] ?? 0)), ...fillings });
  const withThem = (counts: StarCounts) => {
    const average = averageOf(addedStars(published.by_stars, counts));
    if (reviewsIn(counts) === 0 || average === null) return [];
    return published.average === null
      ? [say("their_average", { with: stars(average) })]
      : [say("with_them", { with: stars(average), without: stars(published.average) })];
  };
  const group = (name: keyof PolicyWords, counts: StarCounts = []) =>
    reviewsIn(counts) === 0 ? [] : [[counted(name, counts), ...withThem(counts)].join(" ")];
  const byReason = Object.entries(withheld) as [keyof typeof withheld & string, StarCounts][];
  const hidden = byReason.filter(([reason]) => withheldState(reason) === "hidden");
  const allHidden = addedStars(...hidden.map(([, counts]) => counts));
  const { incentivised, relations, verification } = published;
  const related = RELATIONS.filter((kind) => relations[kind] > 0);
  const isSourced = VERIFICATIONS.some((kind) => kind !== "business" && verification[kind] > 0);
  const ofSource = (of: { readonly reviews: number; readonly average: number | null }) => ({
    reviews: reviews(of.reviews),
    average: stars(of.average ?? 0),
  });
  const checks = choices?.checks ?? null;
  const contact = reportContact(business);
  return [
    {
      question: words.q_publisher,
      answer: [
        say("publisher", { name: figures.publisher.name }),
        ...last_change === null ? [] : [say("last_change", { day: day(last_change.slice(0, 10)) })],
      ],
    },
    {
      question: words.q_collected,
      answer: [
        say(`invites_${choices?.invites ?? "unknown"}`),
        ...figures.sources.map((one) => say("of_source", { source: nameOf(one.source), ...ofSource(one) })),
        ...others === null ? [] : [say("of_others", { count: number(others.sources), ...ofSource(others) })],
      ],
    },
    {
      question: words.q_checked,
      answer: [
        ...VERIFICATIONS.filter((kind) => verification[kind] > 0)
          .toSorted((a, b) => verification[b] - verification[a])
          .map((kind) => say(`of_${kind}`, { reviews: reviews(verification[kind]) })),
        ...isSourced ? [words.checker_source] : [],
        checks === null ? words.checker_unknown : say("business_checks", { text: checks }),
        ...isSourced || checks !== null ? [words.checker_nobody_else] : [],
      ],
    },
    {
      question: words.q_fake,
      answer: [
        words.fake_forbidden,
        words.fake_meaning,
        words.fake_ties,
        words.fake_action,
        say("fake_report", { question: words.q_report }),
      ],
    },
    {
      question: words.q_all_shown,
      answer: [
        say("shown", {
          reviews: reviews(published.reviews),
          stored: reviews(
            published.reviews + reviewsIn(addedStars(...Object.values(withheld))) +
              left_out.reduce((sum, one) => sum + (one.places.includes(place) ? one.reviews : 0), 0),
          ),
        }),
        ...published.not_verified > 0 ? [words.unverified_shown] : [],
        ...group("left_out_not_verified", withheld.not_verified),
        ...published.not_verified === 0 && withheld.not_verified === undefined ? [words.none_not_verified] : [],
        ...group("left_out_not_published", withheld.not_published),
        ...left_out.map(({ source, reviews: count, places }) =>
          say("left_out_source", {
            source: nameOf(source),
            reviews: reviews(count),
            places: places.map((place) => words[`place_${place}`]).join(", "),
          })
        ),
        words.before_here,
        words.texts_changed,
      ],
    },
    {
      question: words.q_negative,
      answer: [
        ...hidden.length === 0 ? [words.none_hidden] : group("hidden_reviews", allHidden),
        ...hidden.map(([reason, counts]) =>
          counted("hidden_for", counts, { reason: words[`reason_${reason}` as keyof PolicyWords] })
        ),
        ...since === null ? [] : [
          counted("withdrawn_reviews", withdrawn, { day: day(since.slice(0, 10)) }),
          say("erased_reviews", { day: day(since.slice(0, 10)), reviews: reviews(figures.erased) }),
          words.ledger,
        ],
      ],
    },
    {
      question: words.q_ties,
      answer: [
        words.ties_labelled,
        ...related.length === 0 ? [words.ties_none] : [
          ...related.map((kind) =>
            say("hidden_for", { reason: words[`relation_${kind}`], reviews: reviews(relations[kind]) })
          ),
          words.ties_counted,
        ],
        words.ties_fault,
      ],
    },
    { question: words.q_order, answer: [words.order, words.order_others] },
    {
      question: words.q_incentives,
      answer: [
        say(`incentives_${choices?.incentives ?? "unknown"}`),
        ...incentivised === 0 ? [] : [
          say(choices?.incentives === "none" ? "marked_all_the_same" : "marked_reviews", {
            reviews: reviews(incentivised),
          }),
        ],
      ],
    },
    {
      question: words.q_replies,
      answer: [say("replies", { reviews: reviews(published.replied) }), words.replies_left_out],
    },
    {
      question: words.q_elsewhere,
      answer: photoHosts.length === 0
        ? [words.nothing_elsewhere]
        : [say("photos_elsewhere", { hosts: photoHosts.join(", ") }), words.photos_seen],
    },
    {
      anchor: "computed",
      question: words.q_computed,
      answer: [
        words.computed,
        words.computed_alike,
        operatorInsights ? words.insights_supplied : words.insights_computed,
        ...labeller === null ? [] : [
          say("labeller", { model: labeller.model, where: labeller.host || words.labeller_at_home }),
          words.labeller_sent,
        ],
      ],
    },
    {
      anchor: "report",
      question: words.q_report,
      answer: [
        contact === null ? words.report_unknown : say("report", { contact }),
        ...figures.sources.some(takesReports) ? [words.report_platform] : [],
      ],
    },
  ];
}

/** Fills the names in braces of a text. */
export function filledText(text: string, fillings: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => fillings[name] ?? "");
}
