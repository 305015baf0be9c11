import type { Business } from "../../business.ts";
import type { InsightsDocument, Trend } from "../../documents/insights_document.ts";
import { inflectionsOf, mentionFinder } from "../../mentions.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import { type Evidence, exampleReviews, type GroupedEvidence } from "../figures/evidence.ts";
import { monthNumber } from "../figures/monthly_figures.ts";
import { sentimentCounts } from "../figures/sentiment_counts.ts";
import { FEWEST_REVIEWS } from "../evidence_minimum.ts";
import { meanOf } from "../rounding.ts";
import { isDirectOpinion, opinionsIn } from "../quotes/direct_opinion.ts";
import type { OwnNames } from "../quotes/own_names.ts";
import { type Quote, type QuoteJudge, quoteOf, quotesClause } from "../quotes/quote_of.ts";
import { type ScoredSentence, SILENCE } from "../sentiment/score_sentence.ts";
import type { Customer } from "../taxonomy/taxonomy.ts";
import { isDivided, type Majority, majorityOf } from "./majority.ts";
import { countText, monthName, plainLabel, proseName, STARS } from "./wording.ts";

/** Maximum number of aspects with an answer; a longer list is not read. */
const MOST_ASPECTS = 20;
/** Maximum number of people, services and areas each, because these have separate pages. */
const MOST_OF_A_KIND = 8;
const LOW = 2;
/** Minimum difference from the average rating, in stars, for an answer without a quotation. */
const TELLING_DIFFERENCE = 0.3;
/** Text after "24 reviews mention this". It describes the reviews, so that a reader can check it. */
const MAJORITY_WORDS: Readonly<Record<NonNullable<Majority>, string>> = {
  "praise alone": ", nearly all of them with praise",
  "praise": ", and praise clearly outweighs complaints",
  "divided": ", some with praise and some with complaints",
  "complaints": ", and complaints clearly outweigh praise",
  "complaints alone": ", nearly all of them with complaints",
};

/** The same text for a burden. A burden is not praised: positive reviews did not have it, or it ended. */
const MAJORITY_WORDS_OF_BURDENS: typeof MAJORITY_WORDS = {
  "praise alone": ", nearly all of them to say that they were spared",
  "praise": ", and those who were spared outnumber those who complain",
  "divided": ", some to complain and some to say that they were spared",
  "complaints": ", and those who complain outnumber those who were spared",
  "complaints alone": ", nearly all of them to complain",
};
// Trends describe only the reviews that mention the aspect; their number may have changed.
const TRENDS: Partial<Record<Trend, string>> = {
  improving: "Opinion has improved over the last three full months.",
  declining: "Opinion has worsened over the last three full months.",
};
const TRENDS_OF_BURDENS: typeof TRENDS = {
  improving: "Of late those who mention this complain less than before.",
  declining: "Of late those who mention this complain more than before.",
};

type Entry = InsightsDocument["faq"][number];

/** Aspects and entities with questions, most mentioned first. */
export type Asked = Pick<InsightsDocument, "aspects" | "entities">;

/** Wording of questions and answers. */
export interface Asking {
  readonly customer: Customer;
  /** Yes-or-no questions by aspect id; an aspect without one gets a general question. */
  readonly questions: ReadonlyMap<string, string>;
  readonly isOwn: OwnNames;
}

interface Subject extends QuoteJudge {
  readonly question: string;
  readonly about: NonNullable<Entry["about"]>;
  readonly evidence: readonly Evidence[];
  /** Sentences quoted by earlier answers; each answer adds its quotations. */
  readonly quoted: Set<string>;
  readonly customer: Customer;
}

/**
 * Builds the FAQ: a question about each aspect, service, technician and area, answered from the reviews. Each needs
 * five reviews; technicians, services and areas must also be listed by the business. Numbers equal those of the
 * document.
 */
export function faq(
  business: Business,
  insights: Asked,
  evidence: GroupedEvidence,
  reader: Pick<TextReader, "sentencesOf" | "readSentence" | "scoreOf" | "scoreOn" | "aspects">,
  { customer, questions, isOwn }: Asking,
): Entry[] {
  const common = {
    customer,
    isOwn,
    sentencesOf: reader.sentencesOf,
    opinionsIn: (sentence: string) => opinionsIn(reader, sentence),
    quoted: new Set<string>(),
  };
  const average = meanOf(ratingsOf(evidence.all), 2) ?? 0;
  const ids = insights.aspects.map(({ id }) => id);
  const aspects = insights.aspects.filter(hasEnoughReviews).slice(0, MOST_ASPECTS).map((aspect) =>
    aspectAnswer({
      ...common,
      about: { kind: "aspects", id: aspect.id },
      question: questions.get(aspect.id) ?? `What do ${customer.many} say about “${plainLabel(aspect.label)}”?`,
      evidence: evidence.aspects.get(aspect.id) ?? [],
      scoreOf: (sentence) => reader.scoreOn(sentence, aspect.id),
      isDirect: (sentence, sentiment) => isDirectOpinion(reader, sentence, aspect.id, sentiment, ids),
      speaksOf: (sentence, { review, spans }) => quotesClause(sentence, review.text, spans),
    }, aspect)
  );
  const listed = entityQuestions(business, customer);
  const entities = (["services", "technicians", "service_areas"] as const).flatMap((kind) =>
    insights.entities[kind].filter(hasEnoughReviews)
      .flatMap(({ id }) => listed[kind].find((entity) => entity.id === id) ?? []).slice(0, MOST_OF_A_KIND)
      .map(({ id, names, question, mentionedBy }) => {
        const finder = mentionFinder([{ key: id, names }], kind === "services" ? inflectionsOf : undefined);
        const speaksOf = (sentence: string) => finder(sentence).length > 0;
        const scoreOf = (sentence: string) => scoreAt(reader.readSentence(sentence), speaksOf);
        const isDirect = (sentence: string) => scoreOf(sentence) !== 0;
        const mentions = evidence[kind].get(id) ?? [];
        const subject = { ...common, question, about: { kind, id }, evidence: mentions, speaksOf, scoreOf, isDirect };
        return starsAnswer(subject, mentionedBy, average);
      })
  );
  return [...aspects, ...entities].filter((entry) => entry !== null);
}

