import { z } from "zod";
import { CalendarDate } from "../string_formats.ts";
import { completeMembers } from "../complete_members.ts";
import { encodeTexts } from "../buffers.ts";
import { Review } from "../review.ts";

const id = z.string().min(1).max(200);
const stableId = id.meta({ description: "Stable id." });
const label = z.string().min(1).max(500).meta({ description: "Name for people." });
const count = z.int().min(0);
const mentions = count.meta({ description: "Reviews in which it was found." });
const averageRating = z.number().min(1).max(5).nullable().meta({
  description: "Mean of the stars of these reviews, or null where there are none.",
});

function share(sentiment: string) {
  return z.number().min(0).max(100).nullable().meta({
    description: `Percentage that is ${sentiment} as computed, or null where it is not known.`,
  });
}

function countOf(sentiment: string) {
  return count.meta({ description: `Reviews found to speak of it in a ${sentiment} way.` });
}
const score = z.number().min(-1).max(1).nullable().meta({ description: "From -1 (negative) to 1 (positive)." });
const phrases = z.array(z.string().min(1).max(500)).max(100).meta({
  description: "What reviews say of it in their own words, the most frequent first.",
});
const reviewIds = z.array(Review.shape.id).max(1000);
const exampleIds = reviewIds.meta({ description: "Ids of reviews that show it." });
const ids = z.array(id).max(100);
const quotes = z.array(
  z.object({
    sentiment: z.enum(["positive", "negative"]).meta({ description: "The side that it shows." }),
    text: z.string().min(1).max(500).meta({ description: "A sentence of the review, verbatim." }),
    review_id: Review.shape.id,
  }).meta({ id: "SubjectQuote", description: "A sentence about one subject." }),
).min(1).max(2).optional().meta({
  description:
    "A sentence of the side that most reviews take, and one of the other where a fifth take it; else absent.",
});
const sentiment = z.enum(["positive", "neutral", "negative"]);

const DateRange = z.object({
  earliest: CalendarDate.nullable(),
  latest: CalendarDate.nullable(),
}).meta({ id: "DateRange", description: "The days of the first and the last review." });

const OverallSentiment = z.object({
  score,
  positive_pct: share("positive"),
  neutral_pct: share("neutral"),
  negative_pct: share("negative"),
}).meta({ id: "OverallSentiment", description: "Sentiment over all reviews; null where nothing measured it." });

/** Direction of opinion over the latest months. */
export const Trend = z.enum(["improving", "stable", "declining", "insufficient_data"])
  .meta({ id: "Trend", description: "Which way opinion has moved of late; of all reviews by their ratings." });

const trend = Trend.nullable().meta({
  description: "The last three full months against the three before; null where nothing measured it.",
});

const praiseWithheld = z.boolean().optional().meta({
  description:
    "Present and true where summaries name no praise of it, because one of its twenty newest reviews may complain of " +
    "touching, theft, fraud, injury or discrimination.",
});

const AspectInsight = z.object({
  id: stableId,
  label,
  mention_count: count.meta({ description: "Reviews in which the aspect was found: the sum of the next three." }),
  positive_count: countOf("positive"),
  neutral_count: countOf("neutral"),
  negative_count: countOf("negative"),
  positive_pct: share("positive"),
  score,
  trend,
  top_phrases: phrases,
  quotes,
  example_review_ids: exampleIds,
  burden: z.boolean().optional().meta({
    description:
      "Present and true of what nobody wants, such as a side effect: positive reviews are then those that were spared " +
      "it or got rid of it.",
  }),
  praise_withheld: praiseWithheld,
}).meta({ id: "AspectInsight", description: "What reviews say of one aspect, such as punctuality." });

/** The figures of one technician, service, problem or service area. */
export const EntityInsight = z.object({
  id: stableId,
  label,
  mention_count: mentions,
  average_rating: averageRating,
  positive_pct: share("positive"),
  score,
  trend,
  quotes,
  example_review_ids: exampleIds,
  praise_withheld: praiseWithheld,
}).meta({ id: "EntityInsight", description: "What reviews say of one technician, service, problem or area." });

