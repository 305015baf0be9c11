import type { Business } from "../../business.ts";
import type { Review } from "../../review.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import { meanOf } from "../numbers.ts";
import { type FrequentNoun, frequentNouns, type ReadText } from "../phrases/frequent_nouns.ts";
import { sentimentOf } from "../sentiment/review_score.ts";
import { aspectScore } from "../subjects/said/aspect_score.ts";
import type { Taxonomy, TaxonomyEntry } from "../taxonomy/taxonomy.ts";
import { ENGLISH, languageOf } from "../text/language_of.ts";
import { sharedTerms, termMatches } from "../text/shared_terms.ts";
import { wordsOf } from "../text/words_of.ts";
import { commonSubjects, type SuggestedEntry } from "./common_subjects.ts";

/** Enough reviews to hold every frequent word. */
const MOST_REVIEWS = 5000;
const LEAST_REVIEWS = 3;
/** Minimum share of the reviews, or absolute count, for a noun to become an aspect. */
const [LEAST_SHARE, ENOUGH_REVIEWS] = [0.02, 25];
/** The same for a topic: what is only named tells less. */
const LEAST_SHARE_OF_TOPIC = 0.04;
const [MOST_ASPECTS, MOST_PROBLEMS, MOST_TOPICS] = [15, 12, 12];
/** What is judged in this share of its reviews is an aspect, what is only named a topic. */
const [FEWEST_JUDGED, LEAST_JUDGED] = [2, 0.25];
/** What is criticised in this share of its reviews is a problem as well. */
const LEAST_CRITICISED = 0.5;

/** A noun with the stars of the reviews that praise it, and that criticise it, right beside it. */
interface Noun extends FrequentNoun {
  readonly praising: readonly number[];
  readonly criticising: readonly number[];
}

/**
 * Suggests a taxonomy from the reviews themselves, for a trade that none fits: frequent nouns with opinions right beside
 * them as aspects, what is mostly criticised as problems, the others as topics, and what any trade is judged by in other
 * words than nouns. A beginning for the operator to merge, rename and cut; valid as it is. Null if the reviews repeat too
 * little.
 *
 * @param reviews Newest first.
 */
export function suggestTaxonomy(
  reviews: readonly Review[],
  reader: Pick<TextReader, "sentencesOf" | "readSentence"> & { readonly business: Pick<Business, "name"> },
): Taxonomy | null {
  const { sentencesOf, readSentence, business } = reader;
  const read = reviews.filter(({ text }) => text !== null && languageOf(text) === ENGLISH).slice(0, MOST_REVIEWS);
  const least = Math.max(LEAST_REVIEWS, Math.min(ENOUGH_REVIEWS, Math.ceil(LEAST_SHARE * read.length)));
  const ownName = new Set(wordsOf(business.name).map(({ stem }) => stem));
  function* texts(): Generator<ReadText> {
    for (const { id, text } of read) yield { id, sentences: sentencesOf(text ?? "").map(readSentence) };
  }
  const nouns = judgedNouns(read, frequentNouns(texts(), least).filter(({ stem }) => !ownName.has(stem)), reader);
  const common = commonSubjects(read);
  const isAspect = ({ praising, criticising, reviews }: Noun) =>
    praising.length + criticising.length >= Math.max(FEWEST_JUDGED, LEAST_JUDGED * reviews.length);
  const average = meanOf(read.map(({ rating }) => rating), 4) ?? 0;
  const isProblem = ({ praising, criticising, reviews }: Noun) =>
    criticising.length >= LEAST_CRITICISED * reviews.length && criticising.length > praising.length &&
    (meanOf(criticising, 4) ?? 0) <= average;
  const aspects = withCommon(nouns.filter(isAspect).map(entryOf), common.aspects).slice(0, MOST_ASPECTS);
  if (aspects.length === 0) return null;
  const topics = nouns.filter((noun) => noun.reviews.length >= LEAST_SHARE_OF_TOPIC * read.length && !isAspect(noun))
    .map(entryOf).filter(({ entry }) => !aspects.some((aspect) => isCovered(entry, aspect.entry)));
  return {
    id: "own",
    version: 1,
    customer: { one: "customer", many: "customers" },
    aspects: aspects.map(({ entry }) => entry),
    problems: withCommon(nouns.filter(isProblem).map(entryOf), common.problems).slice(0, MOST_PROBLEMS)
      .map(({ entry }) => entry),
    topics: topics.slice(0, MOST_TOPICS).map(({ entry }) => entry),
  };
}

/** The nouns with the stars of those that judge them, each review once. */
function judgedNouns(
  reviews: readonly Review[],
  nouns: readonly FrequentNoun[],
  { sentencesOf, readSentence }: Pick<TextReader, "sentencesOf" | "readSentence">,
): readonly Noun[] {
  const terms = sharedTerms(nouns.flatMap(({ word, forms }) => forms.map((form) => [`=${form}`, word] as const)));
  const stars = new Map(nouns.map(({ word }) => [word, { positive: [] as number[], negative: [] as number[] }]));
  for (const { text, rating } of reviews) {
    const said = new Set<string>();
    for (const clause of sentencesOf(text ?? "").flatMap((sentence) => readSentence(sentence).clauses)) {
      for (const { at, value } of termMatches(clause.words, terms)) {
        const sentiment = sentimentOf(aspectScore(clause, [at]));
        if (sentiment === "neutral") continue;
        for (const word of value) {
          if (!said.has(`${sentiment} ${word}`)) stars.get(word)?.[sentiment].push(rating);
          said.add(`${sentiment} ${word}`);
        }
      }
    }
  }
  return nouns.map((noun) => {
    const { positive = [], negative = [] } = stars.get(noun.word) ?? {};
    return { ...noun, praising: positive, criticising: negative };
  });
}

/** A noun as an entry: by itself, or of one that is mostly part of a pair by the pair ("sex drive"). */
function entryOf({ word, mainPair, reviews }: Noun): SuggestedEntry {
  const name = mainPair ?? word;
  const entry = {
    id: name.normalize("NFKD").replace(/[^a-z0-9 ]/g, "").trim().replaceAll(/ +/g, "_"),
    label: name.charAt(0).toUpperCase() + name.slice(1),
    words: [mainPair === null ? word : `${mainPair}*`],
  };
  return { entry, reviews: reviews.length };
}

/**
 * Adds entries that any trade has; those of the list whose words these find already become part of them. Each id once,
 * most used first.
 */
function withCommon(list: readonly SuggestedEntry[], common: readonly SuggestedEntry[]): readonly SuggestedEntry[] {
  const own = list.filter(({ entry }) => entry.id !== "" && !common.some((one) => isCovered(entry, one.entry)));
  return [...common, ...own].filter(({ entry }, at, all) => all.findIndex((one) => one.entry.id === entry.id) === at)
    .sort((a, b) => b.reviews - a.reviews);
}

/** Whether another entry finds a word of an entry. */
function isCovered({ words }: TaxonomyEntry, other: TaxonomyEntry): boolean {
  const terms = sharedTerms(other.words.map((word) => [word, 0] as const));
  return words.some((word) => [...termMatches(wordsOf(word), terms)].length > 0);
}
