import type { Business } from "../business.ts";
import { opinionPhrases } from "./opinion_phrases.ts";
import { scoreSentence } from "./score_sentence.ts";
import { sentimentLexicon } from "./sentiment_lexicon.ts";
import { sharedTerms } from "./shared_terms.ts";
import { silentTerms } from "./silent_terms.ts";
import { subjectMatcher } from "./subject_matcher.ts";
import type { Taxonomy, TaxonomyEntry } from "./taxonomy.ts";
import { wordsOf } from "./words_of.ts";

/** What the aggregation asks of single sentences and clauses. */
export interface TextReader {
  /** From -1 to 1. */
  readonly scoreOf: (sentence: string) => number;
  /** Ids of the topics that a sentence speaks of. */
  readonly topicsIn: (sentence: string) => readonly string[];
  /** The phrases of a clause that join an aspect, by its id, and an opinion of it; verbatim. */
  readonly opinionsOnAspect: (clause: string, id: string) => readonly string[];
  /** The same for a topic. */
  readonly opinionsOnTopic: (clause: string, id: string) => readonly string[];
}

/** Builds the reader that agrees with the analyses of the same business by the same taxonomy. */
export function textReader(business: Business, taxonomy: Taxonomy): TextReader {
  const silent = silentTerms(business);
  const lexicon = sentimentLexicon({
    ...Object.fromEntries(silent.map((term) => [term, 0])),
    ...taxonomy.sentiment_words,
  });
  const subjectsOf = subjectMatcher(business, taxonomy);
  const termsOf = (entries: readonly TaxonomyEntry[]) =>
    sharedTerms(
      entries.flatMap(({ id, words }) => words.map((word) => [word, id] as const)),
      [...silent, ...taxonomy.ignored_words ?? []],
    );
  const [aspects, topics] = [termsOf(taxonomy.aspects), termsOf(taxonomy.topics)];
  return {
    scoreOf: (sentence) => scoreSentence(sentence, lexicon).score,
    topicsIn: (sentence) => [...subjectsOf(wordsOf(sentence)).topics].map((index) => taxonomy.topics[index]?.id ?? ""),
    opinionsOnAspect: (clause, id) => opinionPhrases(clause, aspects, id, lexicon),
    opinionsOnTopic: (clause, id) => opinionPhrases(clause, topics, id, lexicon),
  };
}
