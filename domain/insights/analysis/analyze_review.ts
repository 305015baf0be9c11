import type { Review } from "../../review.ts";
import { rounded } from "../numbers.ts";
import { isJudgedElsewhere, mayImply, ruledScore, type SaidAspect, saidAspects } from "../polarity/said_aspects.ts";
import { moodOf } from "../sentiment/implied_opinion.ts";
import { reviewScore, sentimentOf } from "../sentiment/review_score.ts";
import { scoreSentence } from "../sentiment/score_sentence.ts";
import { areaFinder } from "../subjects/area_finder.ts";
import { type ReadSentence, readSentence } from "../subjects/read_sentence.ts";
import { TAXONOMY_NAMES } from "../taxonomy/taxonomy_choice.ts";
import { ENGLISH, languageOf } from "../text/language_of.ts";
import { splitSentences } from "../text/sentence_split.ts";
import type { AnalyzedReview, AspectMention, Mention } from "./analyzed_review.ts";
import { hasWords } from "./has_words.ts";
import { namedScore, nameScore } from "./name_scores.ts";
import type { ReviewReader } from "./text_reader.ts";

const DECIMALS = 4;
/** Stars that say nothing. */
const SILENT_STARS = 3;
const NONE: readonly never[] = [];
const NOTHING_SAID: SaidAspect = {
  scores: NONE,
  clauses: NONE,
  parts: NONE,
  places: NONE,
  implied: NONE,
  isCertain: false,
};
/** The part of a review that its analysis depends on. */
export type ReviewWords = Pick<Review, "text" | "rating" | "mentioned_technicians" | "mentioned_services">;

/**
 * Builds the analyser of single reviews: sentiment, the aspects, problems and topics of the taxonomy, and the
 * technicians, services and areas that are mentioned. Deterministic. A review without text gets its score from the
 * stars and has no aspects.
 */
