import type { Business } from "../../business.ts";
import { opinionPhrases } from "../phrases/opinion_phrases.ts";
import { scoreSentence, SILENCE } from "../sentiment/score_sentence.ts";
import { businessLexicon, type SentimentLexicon } from "../sentiment/sentiment_lexicon.ts";
import { aspectScore } from "../subjects/aspect_score.ts";
import { type SubjectMatcher, subjectMatcher } from "../subjects/subject_matcher.ts";
import type { Taxonomy, TaxonomyEntry } from "../taxonomy/taxonomy.ts";
import { rememberingSplitter } from "../text/sentence_split.ts";
import { businessNameTerms, sharedTerms, termMatches } from "../text/shared_terms.ts";
import { wordsOf } from "../text/words_of.ts";

/** What single clauses say of the aspects, the problems or the topics of a taxonomy; each is told by its id. */
export interface SubjectReader {
  /** Whether a phrase holds a word of it. */
  readonly isIn: (phrase: string, id: string) => boolean;
  /** The phrases of a clause that join it and an opinion of it; verbatim. */
  readonly opinionsOn: (clause: string, id: string) => readonly string[];
}

/** What the aggregation asks of single texts, sentences and clauses. */
export interface TextReader {
  /** The sentences of a text (see `splitSentences`). */
  readonly sentencesOf: (text: string) => readonly string[];
  /** The sentiment of a sentence, from -1 to 1. */
  readonly scoreOf: (sentence: string) => number;
  /** What a sentence says of an aspect near its own words, from -1 to 1; 0 when nothing. */
  readonly scoreOn: (sentence: string, aspect: string) => number;
  /** Ids of the topics that a sentence speaks of. */
  readonly topicsIn: (sentence: string) => readonly string[];
  readonly aspects: SubjectReader;
  readonly problems: SubjectReader;
  readonly topics: SubjectReader;
}

/** By what all texts about a business are read. Built once an import: the analysis and the aggregation share it. */
export interface ReviewReader extends TextReader {
  readonly business: Business;
  readonly taxonomy: Taxonomy;
  /** The words that carry an opinion. */
  readonly lexicon: SentimentLexicon;
  /** Finds what the words of a clause speak of. */
  readonly subjectsOf: SubjectMatcher;
}

/** Builds the reader of a business by a taxonomy. */
export function textReader(business: Business, taxonomy: Taxonomy): ReviewReader {
  const silent = businessNameTerms(business);
  const lexicon = businessLexicon(business, taxonomy);
  const subjectsOf = subjectMatcher(business, taxonomy);
  const placeOf = new Map(taxonomy.aspects.map(({ id }, place) => [id, place]));
  const readerOf = (entries: readonly TaxonomyEntry[]): SubjectReader => {
    const terms = sharedTerms(
      entries.flatMap(({ id, words }) => words.map((word) => [word, id] as const)),
      [...silent, ...taxonomy.ignored_words ?? []],
    );
    return {
      isIn: (phrase, id) => {
        for (const { value } of termMatches(wordsOf(phrase), terms)) if (value.includes(id)) return true;
        return false;
      },
      opinionsOn: (clause, id) => opinionPhrases(clause, terms, id, lexicon),
    };
  };
  return {
    business,
    taxonomy,
    lexicon,
    subjectsOf,
    sentencesOf: rememberingSplitter(),
    scoreOf: (sentence) => scoreSentence(sentence, lexicon).score,
    scoreOn: (sentence, aspect) => {
      const scores = scoreSentence(sentence, lexicon).clauses.flatMap((clause) => {
        const places = subjectsOf(clause.words).aspects.get(placeOf.get(aspect) ?? -1);
        return places === undefined ? [] : [aspectScore(clause, places)];
      }).filter((score) => Math.abs(score) >= SILENCE);
      return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
    },
    topicsIn: (sentence) => [...subjectsOf(wordsOf(sentence)).topics].map((place) => taxonomy.topics[place]?.id ?? ""),
    aspects: readerOf(taxonomy.aspects),
    problems: readerOf(taxonomy.problems),
    topics: readerOf(taxonomy.topics),
  };
}
