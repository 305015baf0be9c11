import type { Business } from "../business.ts";
import type { Review } from "../review.ts";
import { FEWEST_REVIEWS } from "./evidence_minimum.ts";
import { type FrequentNoun, frequentNouns, type NounLanguage, type ReadText } from "./phrases/frequent_nouns.ts";
import nounWords from "./phrases/noun_words.json" with { type: "json" };
import { scoreSentence, SILENCE } from "./sentiment/score_sentence.ts";
import { businessLexicon, furtherLexicon } from "./sentiment/sentiment_lexicon.ts";
import { chosenTaxonomy, subjectsOf, type TaxonomyChoice } from "./taxonomy/taxonomy_choice.ts";
import { namingWords, type Taxonomy } from "./taxonomy/taxonomy.ts";
import { languageOf } from "./text/language_of.ts";
import { splitSentences } from "./text/sentence_split.ts";
import { sharedTerms, termMatches } from "./text/shared_terms.ts";
import { withoutElisions, wordList, wordsOf } from "./text/words_of.ts";

/** A noun of the reviews that the owner may choose as a subject. */
export interface OfferedSubject {
  /** The noun with a capital. */
  readonly label: string;
  readonly language: NounLanguage;
  /** Words of {@linkcode language} by which the subject is found. */
  readonly words: readonly string[];
  /** Number of the read reviews with an opinion in a clause with the noun: about as many as the subject would count. */
  readonly reviews: number;
  /** A sentence of a review that judges it, verbatim. */
  readonly sentence: string;
}

const LANGUAGES = ["en", "de", "es", "fr"] as const;
/** Maximum number of texts read of each language, the newest first. */
const MOST_TEXTS = 1000;
const MOST_OFFERED = 30;
/** A noun is offered if this share of the texts of a language, or this number of them, name it. */
const [LEAST_SHARE, ENOUGH_REVIEWS] = [0.02, 25];
/** Minimum share of a noun's reviews that judge something beside it, 0 to 1. */
const LEAST_JUDGED = 0.3;
/** Maximum number of forms of a noun, the commonest first. */
const MOST_FORMS = 6;
/** Length of a shown sentence, in characters. */
const [SHORTEST, LONGEST] = [20, 160];

/**
 * Returns nouns of the reviews by which customers judge this business: things, places and people, no adjectives and no
 * abstractions. Without those that the taxonomy finds already, and without those not yet
 * chosen that fewer than five reviews would count. Most counted first, at most 30.
 *
 * @param reviews Newest first.
 * @param choice Its subjects are offered too.
 */
export function offeredSubjects(
  business: Business,
  reviews: readonly Review[],
  choice: TaxonomyChoice | null,
): readonly OfferedSubject[] {
  const taxonomy = chosenTaxonomy(subjectsOf(choice).base, business);
  const own = new Set(wordsOf(`${business.name} ${business.category ?? ""}`).map(({ stem }) => stem));
  const texts = Map.groupBy(reviews.filter(({ text }) => text !== null), ({ text }) => languageOf(text ?? ""));
  const isChosen = ({ language, words }: OfferedSubject) =>
    subjectsOf(choice).subjects.some(({ words: own }) => own[language]?.some((word) => words.includes(word)));
  return LANGUAGES.flatMap((language) => {
    const read = (texts.get(language) ?? []).slice(0, MOST_TEXTS);
    const lexicon = language === "en" ? businessLexicon(business, taxonomy) : furtherLexicon(language);
    const scored = read.map(({ id, text }): ReadText => {
      const written = language === "fr" ? withoutElisions(text ?? "") : text ?? "";
      return { id, sentences: splitSentences(written).map((sentence) => scoreSentence(sentence, lexicon)) };
    });
    const least = Math.max(FEWEST_REVIEWS, Math.min(ENOUGH_REVIEWS, Math.ceil(LEAST_SHARE * read.length)));
    const isKnown = knownWords(taxonomy, language);
    const abstract = wordList(nounWords[language].abstract);
    return frequentNouns(scored, least, language).flatMap((noun) => {
      if (noun.judging < LEAST_JUDGED * noun.reviews.length || own.has(noun.stem)) return [];
      if (noun.forms.some((form) => abstract.has(form) || isKnown(form))) return [];
      const sentence = sentenceWith(noun, read, scored);
      if (sentence === null) return [];
      // A noun that mostly occurs in one pair is named by it: "sex drive".
      const name = language === "en" ? noun.mainPair ?? noun.word : noun.word;
      const words = name === noun.word ? noun.forms.slice(0, MOST_FORMS) : [`${name}*`];
      const label = name.charAt(0).toUpperCase() + name.slice(1);
      return [{ label, language, words, reviews: noun.judging, sentence }];
    }).filter((noun) => noun.reviews >= FEWEST_REVIEWS || isChosen(noun));
  }).sort((a, b) => b.reviews - a.reviews).slice(0, MOST_OFFERED);
}

function knownWords({ aspects }: Taxonomy, language: NounLanguage): (word: string) => boolean {
  const terms = sharedTerms(aspects.flatMap((entry) => {
    const words = language === "en"
      ? [...namingWords(entry), ...entry.judged_words ?? []]
      : entry.words_in?.[language] ?? [];
    return words.map((word) => [word, 0] as const);
  }));
  return (word) => !termMatches(wordsOf(word), terms).next().done;
}

/** Returns the newest sentence of usual length that names a noun beside an opinion; null if there is none. */
function sentenceWith({ forms }: FrequentNoun, read: readonly Review[], scored: readonly ReadText[]): string | null {
  for (const [at, { sentences }] of scored.entries()) {
    const place = sentences.findIndex(({ clauses }) =>
      clauses.some(({ words, score }) => Math.abs(score) > SILENCE && words.some(({ text }) => forms.includes(text)))
    );
    // As the review has it, also where elided words were set apart.
    const sentence = splitSentences(read[at]?.text ?? "")[place] ?? "";
    if (sentence.length >= SHORTEST && sentence.length <= LONGEST && !sentence.includes("…")) return sentence;
  }
  return null;
}
