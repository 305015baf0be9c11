import type { Business } from "../../business.ts";
import type { InsightsDocument } from "../../documents/insights_document.ts";
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
import { plainLabel, type Prose, proseName } from "./wording.ts";

/** Maximum number of aspects with an answer; a longer list is not read. */
const MOST_ASPECTS = 20;
/** Maximum number of people, services and areas each, because these have separate pages. */
const MOST_OF_A_KIND = 8;
const LOW = 2;
/** Minimum difference from the average rating, in stars, for an answer without a quotation. */
const TELLING_DIFFERENCE = 0.3;
/** Endings of the names of sentences in `prose_words.json`. */
const SIDES = {
  "praise alone": "praise_alone",
  "praise": "praise",
  "divided": "divided",
  "complaints": "complaints",
  "complaints alone": "complaints_alone",
} as const satisfies Record<NonNullable<Majority>, string>;

type Entry = InsightsDocument["faq"][number];

/** Aspects and entities with questions, most mentioned first. */
export type Asked = Pick<InsightsDocument, "aspects" | "entities">;

/** Labels and questions of aspects in one language. */
export interface Wording {
  readonly prose: Prose;
  /** Labels by aspect id. */
  readonly labels: ReadonlyMap<string, string>;
  /** Yes-or-no questions by aspect id; an aspect without one gets a general question. */
  readonly questions: ReadonlyMap<string, string>;
}

/** Wording of questions and answers. */
interface Asking {
  readonly customer: Customer;
  /** English first. */
  readonly wordings: readonly [Wording, ...Wording[]];
  readonly isOwn: OwnNames;
}

/** A question, and the beginning of its answer, in one language. */
type Opening = readonly [question: string, statement: string];

interface Subject extends QuoteJudge {
  readonly about: NonNullable<Entry["about"]>;
  readonly evidence: readonly Evidence[];
  /** Sentences quoted by earlier answers; each answer adds its quotations. */
  readonly quoted: Set<string>;
  readonly asking: Asking;
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
  asking: Asking,
): Entry[] {
  const common = {
    asking,
    isOwn: asking.isOwn,
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
      evidence: evidence.aspects.get(aspect.id) ?? [],
      scoreOf: (sentence) => reader.scoreOn(sentence, aspect.id),
      isDirect: (sentence, sentiment) => isDirectOpinion(reader, sentence, aspect.id, sentiment, ids),
      speaksOf: (sentence, { review, spans }) => quotesClause(sentence, review.text, spans),
    }, aspect)
  );
  const listed = {
    services: business.services,
    technicians: business.technicians.map(({ name, ...person }) => ({ ...person, label: name })),
    service_areas: business.service_areas,
  };
  const entities = (["services", "technicians", "service_areas"] as const).flatMap((kind) =>
    insights.entities[kind].filter(hasEnoughReviews)
      .flatMap(({ id }) => listed[kind].find((entity) => entity.id === id) ?? []).slice(0, MOST_OF_A_KIND)
      .map(({ id, label, aliases }) => {
        const finder = mentionFinder(
          [{ key: id, names: [label, ...aliases] }],
          kind === "services" ? inflectionsOf : undefined,
        );
        const speaksOf = (sentence: string) => finder(sentence).length > 0;
        const scoreOf = (sentence: string) => scoreAt(reader.readSentence(sentence), speaksOf);
        const isDirect = (sentence: string) => scoreOf(sentence) !== 0;
        const mentions = evidence[kind].get(id) ?? [];
        const subject = { ...common, about: { kind, id }, evidence: mentions, speaksOf, scoreOf, isDirect };
        const name = kind === "services" ? plainLabel(label) : proseName(label);
        return starsAnswer(subject, kind, name, average);
      })
  );
  return [...aspects, ...entities].filter((entry) => entry !== null);
}

/** If a fifth of the opinions are of the other side, both sides are quoted; without a named side, both or none. */
function aspectAnswer(subject: Subject, { id, label, trend, burden }: Asked["aspects"][number]): Entry | null {
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
  const kind = burden === true ? "burden" : "side";
  const change = trend === "improving" || trend === "declining"
    ? `${burden === true ? "burden" : "trend"}_${trend}` as const
    : null;
  return entryOf(subject, quotes, ({ prose: { say }, labels, questions }, customers) => {
    const name = plainLabel(labels.get(id) ?? label);
    const side = majority === null ? "" : say(`${kind}_${SIDES[majority]}`);
    return [
      questions.get(id) ?? say("ask_aspects", { customers, name }),
      `${say("mention_subject", { name, count: evidence.length })}${side}.${change === null ? "" : say(change)}`,
    ];
  });
}

function starsAnswer(
  subject: Subject,
  kind: "services" | "technicians" | "service_areas",
  name: string,
  average: number,
): Entry | null {
  const ratings = ratingsOf(subject.evidence);
  const mean = meanOf(ratings, 2) ?? 0;
  const low = ratings.filter((rating) => rating <= LOW).length;
  const hasOther = 5 * Math.min(low, ratings.length - low) >= ratings.length;
  const quotes = quotesOf(subject, 2 * low <= ratings.length, hasOther ? "needed" : "no");
  const isTelling = Math.abs(mean - average) >= TELLING_DIFFERENCE;
  if (quotes.length === 0 && !isTelling) return null;
  const isAlike = ratings.every((rating) => rating === mean);
  return entryOf(subject, quotes, ({ prose: { say, stars } }, customers) => [
    say(`ask_${kind}`, { customers, name }),
    say(kind === "services" ? "mention_subject" : "mention_name", { name, count: ratings.length }) +
    (isAlike ? say("stars_alike", { stars: stars(mean) }) : say("stars_average", { average: mean })) +
    `${isTelling ? say("compared", { average }) : ""}.`,
  ]);
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

/** Builds an entry from its opening in each language; quotations are the same in all. */
function entryOf(
  { about, evidence, quoted, asking: { customer, wordings } }: Subject,
  quotes: readonly Quote[],
  openingOf: (wording: Wording, customers: string) => Opening,
): Entry {
  for (const { text } of quotes) quoted.add(text);
  const texts = wordings.map((wording) => {
    const { say, month, language } = wording.prose;
    const [question, statement] = openingOf(wording, customer.many);
    const cited = quotes.map(({ text, date }, index) =>
      say(index === 0 ? "quote" : "second_quote", { customer: customer.one, text, month: month(monthNumber(date)) })
    );
    return [language, { question, answer: [statement, ...cited].join("") }] as const;
  });
  const [[, english] = ["", { question: "", answer: "" }], ...others] = texts;
  return {
    ...english,
    source_review_ids: [...new Set([...quotes.map(({ reviewId }) => reviewId), ...exampleReviews(evidence)])],
    about,
    ...others.length === 0 ? {} : { translations: Object.fromEntries(others) },
  };
}

function scoreAt({ clauses }: ScoredSentence, speaksOf: (text: string) => boolean): number {
  const scores = clauses.filter(({ text, score }) => Math.abs(score) >= SILENCE && speaksOf(text));
  return scores.reduce((sum, { score }) => sum + score, 0) / Math.max(1, scores.length);
}

function hasEnoughReviews({ mention_count }: { readonly mention_count: number }): boolean {
  return mention_count >= FEWEST_REVIEWS;
}