const TopicInsight = z.object({
  id: stableId,
  label,
  mention_count: mentions,
  score,
  example_review_ids: exampleIds,
}).meta({ id: "TopicInsight", description: "A subject that reviews have in common." });

/** The figures of one calendar month. */
export const MonthlyFigures = z.object({
  month: z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, "Expected a month written YYYY-MM").meta({
    description: "The month, written YYYY-MM.",
    maxLength: 7,
  }),
  review_count: count.meta({ description: "Reviews dated in the month." }),
  average_rating: averageRating,
  score,
}).meta({ id: "MonthlyFigures", description: "The figures of one calendar month." });

const AspectMention = z.object({
  id: id.meta({ description: "Id of the aspect." }),
  sentiment: sentiment.meta({ description: "What the review says of it." }),
}).meta({ id: "AspectMention", description: "What one review says of an aspect." });

const LanguageTag = z.string().min(2).max(35).regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/, "Expected a language tag");

const LanguageCount = z.object({
  language: LanguageTag.meta({ description: "Language tag, such as es (RFC 5646)." }),
  review_count: count.meta({ description: "Reviews written in it." }),
}).meta({ id: "LanguageCount", description: "How many reviews are written in a language." });

/** The analysis of one review. */
export const ReviewAnalysis = z.object({
  sentiment: sentiment.nullable().meta({ description: "What the review says on the whole, or null." }),
  score,
  aspects: z.array(AspectMention).max(100).meta({ description: "The aspects that the review speaks of." }),
  technicians: ids.meta({ description: "Ids of the technicians that it mentions." }),
  services: ids.meta({ description: "Ids of the services that it mentions." }),
  problems: ids.meta({ description: "Ids of the problems that it mentions." }),
  service_areas: z.array(id).max(500).meta({ description: "Ids of the service areas that it mentions." }),
  topics: ids.meta({ description: "Ids of its topics." }),
  language: LanguageTag.optional().meta({
    description: "The language of its text if that is not English: then only its stars are scored.",
  }),
}).meta({ id: "ReviewAnalysis", description: "What the analysis found in one review." });

const question = z.string().min(1).max(500).meta({ description: "What people ask." });
const answer = z.string().min(1).max(5000).meta({
  description: "What the reviews say to it: the numbers of the document, and quotations with their months.",
});
const Summary = z.string().min(1).max(10_000);

const FaqEntry = z.object({
  question,
  answer,
  source_review_ids: reviewIds.meta({ description: "The reviews that the answer rests on." }),
  about: z.object({
    kind: z.enum(["aspects", "services", "technicians", "service_areas"]).meta({ description: "List of its subject." }),
    id: stableId,
  }).optional().meta({
    id: "FaqSubject",
    description: "The subject that the question asks about; absent where it is not one of the lists.",
  }),
  translations: z.record(
    LanguageTag,
    z.object({ question, answer }).meta({
      id: "FaqTranslation",
      description: "A question and its answer in another language.",
    }),
  ).optional().meta({
    description: "The same in other languages, by language tag; quotations stay as they are.",
  }),
}).meta({ id: "FaqEntry", description: "A question answered from the reviews." });