function entityQuestions({ services, technicians, service_areas }: Business, { many }: Customer) {
  return {
    services: services.map(({ id, label, aliases }) => ({
      id,
      names: [label, ...aliases],
      question: `How do ${many} rate “${plainLabel(label)}”?`,
      mentionedBy: (reviews: string) => `${plainLabel(label)}: ${reviews} mention this`,
    })),
    technicians: technicians.map(({ id, name, aliases }) => ({
      id,
      names: [name, ...aliases],
      question: `What do ${many} say about ${proseName(name)}?`,
      mentionedBy: (reviews: string) => `${reviews} mention ${proseName(name)}`,
    })),
    service_areas: service_areas.map(({ id, label, aliases }) => ({
      id,
      names: [label, ...aliases],
      question: `Are ${many} in ${proseName(label)} satisfied?`,
      mentionedBy: (reviews: string) => `${reviews} mention ${proseName(label)}`,
    })),
  };
}

/** If a fifth of the opinions are of the other side, both sides are quoted; without a named side, both or none. */
function aspectAnswer(subject: Subject, { label, trend, burden }: Asked["aspects"][number]): Entry | null {
  const { evidence } = subject;
  const counts = sentimentCounts(evidence);
  const { positive, negative } = counts;
  if (positive + negative < FEWEST_REVIEWS) return null;
  const majority = majorityOf(counts);
  const hasNoMajority = majority === null || majority === "divided";
  const quotes = quotesOf(
    subject,
    positive >= negative,
    !isDivided(counts) ? "no" : hasNoMajority ? "needed" : "welcome",
  );
  if (quotes.length === 0 && hasNoMajority) return null;
  const words = majority && (burden === true ? MAJORITY_WORDS_OF_BURDENS : MAJORITY_WORDS)[majority];
  const statement = `${plainLabel(label)}: ${countText(evidence.length)} reviews mention this${words ?? ""}.`;
  const change = trend === null ? undefined : (burden === true ? TRENDS_OF_BURDENS : TRENDS)[trend];
  return entryOf(subject, change === undefined ? statement : `${statement} ${change}`, quotes);
}

function starsAnswer(subject: Subject, mentionedBy: (reviews: string) => string, average: number): Entry | null {
  const ratings = ratingsOf(subject.evidence);
  const mean = meanOf(ratings, 2) ?? 0;
  const low = ratings.filter((rating) => rating <= LOW).length;
  const hasOther = 5 * Math.min(low, ratings.length - low) >= ratings.length;
  const quotes = quotesOf(subject, 2 * low <= ratings.length, hasOther ? "needed" : "no");
  const isTelling = Math.abs(mean - average) >= TELLING_DIFFERENCE;
  if (quotes.length === 0 && !isTelling) return null;
  const alike = ratings.every((rating) => rating === mean) ? STARS[mean] : undefined;
  const stars = alike === undefined ? `with ${mean} stars on average` : `all with ${alike}`;
  const comparison = isTelling ? `; the average of all reviews is ${average}` : "";
  return entryOf(subject, `${mentionedBy(`${countText(ratings.length)} reviews`)}, ${stars}${comparison}.`, quotes);
}

function ratingsOf(evidence: readonly Evidence[]): readonly number[] {
  return evidence.map(({ review }) => review.rating);
}

/** Returns a quotation of the majority side and one of the other. The other is never quoted without the majority. */
function quotesOf(subject: Subject, isPraiseFirst: boolean, other: "no" | "welcome" | "needed"): readonly Quote[] {
  const [greater, smaller] = isPraiseFirst ? ["positive", "negative"] as const : ["negative", "positive"] as const;
  const first = quoteOf(subject.evidence, greater, subject);
  if (first === null) return [];
  const second = other === "no" ? null : quoteOf(subject.evidence, smaller, subject);
  return second === null ? other === "needed" ? [] : [first] : [first, second];
}

function entryOf(
  { question, about, evidence, quoted, customer }: Subject,
  statement: string,
  quotes: readonly Quote[],
): Entry {
  const cited = quotes.map(({ text, date }, index) =>
    `${index === 0 ? `One ${customer.one} wrote` : "Another"}: “${text}” (${monthName(monthNumber(date))})`
  );
  for (const { text } of quotes) quoted.add(text);
  return {
    question,
    answer: [statement, ...cited].join(" "),
    source_review_ids: [...new Set([...quotes.map(({ reviewId }) => reviewId), ...exampleReviews(evidence)])],
    about,
  };
}

function scoreAt({ clauses }: ScoredSentence, speaksOf: (text: string) => boolean): number {
  const scores = clauses.filter(({ text, score }) => Math.abs(score) >= SILENCE && speaksOf(text));
  return scores.reduce((sum, { score }) => sum + score, 0) / Math.max(1, scores.length);
}

function hasEnoughReviews({ mention_count }: { readonly mention_count: number }): boolean {
  return mention_count >= FEWEST_REVIEWS;
}
