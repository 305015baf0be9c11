import type { Business } from "../business.ts";
import type { Review } from "../review.ts";
import type { TextReader } from "./analysis/text_reader.ts";
import { meanOf } from "./rounding.ts";
import { type FrequentNoun, frequentNouns, type ReadText } from "./phrases/frequent_nouns.ts";
import { sentimentOf } from "./sentiment/review_score.ts";
import { aspectScore } from "./subjects/aspect_score.ts";
import type { Taxonomy, TaxonomyEntry } from "./taxonomy/taxonomy.ts";
import { ENGLISH, languageOf } from "./text/language_of.ts";
import { sharedTerms, termMatches } from "./text/shared_terms.ts";
import { wordsOf } from "./text/words_of.ts";
import common from "./common_entries.json" with { type: "json" };

interface SuggestedEntry {
  readonly entry: TaxonomyEntry;
  readonly reviews: number;
}

/**
 * Aspects of any trade that reviews express by adjectives and verbs instead of a noun: "easy to use" and "not fast" of
 * an app, "rude" of a driver.
 */
export const COMMON_ASPECTS: readonly TaxonomyEntry[] = common.aspects;
/** Complaints of any trade, expressed by adjectives and verbs as well. */
export const COMMON_PROBLEMS: readonly TaxonomyEntry[] = common.problems;

/** Minimum number and share of reviews that contain words of a common aspect; below, the same for a problem. */
const [FEWEST_OF_ASPECT, SHARE_OF_ASPECT] = [3, 0.025];
const [FEWEST_OF_PROBLEM, SHARE_OF_PROBLEM] = [2, 0.01];

function commonSubjects(
  reviews: readonly Pick<Review, "text" | "rating">[],
): { readonly aspects: readonly SuggestedEntry[]; readonly problems: readonly SuggestedEntry[] } {
  const entries = [...COMMON_ASPECTS, ...COMMON_PROBLEMS];
  const terms = sharedTerms(entries.flatMap((entry) => entry.words.map((word) => [word, entry] as const)));
  const ratings = new Map(entries.map((entry) => [entry, [] as number[]]));
  for (const { text, rating } of reviews) {
    const found = new Set([...termMatches(wordsOf(text ?? ""), terms)].flatMap(({ value }) => value));
    for (const entry of found) ratings.get(entry)?.push(rating);
  }
  const average = meanOf(reviews.map(({ rating }) => rating), 4) ?? 0;
  const said = (list: readonly TaxonomyEntry[], fewest: number, share: number) =>
    list.map((entry) => ({ entry, reviews: ratings.get(entry)?.length ?? 0 }))
      .filter((one) => one.reviews >= Math.max(fewest, share * reviews.length));
  return {
    aspects: said(COMMON_ASPECTS, FEWEST_OF_ASPECT, SHARE_OF_ASPECT),
    problems: said(COMMON_PROBLEMS, FEWEST_OF_PROBLEM, SHARE_OF_PROBLEM)
      .filter(({ entry }) => (meanOf(ratings.get(entry) ?? [], 4) ?? 0) < average),
  };
}

const MOST_REVIEWS = 5000;
const LEAST_REVIEWS = 3;
/** Minimum share of the reviews, or absolute count, for a noun to become an aspect. */
const [LEAST_SHARE, ENOUGH_REVIEWS] = [0.02, 25];
/** Minimum share of the reviews for a topic. Higher than for an aspect, because a bare mention is weaker evidence. */
const LEAST_SHARE_OF_TOPIC = 0.04;
const [MOST_ASPECTS, MOST_PROBLEMS, MOST_TOPICS] = [15, 12, 12];
/** Minimum number and share of its reviews that judge a noun for it to become an aspect; otherwise it is a topic. */
const [FEWEST_JUDGED, LEAST_JUDGED] = [2, 0.25];

interface Noun extends FrequentNoun {
  readonly judging: number;
}

/**
 * Suggests a taxonomy from the reviews, for a trade without a built-in one. Frequent nouns with opinions next to them
 * become aspects, others topics. Common aspects and problems of any trade are added. Nouns never become problems,
 * because naming a thing is no complaint; no word belongs to two entries. A valid draft for the operator to merge,
 * rename and cut. Null if the reviews repeat too little.
 *
 * @param reviews Newest first.
 */
