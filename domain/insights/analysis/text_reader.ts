import type { Business } from "../../business.ts";
import { FURTHER_LANGUAGES } from "../../subjects.ts";
import { opinionPhrases } from "../phrases/opinion_phrases.ts";
import { judgeByStars, type PolarityJudge, trainedJudge } from "../polarity/polarity_judge.ts";
import { type ScoredSentence, scoreSentence, SILENCE } from "../sentiment/score_sentence.ts";
import { businessLexicon, furtherLexicon, type SentimentLexicon } from "../sentiment/sentiment_lexicon.ts";
import { aspectScore } from "../subjects/aspect_score.ts";
import { placesIn } from "../subjects/read_sentence.ts";
import secondSenses from "../sentiment/second_senses.json" with { type: "json" };
import { byRulesAlone, type SubjectDetector, trainedDetector } from "../subjects/subject_detector.ts";
import { type SubjectMatcher, subjectMatcher } from "../subjects/subject_matcher.ts";
import { namingWords, type Taxonomy, type TaxonomyEntry } from "../taxonomy/taxonomy.ts";
import { splitSentences } from "../text/sentence_split.ts";
import { businessNameTerms, sharedTerms, termMatches } from "../text/shared_terms.ts";
import type { TermIndex } from "../text/term_index.ts";
import { wordsOf } from "../text/words_of.ts";

/** Reads phrases and clauses for the aspects of the taxonomy; `id` selects one. */
interface AspectReader {
  /** Returns whether a phrase contains a word of the aspect. */
  readonly isIn: (phrase: string, id: string) => boolean;
  /** Returns the phrases of a clause that join a word of the aspect and an opinion, verbatim. */
  readonly opinionsOn: (clause: string, id: string) => readonly string[];
}

/** Reads single texts, sentences and clauses; used by the aggregation. */
export interface TextReader {
  /** The sentences of a text (see `splitSentences`). */
  readonly sentencesOf: (text: string) => readonly string[];
  readonly readSentence: (sentence: string) => ScoredSentence;
  /** The sentiment of a sentence, from -1 to 1. */
  readonly scoreOf: (sentence: string) => number;
  /**
   * Returns the sentiment of a sentence towards an aspect, from the opinions near the aspect's words; -1 to 1, 0 if
   * none.
   */
  readonly scoreOn: (sentence: string, aspect: string) => number;
  readonly aspects: AspectReader;
}

/** What reads the texts of one language. */
export interface LanguageReader {
  /** With the words of this language alone. */
  readonly taxonomy: Taxonomy;
  readonly lexicon: SentimentLexicon;
  readonly subjectsOf: SubjectMatcher;
  readonly detect: SubjectDetector;
  readonly judge: PolarityJudge;
}

/** The reader of a business's reviews. Built once per import and shared by analysis and aggregation. */
export interface ReviewReader extends TextReader, LanguageReader {
  readonly business: Business;
  /** Readers of the further languages in which the taxonomy has words, by their tags. */
  readonly further: ReadonlyMap<string, LanguageReader>;
}

/** Builds the reader for a business and a taxonomy. */
export function textReader(
  business: Business,
  taxonomy: Taxonomy,
  detect: SubjectDetector = trainedDetector(taxonomy),
  judge: PolarityJudge = trainedJudge(taxonomy),
): ReviewReader {
  const lexicon = businessLexicon(business, taxonomy);
  const subjectsOf = subjectMatcher(business, taxonomy);
  const placeOf = new Map(taxonomy.aspects.map(({ id }, place) => [id, place]));
  let built: TermIndex<readonly string[]> | null = null;
  // Built on first use: the analysis of single reviews does not need it.
  const terms = () =>
    built ??= sharedTerms(
      taxonomy.aspects.flatMap((entry) =>
        [...namingWords(entry), ...entry.judged_words ?? []].map((word) => [word, entry.id] as const)
      ),
      [...businessNameTerms(business), ...taxonomy.ignored_words ?? []],
    );
  const further = FURTHER_LANGUAGES.filter((language) =>
    taxonomy.aspects.some(({ words_in = {} }) => language in words_in)
  );
  return {
    business,
    taxonomy,
    lexicon,
    subjectsOf,
    detect,
    judge,
    further: new Map<string, LanguageReader>(
      further.map((language) => [language, furtherReader(business, taxonomy, language)]),
    ),
    sentencesOf: splitSentences,
    readSentence: (sentence) => scoreSentence(sentence, lexicon),
    scoreOf: (sentence) => scoreSentence(sentence, lexicon).score,
    scoreOn: (sentence, aspect) => {
      const scores = scoreSentence(sentence, lexicon).clauses.flatMap((clause) => {
        const places = placesIn(clause, subjectsOf(clause.words)).get(placeOf.get(aspect) ?? -1);
        return places === undefined ? [] : [aspectScore(clause, places)];
      }).filter((score) => Math.abs(score) >= SILENCE);
      return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
    },
    aspects: {
      isIn: (phrase, id) => termMatches(wordsOf(phrase), terms()).some(({ value }) => value.includes(id)),
      opinionsOn: (clause, id) => opinionPhrases(clause, terms(), id, lexicon),
    },
  };
}

/**
 * Builds the reader of a language without trained models: words find the subjects, and mostly stars judge them. Those of
 * a subject that the owner has chosen, i.e. without words for English, count only beside an opinion.
 */
function furtherReader(
  business: Business,
  taxonomy: Taxonomy,
  language: typeof FURTHER_LANGUAGES[number],
): LanguageReader {
  const wordsOfIt = (entries: readonly TaxonomyEntry[]) =>
    entries.map(({ id, label, words, words_in = {} }) => {
      const own = words_in[language] ?? [];
      return words.length === 0 ? { id, label, words: [], judged_words: own } : { id, label, words: own };
    });
  const { id, version, aspects, problems, topics } = taxonomy;
  const own = {
    ...{ id, version },
    ...{ aspects: wordsOfIt(aspects), problems: wordsOfIt(problems), topics: wordsOfIt(topics) },
    ignored_words: secondSenses[language],
  };
  return {
    taxonomy: own,
    lexicon: furtherLexicon(language, own.aspects.flatMap(({ judged_words = [] }) => judged_words)),
    subjectsOf: subjectMatcher(business, own),
    detect: byRulesAlone,
    judge: judgeByStars,
  };
}
