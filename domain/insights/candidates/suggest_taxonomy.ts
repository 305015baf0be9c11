import type { Review } from "../../review.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import { type FrequentNoun, frequentNouns, type ReadText } from "../phrases/frequent_nouns.ts";
import type { Taxonomy, TaxonomyEntry } from "../taxonomy/taxonomy.ts";
import { ENGLISH, languageOf } from "../text/language_of.ts";
import { wordList } from "../text/word_list.ts";

/** Enough reviews to hold every frequent word. */
const MOST_REVIEWS = 5000;
const LEAST_REVIEWS = 3;
/** An aspect is spoken of in at least this share of the reviews. */
const LEAST_SHARE = 0.005;
const [MOST_ASPECTS, MOST_PROBLEMS, MOST_TOPICS] = [15, 12, 12];
const MOST_WORDS = 12;
/** What is judged this often is an aspect, what is only named a topic. */
const LEAST_JUDGED = 0.3;
/** What is mostly criticised is a problem as well. */
const LEAST_CRITICISED = 0.5;

/** Words for a business itself, for what it does at large, and for anywhere: as a term each would catch everything. */
const TOO_WIDE = wordList(
  "hotel hotels restaurant restaurants shop shops store stores firm firms clinic clinics hospital hospitals park parks " +
    "museum museums gym gyms school schools bank banks office offices practice practices surgery salon salons garage " +
    "garages site sites venue venues service services area areas device devices phone phones call calls system systems " +
    "customer customers guest guests patient patients visitor visitors visit visits trip trips stay stays purchase",
);

/**
 * Suggests a taxonomy from the reviews themselves, for a trade that none fits: frequent nouns with opinions around them
 * as aspects, with complaints around them as problems, the others as topics, each with its forms and frequent pairs. A
 * beginning for the operator to merge, rename and cut; valid as it is. Null if the reviews repeat too little.
 *
 * @param reviews Newest first.
 */
export function suggestTaxonomy(
  reviews: readonly Review[],
  { sentencesOf, readSentence }: Pick<TextReader, "sentencesOf" | "readSentence">,
): Taxonomy | null {
  const read = reviews.filter(({ text }) => text !== null && languageOf(text) === ENGLISH).slice(0, MOST_REVIEWS);
  function* texts(): Generator<ReadText> {
    for (const { id, text } of read) yield { id, sentences: sentencesOf(text ?? "").map(readSentence) };
  }
  const nouns = frequentNouns(texts(), Math.max(LEAST_REVIEWS, Math.ceil(LEAST_SHARE * read.length)))
    .flatMap((noun) => TOO_WIDE.has(noun.word) ? narrowed(noun) : [noun]);
  const isJudged = ({ praised, criticised, reviews }: FrequentNoun) =>
    praised + criticised >= LEAST_JUDGED * reviews.length;
  const isCriticised = ({ criticised, praised, reviews }: FrequentNoun) =>
    criticised >= LEAST_CRITICISED * reviews.length && criticised > praised;
  const aspects = entriesOf(nouns.filter(isJudged).slice(0, MOST_ASPECTS));
  if (aspects.length === 0) return null;
  return {
    id: "own",
    version: 1,
    customer: { one: "customer", many: "customers" },
    aspects,
    problems: entriesOf(nouns.filter(isCriticised).slice(0, MOST_PROBLEMS)),
    topics: entriesOf(nouns.filter((noun) => !isJudged(noun)).slice(0, MOST_TOPICS)),
  };
}

/** Of a word that is too wide, its pairs: "call handler", not "call". */
function narrowed(noun: FrequentNoun): readonly FrequentNoun[] {
  const [word, ...pairs] = noun.pairs.filter((pair) => !pair.split(" ").every((part) => TOO_WIDE.has(part)));
  return word === undefined ? [] : [{ ...noun, word, pairs }];
}

function entriesOf(nouns: readonly FrequentNoun[]): TaxonomyEntry[] {
  return nouns.flatMap(({ word, stem, pairs }): TaxonomyEntry[] => {
    const id = idOf(word) || idOf(stem);
    if (id === "") return [];
    const label = word.charAt(0).toUpperCase() + word.slice(1);
    return [{ id, label, words: [...new Set([word, ...pairs.slice(0, MOST_WORDS - 1)])] }];
  }).filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index);
}

function idOf(word: string): string {
  return word.normalize("NFKD").replace(/[^a-z0-9 ]/g, "").trim().replaceAll(/ +/g, "_");
}
