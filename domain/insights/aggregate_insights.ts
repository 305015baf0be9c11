import type { Business } from "../business.ts";
import { aggregateRating } from "../documents/aggregate_rating.ts";
import type { EntityInsight, InsightsDocument, ReviewAnalysis, Trend } from "../documents/insights_document.ts";
import { tellProgress } from "../progress.ts";
import { compareReviews, type Review } from "../review.ts";
import type { Analyses } from "./analysis/analyze_reviews.ts";
import type { TextReader } from "./analysis/text_reader.ts";
import { FEWEST_REVIEWS } from "./evidence_minimum.ts";
import { aspectInsights } from "./figures/aspect_insights.ts";
import { compareMentions, type Evidence, type EvidenceById, exampleReviews } from "./figures/evidence.ts";
import type { StarDoubt } from "./figures/star_check.ts";
import { groupEvidence } from "./figures/group_evidence.ts";
import { monthlyFigures } from "./figures/monthly_figures.ts";
import { sentimentCounts } from "./figures/sentiment_counts.ts";
import { trends } from "./figures/trend.ts";
import { phraseNames } from "./phrases/top_phrases.ts";
import { faq, type Wording } from "./prose/faq.ts";
import { plainLabel, type Prose, proses, uncapitalized } from "./prose/wording.ts";
import { summary } from "./prose/summary.ts";
import { ownNames } from "./quotes/own_names.ts";
import { pullQuote } from "./quotes/pull_quote.ts";
import { withheldPraise } from "./serious_complaints.ts";
import { subjectQuotes } from "./quotes/subject_quotes.ts";
import type { Taxonomy } from "./taxonomy/taxonomy.ts";
import { meanOf, percentOf, rounded } from "./rounding.ts";
import type { Mention } from "./analysis/analyzed_review.ts";

/** Returns the figures of every mentioned topic: most mentioned first, then by id; at most 500. */
function topicInsights(evidence: EvidenceById, labels: ReadonlyMap<string, string>): InsightsDocument["topics"] {
  return Array.from(evidence, ([id, mentions]) => ({
    id,
    label: labels.get(id) ?? id,
    mention_count: mentions.length,
    score: meanOf(mentions.map(({ score }) => score), 3),
    example_review_ids: exampleReviews(mentions),
  })).sort(compareMentions).slice(0, 500);
}

/**
 * Problems in fewer than one of this many reviews are not listed: all their mentions may be errors of the analysis. In
 * 5000 reviews, both mentions of such a problem were.
 */
const READ_FOR_ONE = 2000;

