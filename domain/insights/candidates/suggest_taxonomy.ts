import type { Business } from "../../business.ts";
import type { Review } from "../../review.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import { frequentNouns, type ReadText } from "../phrases/frequent_nouns.ts";
import type { Taxonomy, TaxonomyEntry } from "../taxonomy/taxonomy.ts";
import { ENGLISH, languageOf } from "../text/language_of.ts";
import { wordsOf } from "../text/words_of.ts";
import { commonSubjects } from "./common_subjects.ts";
import { isOfStaff, isThing } from "./merged_nouns.ts";
import { isNoSubject, isOfCustomers } from "./no_subjects.ts";
import { nounEvidence } from "./noun_evidence.ts";
import { nounKind } from "./noun_kind.ts";
import { entriesOf, isCovered, namedNoun, type Noun, withCommon } from "./suggested_entries.ts";

/** Enough reviews to hold every frequent word. */
const MOST_REVIEWS = 5000;
const LEAST_REVIEWS = 3;
/** An aspect is spoken of in at least this share of the reviews, or in so many. */
const [LEAST_SHARE, ENOUGH_REVIEWS] = [0.02, 25];
/** What is only named tells less. */
const LEAST_SHARE_OF_TOPIC = 0.04;
const [MOST_ASPECTS, MOST_PROBLEMS, MOST_TOPICS] = [15, 12, 12];
/** What is so often used as one is a verb: "to send". */
const VERBAL = 0.2;
/** What reviews point at so often, "this camera", is what they are of. */
const [POINTED, FEWEST_POINTED] = [0.2, 5];

/**
 * Suggests a taxonomy from the reviews themselves, for a trade that none fits: frequent nouns with opinions right beside
 * them as aspects, what is complained of by those with few stars as problems, the others as topics, and what any trade is
 * judged by in other words than nouns. What those have more stars who were spared it is suggested as a burden, and what is
 * too wide counts only where it is judged. A beginning for the operator to merge, rename and cut; valid as it is. Null if
 * the reviews repeat too little.
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
  const frequent = frequentNouns(texts(), least, isThing)
    .filter(({ word, stem }) => !isNoSubject(word) && !ownName.has(stem));
  const evidence = nounEvidence(read, frequent, reader);
  const itself = new Set(
    frequent.filter(({ word, reviews }) =>
      reviews.length >= FEWEST_POINTED && (evidence.get(word)?.pointed ?? 0) >= POINTED
    ).flatMap(({ word }) => [word, `${word}s`]),
  );
  const all = frequent.flatMap((noun): readonly Noun[] => {
    const known = evidence.get(noun.word);
    return known === undefined || known.verbal >= VERBAL || itself.has(noun.word) ? [] : namedNoun(noun, known);
  });
  // "Screenshot feature" is the screenshot again.
  const singles = new Set(all.map(({ word }) => word));
  const nouns = all.filter(({ word }) => !word.includes(" ") || !word.split(" ").some((part) => singles.has(part)));
  const kindOf = nounKind(read.map(({ rating }) => rating));
  const isAspect = ({ word, evidence }: Noun) => !isOfCustomers(word) && kindOf(evidence).isJudged;
  const isBurden = ({ evidence }: Noun) => kindOf(evidence).isBurden;
  const isProblem = (noun: Noun) => !isOfCustomers(noun.word) && !isOfStaff(noun) && kindOf(noun.evidence).isProblem;
  const common = commonSubjects(read);
  const aspects = withCommon(entriesOf(nouns.filter(isAspect), isBurden), common.aspects)
    .slice(0, MOST_ASPECTS).map(({ entry }) => entry);
  if (aspects.length === 0) return null;
  const problems = withCommon(entriesOf(nouns.filter(isProblem), isBurden), common.problems);
  const isTopic = (noun: Noun) => noun.reviews.length >= LEAST_SHARE_OF_TOPIC * read.length && !isAspect(noun);
  const topics = entriesOf(nouns.filter(isTopic), () => false)
    .filter(({ entry }) => !aspects.some((aspect) => isCovered(entry, aspect)));
  return {
    id: "own",
    version: 1,
    customer: { one: "customer", many: "customers" },
    aspects,
    problems: problems.slice(0, MOST_PROBLEMS).map(({ entry }) => named(entry)),
    topics: topics.slice(0, MOST_TOPICS).map(({ entry }) => named(entry)),
  };
}

/** A problem and a topic are what their words name, judged or not. */
function named({ judged_words: _, ...entry }: TaxonomyEntry): TaxonomyEntry {
  return entry;
}