export function reviewAnalyzer(reader: ReviewReader): (review: ReviewWords) => AnalyzedReview {
  const { business, taxonomy, lexicon, subjectsOf, detect, judge } = reader;
  const areasIn = areaFinder(business);
  // Of other trades a word may name more than it was meant for, so that a bare mention implies no praise.
  const isLearnt = TAXONOMY_NAMES.includes(taxonomy.id);
  const technicianId = new Map(business.technicians.map(({ id, name }) => [name, id]));

  /** The ids of the entries at some places of a taxonomy, in its order. */
  function idsOf(places: number[], entries: readonly { readonly id: string }[]): readonly string[] {
    if (places.length === 0) return NONE;
    return places.sort((a, b) => a - b).map((place) => entries[place]?.id ?? "");
  }

  return (review): AnalyzedReview => {
    const written = hasWords(review.text) ? review.text : "";
    const language = languageOf(written);
    // The words of another language would be read as if they were English: "die" in German, "son" in French.
    const text = language === ENGLISH ? written : "";
    const problems: number[] = [];
    const topics: number[] = [];
    const names = new Map<string, number[]>();
    // Not by the reader, which remembers sentences: each text comes once, and to look one up costs half as much.
    const sentences = splitSentences(text);
    // Pushed one by one, here and in what is called for every sentence: `map` gives lists of one kind before V8 has
    // compiled it and of another afterwards, and what reads them is then compiled again, a dozen times in all.
    const read: ReadSentence[] = [];
    const sentenceScores: number[] = [];
    for (const sentence of sentences) {
      const one = scoreSentence(sentence, lexicon);
      read.push(readSentence(one, subjectsOf, taxonomy, review.rating));
      sentenceScores.push(one.score);
    }
    const decided = detect(read, review.rating);
    // Begin and end of each clause, sentence by sentence.
    const spansAt: number[][] = [];
    let at = 0;
    // By their places: `entries` makes two objects for each.
    for (let place = 0; place < decided.length; place++) {
      const { scored, subjects, problems: problemsAt } = decided[place]!;
      const sentence = sentences[place] ?? "";
      at = text.indexOf(sentence, at);
      const spans: number[] = [];
      spansAt.push(spans);
      for (let index = 0; index < scored.clauses.length; index++) {
        const clause = scored.clauses[index]!;
        const start = at + clause.start;
        spans.push(start, start + clause.text.length);
        const problemsOf = problemsAt[index]!;
        for (let one = 0; one < problemsOf.length; one++) addOnce(problems, problemsOf[one]!);
        const said = subjects[index]!;
        // Most clauses have none, and an empty set takes as long to go through as a short one.
        if (said.topics.size > 0) { for (const topic of said.topics) addOnce(topics, topic); }
        if (said.names.size > 0) {
          for (const name of said.names) scoresOf(names, name).push(nameScore(clause, scored));
        }
      }
      at += sentence.length;
    }
    const mood = moodOf(sentenceScores);
    const aspects = saidAspects(decided);
    const scored = aspects.size === 0 ? NONE : read.map(({ scored }) => scored);
    const implied = isLearnt ? mood : Math.min(0, mood);
    const scoreOf = (said: SaidAspect) => {
      if (said.isCertain) return ruledScore(review.rating, said, implied);
      const { clauses, parts, places } = said;
      const mention = {
        sentences: scored,
        clauses,
        parts,
        places,
        ruled: ruledScore(SILENT_STARS, said, implied),
        mood,
      };
      return judge(mention, review.rating, ruledScore(review.rating, said, implied));
    };
    const score = rounded(reviewScore(review.rating, sentenceScores), DECIMALS);
    const named = (id: string, said: readonly number[]): Mention =>
      mentionOf(id, namedScore(review.rating, said, score));
    const aspectMentions = (): readonly AspectMention[] => {
      if (aspects.size === 0) return NONE;
      const mentions: AspectMention[] = [];
      for (const index of inOrder(aspects.keys())) {
        const said = aspects.get(index) ?? NOTHING_SAID;
        const judged = scoreOf(said);
        const { id, sentiment, score } = mentionOf(taxonomy.aspects[index]?.id ?? "", judged ?? 0);
        // Left out rather than wrong: what rules and model are of two minds about, what may be meant as an opinion.
        const isOpen = judged === null || mayImply(said, mood);
        if (!isLearnt && sentiment === "neutral" && isOpen && isJudgedElsewhere(said, sentenceScores)) continue;
        // Written out, as V8 keeps what is added to a copy (`...`) in a second object.
        mentions.push({ id, sentiment, score, spans: spansOf(said.clauses, spansAt) });
      }
      return mentions;
    };
    const analysis: AnalyzedReview = {
      sentiment: sentimentOf(score),
      score,
      aspects: aspectMentions(),
      technicians: listOf(
        unique(review.mentioned_technicians.map((name) => technicianId.get(name) ?? name)),
        (id) => named(id, names.get(`technician ${id}`) ?? NONE),
      ),
      services: listOf(
        unique(review.mentioned_services),
        (id) => named(id, names.get(`service ${id}`) ?? NONE),
      ),
      problems: idsOf(problems, taxonomy.problems),
      service_areas: written === "" ? NONE : areasIn(written),
      topics: idsOf(topics, taxonomy.topics),
    };
    return language === ENGLISH ? analysis : { ...analysis, language };
  };
}

function mentionOf(id: string, exact: number): Mention {
  const score = rounded(exact, DECIMALS);
  return { id, sentiment: sentimentOf(score), score };
}

/** Begin and end of clauses, each given by the place of its sentence and its own. */
function spansOf(clauses: readonly number[], spansAt: readonly (readonly number[])[]): readonly number[] {
  const spans: number[] = [];
  for (let at = 0; at < clauses.length; at += 2) {
    const [ofSentence, clause] = [spansAt[clauses[at] ?? 0] ?? NONE, clauses[at + 1] ?? 0];
    spans.push(ofSentence[2 * clause] ?? 0, ofSentence[2 * clause + 1] ?? 0);
  }
  return spans;
}

function scoresOf(names: Map<string, number[]>, name: string): number[] {
  const known = names.get(name) ?? [];
  names.set(name, known);
  return known;
}

function inOrder(indexes: Iterable<number>): readonly number[] {
  return [...indexes].sort((a, b) => a - b);
}

/** Adds a number to a short list that has each once. */
function addOnce(numbers: number[], number: number): void {
  if (!numbers.includes(number)) numbers.push(number);
}

function listOf<Item, Value>(items: readonly Item[], valueOf: (item: Item) => Value): readonly Value[] {
  return items.length === 0 ? NONE : items.map(valueOf);
}

function unique(ids: readonly string[]): readonly string[] {
  return ids.length < 2 ? ids : [...new Set(ids)];
}