export function suggestTaxonomy(
  reviews: readonly Review[],
  reader: Pick<TextReader, "sentencesOf" | "readSentence"> & { readonly business: Pick<Business, "name" | "category"> },
): Taxonomy | null {
  const { sentencesOf, readSentence, business } = reader;
  const read = reviews.filter(({ text }) => text !== null && languageOf(text) === ENGLISH).slice(0, MOST_REVIEWS);
  const least = Math.max(LEAST_REVIEWS, Math.min(ENOUGH_REVIEWS, Math.ceil(LEAST_SHARE * read.length)));
  const ownWords = new Set(wordsOf(`${business.name} ${business.category ?? ""}`).map(({ stem }) => stem));
  function* texts(): Generator<ReadText> {
    for (const { id, text } of read) yield { id, sentences: sentencesOf(text ?? "").map(readSentence) };
  }
  const nouns = judgedNouns(read, frequentNouns(texts(), least).filter(({ stem }) => !ownWords.has(stem)), reader);
  const common = commonSubjects(read);
  const isAspect = ({ judging, reviews }: Noun) => judging >= Math.max(FEWEST_JUDGED, LEAST_JUDGED * reviews.length);
  const aspects = withCommon(nouns.filter(isAspect).map((noun) => entryOf(noun, nouns)), common.aspects).slice(
    0,
    MOST_ASPECTS,
  );
  if (aspects.length === 0) return null;
  const topics = nouns.filter((noun) => noun.reviews.length >= LEAST_SHARE_OF_TOPIC * read.length && !isAspect(noun))
    .map((noun) => entryOf(noun, nouns)).filter(({ entry }) =>
      !aspects.some((aspect) => isCovered(entry, aspect.entry))
    );
  return {
    id: "own",
    version: 1,
    customer: { one: "customer", many: "customers" },
    aspects: aspects.map(({ entry }) => entry),
    problems: common.problems.toSorted((a, b) => b.reviews - a.reviews).slice(0, MOST_PROBLEMS).map(({ entry }) =>
      entry
    ),
    topics: topics.slice(0, MOST_TOPICS).map(({ entry }) => entry),
  };
}

function judgedNouns(
  reviews: readonly Review[],
  nouns: readonly FrequentNoun[],
  { sentencesOf, readSentence }: Pick<TextReader, "sentencesOf" | "readSentence">,
): readonly Noun[] {
  const terms = sharedTerms(nouns.flatMap(({ word, forms }) => forms.map((form) => [`=${form}`, word] as const)));
  const judging = new Map<string, number>();
  for (const { text } of reviews) {
    const judged = new Set<string>();
    for (const clause of sentencesOf(text ?? "").flatMap((sentence) => readSentence(sentence).clauses)) {
      for (const { at, value } of termMatches(clause.words, terms)) {
        if (sentimentOf(aspectScore(clause, [at])) !== "neutral") { for (const word of value) judged.add(word); }
      }
    }
    for (const word of judged) judging.set(word, (judging.get(word) ?? 0) + 1);
  }
  return nouns.map((noun) => ({ ...noun, judging: judging.get(noun.word) ?? 0 }));
}

/** A noun that mostly occurs in one pair is named by it ("sex drive"), unless both are nouns of the list. */
function entryOf({ word, mainPair, reviews }: Noun, nouns: readonly Noun[]): SuggestedEntry {
  const isOwn = mainPair !== null && !nouns.some(({ forms }) => forms.includes(mainPair.split(" ")[0] ?? ""));
  const name = isOwn ? mainPair : word;
  const entry = {
    id: name.normalize("NFKD").replace(/[^a-z0-9 ]/g, "").trim().replaceAll(/ +/g, "_"),
    label: name.charAt(0).toUpperCase() + name.slice(1),
    words: [isOwn ? `${mainPair}*` : word],
  };
  return { entry, reviews: reviews.length };
}

function withCommon(list: readonly SuggestedEntry[], common: readonly SuggestedEntry[]): readonly SuggestedEntry[] {
  const own = list.filter(({ entry }) => entry.id !== "" && !common.some((one) => isCovered(entry, one.entry)));
  return [...common, ...own].filter(({ entry }, at, all) => all.findIndex((one) => one.entry.id === entry.id) === at)
    .sort((a, b) => b.reviews - a.reviews);
}

function isCovered({ words }: TaxonomyEntry, other: TaxonomyEntry): boolean {
  const terms = sharedTerms(other.words.map((word) => [word, 0] as const));
  return words.some((word) => [...termMatches(wordsOf(word), terms)].length > 0);
}