/** The document `/insights.json`. Every key is present; unknown figures are null. */
export const InsightsDocument = z.object({
  version: z.int().min(1).meta({ description: "Version of the aspects' taxonomy." }),
  generated_at: z.iso.datetime({ offset: true }).nullable().meta({
    description: "The moment that the insights speak of; null while there is no review.",
  }),
  model: z.string().min(1).max(200).meta({ description: "What produced the insights." }),
  review_count: count.meta({ description: "Number of reviews analysed." }),
  date_range: DateRange,
  overall_sentiment: OverallSentiment,
  aspects: z.array(AspectInsight).max(100).meta({ description: "What reviews say of each aspect." }),
  entities: z.object({
    technicians: z.array(EntityInsight).max(500).meta({ description: "What they say of each technician." }),
    services: z.array(EntityInsight).max(500).meta({ description: "What they say of each service." }),
    problems: z.array(EntityInsight).max(500).meta({ description: "What they say of each problem." }),
    service_areas: z.array(EntityInsight).max(500).meta({ description: "What they say of each service area." }),
  }).meta({ description: "What reviews say of people, services, problems and places." }),
  topics: z.array(TopicInsight).max(500).meta({ description: "Subjects that reviews have in common." }),
  languages: z.array(LanguageCount).max(200).optional().meta({
    description: "Reviews in other languages than English, which are counted and scored by their stars alone.",
  }),
  customer: z.object({
    one: z.string().min(1).max(100).meta({ description: "One of them, such as guest." }),
    many: z.string().min(1).max(100).meta({ description: "Several, such as guests." }),
  }).optional().meta({ description: "What the business calls its customers, if otherwise." }),
  temporal: z.object({
    monthly: z.array(MonthlyFigures).max(120_000).meta({ description: "Figures by month." }),
    trend: Trend.nullable(),
  }).meta({ description: "How opinion has changed." }),
  per_review: z.record(Review.shape.id, ReviewAnalysis).meta({
    description: "By review id; a review about which nothing was found may be absent.",
  }),
  faq: z.array(FaqEntry).max(200).meta({ description: "Questions answered from the reviews." }),
  summary: Summary.nullable().meta({ description: "What is sure of it in a few sentences, or null." }),
  summary_translations: z.record(LanguageTag, Summary).optional().meta({
    description: "The summary in other languages, by language tag.",
  }),
  pull_quote: z.string().min(1).max(2000).nullable().meta({ description: "A sentence worth quoting, or null." }),
  sample: z.boolean().optional().meta({ description: "True where the reviews are the fictional sample; else absent." }),
}).meta({ id: "InsightsDocument", description: "What the reviews say, taken together." });

/** Parses an operator's insights file: members that may be null or empty may be absent. */
export const InsightsFile = z.preprocess((value) => completeMembers(InsightsDocument, value), InsightsDocument);

/** The insights that the schema of the same name describes. */
export type InsightsDocument = Readonly<z.output<typeof InsightsDocument>>;
/** The figures of one technician, service, problem or service area. */
export type EntityInsight = Readonly<z.output<typeof EntityInsight>>;
/** The analysis of one review. */
export type ReviewAnalysis = Readonly<z.output<typeof ReviewAnalysis>>;
/** Direction of opinion. */
export type Trend = z.output<typeof Trend>;
/** The figures of one calendar month. */
export type MonthlyFigures = Readonly<z.output<typeof MonthlyFigures>>;

const ROWS = 256;

/**
 * Serialises `/insights.json`: the bytes of `JSON.stringify` and a line feed. Works in pieces, because one string with
 * 100,000 reviews took 60 MiB more.
 *
 * @param perReview Members of `per_review`, if `insights` has none.
 */
export function writeInsightsDocument(
  insights: InsightsDocument,
  perReview: PerReview = Object.entries(insights.per_review),
): Uint8Array<ArrayBuffer> {
  return encodeTexts(textsOf(insights, perReview));
}

type PerReview = Iterable<readonly [id: string, analysis: ReviewAnalysis]>;

function* textsOf(insights: InsightsDocument, perReview: PerReview): Generator<string> {
  // Quotation marks inside strings are escaped, so this matches only the member itself.
  const [before = "", after = ""] = JSON.stringify({ ...insights, per_review: {} }).split('"per_review":{}');
  let text = `${before}"per_review":{`;
  let rows = 0;
  for (const [id, analysis] of perReview) {
    text += `${rows === 0 ? "" : ","}"${id}":${JSON.stringify(analysis)}`;
    if (++rows % ROWS !== 0) continue;
    yield text;
    text = "";
  }
  yield `${text}}${after}\n`;
}