interface Labelled {
  readonly id: string;
  readonly label: string;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly fewest_reviews?: number | undefined;
  readonly words?: readonly string[] | undefined;
  readonly words_in?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Everything the insights document is computed from. */
export interface AggregateInput {
  readonly business: Business;
  /** In any order; each id once. */
  readonly reviews: readonly Review[];
  /** Analyses by review id. A review without an analysis is counted, but adds no sentiment and no mentions. */
  readonly analyses: Analyses;
  readonly reader: TextReader;
  readonly taxonomy: Pick<Taxonomy, "id" | "version" | "customer"> & {
    readonly aspects: readonly (Labelled & Pick<Taxonomy["aspects"][number], "question" | "questions" | "burden">)[];
    readonly problems: readonly Labelled[];
    readonly topics: readonly Labelled[];
  };
  /** Languages besides English whose texts are read. */
  readonly languages?: ReadonlySet<string>;
  /** Aspects and problems whose verdicts are not published; their figures still are. None if left out. */
  readonly doubts?: readonly StarDoubt[];
  /** Name and version of the analyser, given as `model` in the document. */
  readonly model: string;
}

/** `/insights.json` in two parts, because its largest member is written one row at a time. */
export interface AggregatedInsights {
  /** The document with an empty `per_review`. */
  readonly overview: InsightsDocument;
  /** Members of `per_review`, one at a time: all of 300,000 reviews took 160 MiB. */
  readonly perReview: () => Iterable<readonly [id: string, analysis: ReviewAnalysis]>;
}

const PARTS = 5;
/** Maximum number of aspects with quotations; a longer list is not read. */
const MOST_ASPECTS = 20;
/** Maximum number of people, services and areas with quotations, each. */
const MOST_OF_A_KIND = 8;

/**
 * Aggregates the analyses of single reviews into the document of `/insights.json`. Deterministic: the order of reviews
 * and analyses does not matter and no clock is read; `generated_at` is the day of the newest review.
 */
export function aggregateInsights(input: AggregateInput): AggregatedInsights {
  const { business, analyses, taxonomy } = input;
  const reviews = [...input.reviews].sort(compareReviews);
  const customer = taxonomy.customer ?? { one: "customer", many: "customers" };
  const burdens = new Set(taxonomy.aspects.flatMap(({ id, burden }) => burden === true ? [id] : []));
  let made = 0;
  const done = <Part>(part: Part): Part => {
    tellProgress("summarising", ++made, PARTS);
    return part;
  };
  tellProgress("summarising", made, PARTS);
  const evidence = done(groupEvidence(reviews, analyses, input.languages));
  const isName = phraseNames(business);
  const fewest = new Map(
    [...taxonomy.aspects, ...taxonomy.problems].map(({ id, fewest_reviews = 0 }) => [id, fewest_reviews]),
  );
  const isOften = ({ id, mention_count }: { readonly id: string; readonly mention_count: number }) =>
    mention_count >= Math.max(FEWEST_REVIEWS, fewest.get(id) ?? 0);
  // Without any aspect, most texts were not read (see `groupEvidence`).
  const read = evidence.aspects.size === 0 ? [] : evidence.all;
  const { ofRatings, ofScores, ofComplaints } = trends(reviews);
  const isSure = (kind: StarDoubt["kind"]) => ({ id }: { readonly id: string }) =>
    !(input.doubts ?? []).some((doubt) => doubt.kind === kind && doubt.id === id);
  const isOwn = ownNames(business, reviews);
  const found = aspectInsights(evidence.aspects, labelsOf(taxonomy.aspects), burdens, input.reader, isName, ofScores)
    .filter(isOften).map((aspect) => ({ ...aspect, ...withheldPraise(evidence.aspects.get(aspect.id) ?? []) }));
  const { ofAspect, ofThing } = subjectQuotes(input.reader, isOwn, found.map(({ id }) => id));
  const quotable = found.filter(isSure("aspect")).slice(0, MOST_ASPECTS);
  const aspects = done(
    found.map((aspect) =>
      quotable.includes(aspect) ? { ...aspect, ...ofAspect(aspect.id, evidence.aspects.get(aspect.id) ?? []) } : aspect
    ),
  );
  const people = business.technicians.map(({ name, ...person }) => ({ ...person, label: name }));
  const quotedThings = (
    kind: "services" | "technicians" | "service_areas",
    listed: readonly (Labelled & { readonly aliases: readonly string[] })[],
  ) => {
    const things = entityInsights(evidence[kind], labelsOf(listed), ofScores, withheldPraise);
    const names = new Map(listed.map((thing) => [thing.id, thing]));
    const quotable = things.filter(({ id }) => names.has(id)).slice(0, MOST_OF_A_KIND);
    return things.map((thing) => {
      const named = quotable.includes(thing) ? names.get(thing.id) : undefined;
      if (named === undefined) return thing;
      return { ...thing, ...ofThing(named, evidence[kind].get(thing.id) ?? [], kind === "services") };
    });
  };
  const entities = {
    technicians: quotedThings("technicians", people),
    services: quotedThings("services", business.services),
    problems: entityInsights(evidence.problems, labelsOf(taxonomy.problems), ofComplaints)
      .filter((problem) => isOften(problem) && problem.mention_count * READ_FOR_ONE >= reviews.length),
    service_areas: quotedThings("service_areas", business.service_areas),
  };
  const withheld = [...aspects, ...entities.technicians, ...entities.services, ...entities.service_areas]
    .flatMap(({ id, praise_withheld }) => praise_withheld === true ? [id] : []);
  const [latest, earliest] = [reviews[0]?.date ?? null, reviews.at(-1)?.date ?? null];
  const direction = ofRatings();
  const languages = ranked(evidence.languages);
  const certain = {
    aspects: aspects.filter(isSure("aspect")),
    entities: { ...entities, problems: entities.problems.filter(isSure("problem")) },
  };
  const [english, ...others] = proses();
  const wordingIn = (prose: Prose): Wording => ({
    prose,
    labels: labelsOf(taxonomy.aspects, prose.language),
    questions: new Map(taxonomy.aspects.flatMap(({ id, question, questions = {} }) => {
      const asked = prose === english ? question : questions[prose.language];
      return asked === undefined ? [] : [[id, asked]];
    })),
  });
  // An operator writes names and German nouns with a capital.
  const properNames = new Set(
    [...taxonomy.aspects, ...taxonomy.problems].flatMap((
      { words = [], words_in = {} },
    ) => [...words, ...Object.values(words_in).flat()])
      .filter((word) => /^\p{Lu}\p{Ll}/u.test(word)),
  );
  const figures = { ...certain, rating: aggregateRating(reviews), latest, languages, trend: direction };
  const summaryIn = (prose: Prose) => {
    const { labels } = wordingIn(prose);
    const problemLabels = labelsOf(taxonomy.problems, prose.language);
    const named = <Subject extends Labelled>(subjects: readonly Subject[], names: ReadonlyMap<string, string>) =>
      subjects.map((subject) => ({ ...subject, label: names.get(subject.id) ?? subject.label }));
    return summary(business, {
      ...figures,
      aspects: named(certain.aspects, labels),
      entities: { ...certain.entities, problems: named(certain.entities.problems, problemLabels) },
      labelOf: (label) => {
        const plain = plainLabel(label);
        return prose.capitalNouns || properNames.has(plain.split(" ")[0] ?? "") ? plain : uncapitalized(plain);
      },
    }, prose);
  };
  const translations = others.flatMap((prose) => {
    const text = summaryIn(prose);
    return text === null ? [] : [[prose.language, text]];
  });
  const overview = {
    version: taxonomy.version,
    generated_at: latest === null ? null : `${latest}T00:00:00Z`,
    model: input.model,
    review_count: reviews.length,
    date_range: { earliest, latest },
    overall_sentiment: overallSentiment(evidence.all),
    aspects,
    entities,
    topics: done(topicInsights(evidence.topics, labelsOf(taxonomy.topics)).filter(isOften)),
    languages,
    ...taxonomy.customer === undefined ? {} : { customer: taxonomy.customer },
    temporal: { monthly: monthlyFigures(reviews, evidence.all), trend: direction },
    per_review: {},
    faq: done(faq(certain, evidence, { customer, wordings: [wordingIn(english), ...others.map(wordingIn)] })),
    summary: summaryIn(english),
    ...translations.length === 0 ? {} : { summary_translations: Object.fromEntries(translations) },
    pull_quote: done(pullQuote(business, read, input.reader, isOwn, new Set(withheld))),
  };
  const { all } = evidence;
  return { overview, perReview: () => perReview(all, overview) };
}

function overallSentiment(evidence: readonly Evidence[]): InsightsDocument["overall_sentiment"] {
  const { positive, neutral, negative } = sentimentCounts(evidence);
  return {
    score: meanOf(evidence.map(({ score }) => score), 3),
    positive_pct: percentOf(positive, evidence.length),
    neutral_pct: percentOf(neutral, evidence.length),
    negative_pct: percentOf(negative, evidence.length),
  };
}

function ranked(languages: ReadonlyMap<string, number>): { language: string; review_count: number }[] {
  return [...languages].map(([language, review_count]) => ({ language, review_count }))
    .sort((a, b) => b.review_count - a.review_count || (a.language < b.language ? -1 : 1));
}

function labelsOf(entries: readonly Labelled[], language?: string): ReadonlyMap<string, string> {
  return new Map(entries.map(({ id, label, labels = {} }) => [id, labels[language ?? ""] ?? label]));
}

function entityInsights(
  evidence: EvidenceById,
  labels: ReadonlyMap<string, string>,
  trendOf: (mentions: readonly Evidence[]) => Trend,
  more: typeof withheldPraise = () => ({}),
): EntityInsight[] {
  return Array.from(evidence, ([id, mentions]) => ({
    id,
    label: labels.get(id) ?? id,
    mention_count: mentions.length,
    average_rating: meanOf(mentions.map(({ review }) => review.rating), 2),
    positive_pct: percentOf(sentimentCounts(mentions).positive, mentions.length),
    score: meanOf(mentions.map(({ score }) => score), 3),
    trend: trendOf(mentions),
    example_review_ids: exampleReviews(mentions),
    ...more(mentions),
  })).sort(compareMentions).slice(0, 500);
}

/** Reviews keep only problems and topics of the document. Their aspects all stay, because alerts name them. */
function* perReview(
  evidence: readonly Evidence[],
  { entities: { problems }, topics }: InsightsDocument,
): Generator<readonly [id: string, analysis: ReviewAnalysis]> {
  const [problemIds, topicIds] = [new Set(problems.map(({ id }) => id)), new Set(topics.map(({ id }) => id))];
  const named = (mentions: readonly Mention[]) => mentions.map(({ id }) => id);
  for (const { review, analysis } of evidence) {
    const stored: ReviewAnalysis = {
      sentiment: analysis.sentiment,
      score: rounded(analysis.score, 3),
      aspects: analysis.aspects.map(({ id, sentiment }) => ({ id, sentiment })),
      technicians: named(analysis.technicians),
      services: named(analysis.services),
      problems: analysis.problems.filter((id) => problemIds.has(id)),
      service_areas: [...analysis.service_areas],
      topics: analysis.topics.filter((id) => topicIds.has(id)),
    };
    yield [review.id, analysis.language === undefined ? stored : { ...stored, language: analysis.language }];
  }
}
