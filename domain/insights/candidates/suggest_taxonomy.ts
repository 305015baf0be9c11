import type { Review } from "../../review.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import { type FrequentNoun, frequentNouns, type ReadText } from "../phrases/frequent_nouns.ts";
import type { Taxonomy, TaxonomyEntry } from "../taxonomy/taxonomy.ts";
import { ENGLISH, languageOf } from "../text/language_of.ts";
import { wordList } from "../text/word_list.ts";
import { mergedNouns } from "./merged_nouns.ts";
import { type NounEvidence, nounEvidence } from "./noun_evidence.ts";
import { nounKind } from "./noun_kind.ts";

/** Enough reviews to hold every frequent word. */
const MOST_REVIEWS = 5000;
const LEAST_REVIEWS = 3;
/** An aspect is spoken of in at least this share of the reviews. */
const LEAST_SHARE = 0.005;
const [MOST_ASPECTS, MOST_PROBLEMS, MOST_TOPICS] = [15, 12, 12];
const MOST_WORDS = 12;
/** What is so often used as one is a verb: "to send". */
const VERBAL = 0.2;

/** Words for a business or a product itself, for what it does at large, and for anywhere: each would catch everything. */
const TOO_WIDE = wordList(
  "hotel hotels restaurant restaurants shop shops store stores firm firms clinic clinics hospital hospitals park parks " +
    "museum museums gym gyms school schools bank banks office offices practice practices surgery salon salons garage " +
    "garages site sites venue venues service services area areas device devices phone phones call calls system systems " +
    "customer customers guest guests patient patients visitor visitors visit visits trip trips stay stays purchase " +
    "app apps application applications pill pills change changes option options work works tablet tablets form forms diner diners",
);
/** Times, people around the customer, and words that only seem to be things. */
const NO_THINGS = wordList(
  "past future entire everyday happen break full later compared noticeable adjust beginning mind wear lose relationship " +
    "boyfriend girlfriend mum mom dad baby boy girl individual course run start nights body face control amount level party " +
    "check send double light concern concerns symptom symptoms everything today half choice list total research split switch single set else ranging weekend friends effects offer",
);

interface Noun extends FrequentNoun {
  readonly evidence: NounEvidence;
  /** Words that count only where they are judged. */
  readonly judgedWords: readonly string[];
}

/**
 * Suggests a taxonomy from the reviews themselves, for a trade that none fits: frequent nouns with opinions right beside
 * them as aspects, what is complained of by those with few stars as problems, the others as topics, each with its forms and
 * frequent pairs. What those have more stars who were spared it is suggested as a burden, and what is too wide counts only
 * where it is judged. A beginning for the operator to merge, rename and cut; valid as it is. Null if the reviews repeat too
 * little.
 *
 * @param reviews Newest first.
 */
export function suggestTaxonomy(
  reviews: readonly Review[],
  reader: Pick<TextReader, "sentencesOf" | "readSentence">,
): Taxonomy | null {
  const { sentencesOf, readSentence } = reader;
  const read = reviews.filter(({ text }) => text !== null && languageOf(text) === ENGLISH).slice(0, MOST_REVIEWS);
  function* texts(): Generator<ReadText> {
    for (const { id, text } of read) yield { id, sentences: sentencesOf(text ?? "").map(readSentence) };
  }
  const frequent = frequentNouns(texts(), Math.max(LEAST_REVIEWS, Math.ceil(LEAST_SHARE * read.length)))
    .filter(({ word }) => !NO_THINGS.has(word));
  const evidence = nounEvidence(read, frequent, reader);
  const kindOf = nounKind(read.map(({ rating }) => rating));
  const nouns = frequent.flatMap((noun): readonly Noun[] => {
    const known = evidence.get(noun.word);
    if (known === undefined || known.verbal >= VERBAL) return [];
    return narrowed({ ...noun, evidence: known, judgedWords: [] });
  });
  const isAspect = ({ evidence }: Noun) => kindOf(evidence).isJudged;
  const isBurden = ({ evidence }: Noun) => kindOf(evidence).isBurden;
  const aspects = entriesOf(nouns.filter(isAspect), isBurden).slice(0, MOST_ASPECTS);
  if (aspects.length === 0) return null;
  const problems = nouns.filter(({ evidence }) => kindOf(evidence).isProblem);
  return {
    id: "own",
    version: 1,
    customer: { one: "customer", many: "customers" },
    aspects,
    problems: entriesOf(problems, isBurden).slice(0, MOST_PROBLEMS).map(named),
    topics: entriesOf(nouns.filter((noun) => !isAspect(noun)), () => false).slice(0, MOST_TOPICS).map(named),
  };
}

/** A problem and a topic are what their words name, judged or not. */
function named({ judged_words: _, ...entry }: TaxonomyEntry): TaxonomyEntry {
  return entry;
}

/** Of a word that is mostly one of a pair the pair, "sex drive"; of one that is too wide its pairs, "call handler". */
function narrowed(noun: Noun): readonly Noun[] {
  if (noun.mainPair !== null && !TOO_WIDE.has(noun.word)) {
    const pairs = noun.pairs.filter((pair) => pair !== noun.mainPair);
    return [{ ...noun, word: noun.mainPair, pairs, judgedWords: [noun.word] }];
  }
  if (!TOO_WIDE.has(noun.word)) return [noun];
  const [word, ...pairs] = noun.pairs.filter((pair) => !pair.split(" ").every((part) => TOO_WIDE.has(part)));
  return word === undefined ? [] : [{ ...noun, word, pairs, judgedWords: [noun.word] }];
}

function entriesOf(nouns: readonly Noun[], isBurden: (noun: Noun) => boolean): TaxonomyEntry[] {
  return mergedNouns(nouns).flatMap((group): TaxonomyEntry[] => {
    const burdens = group.filter(isBurden);
    const plain = group.filter((noun) => !burdens.includes(noun));
    const first = plain[0] ?? group[0];
    const id = first === undefined ? "" : idOf(first.word) || idOf(first.stem);
    if (first === undefined || id === "") return [];
    const label = first.word.charAt(0).toUpperCase() + first.word.slice(1);
    const judged = plain.flatMap(({ judgedWords }) => judgedWords);
    const words = wordsOf(plain.length === 0 ? burdens : plain);
    return [{
      id,
      label,
      words,
      ...judged.length === 0 ? {} : { judged_words: judged },
      ...plain.length === 0 ? { burden: true } : burdens.length === 0 ? {} : { burden_words: wordsOf(burdens) },
    }];
  }).filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index);
}

/** The words of several nouns, each with its share of the pairs. */
function wordsOf(nouns: readonly Noun[]): string[] {
  const pairs = nouns.flatMap(({ pairs }) => pairs.slice(0, Math.ceil(MOST_WORDS / nouns.length)));
  return [...new Set([...nouns.map(({ word }) => word), ...pairs])].slice(0, MOST_WORDS);
}

function idOf(word: string): string {
  return word.normalize("NFKD").replace(/[^a-z0-9 ]/g, "").trim().replaceAll(/ +/g, "_");
}
