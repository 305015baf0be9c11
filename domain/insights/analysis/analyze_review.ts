import type { Review } from "../../review.ts";
import { rosterOf } from "../../roster.ts";
import { rounded } from "../rounding.ts";
import { type MentionedAspect, mentionedAspects } from "../polarity/mentioned_aspects.ts";
import { aspectScoreOf, inItsStars, reviewScore, sentimentOf, starScore } from "../sentiment/review_score.ts";
import { type ScoredSentence, scoreSentence, SILENCE } from "../sentiment/score_sentence.ts";
import { type ReadSentence, readSentence } from "../subjects/read_sentence.ts";
import { GENERAL, LEARNT_TRADES } from "../taxonomy/taxonomy_choice.ts";
import { ENGLISH, languageOf } from "../text/language_of.ts";
import { splitSentences, withoutLinks } from "../text/sentence_split.ts";
import { withoutElisions } from "../text/words_of.ts";
import type { AnalyzedReview, AspectMention, Mention } from "./analyzed_review.ts";
import type { LanguageReader, ReviewReader } from "./text_reader.ts";

const STARS_IN_MENTION = 0.3;
const MOST_STARS = 5;
/** Minimum score of a name in a five-star review. A score below `HARD` becomes 0 instead. */
const LEAST_PRAISE = 0.15;
const HARD = -0.35;

function nameScore(clause: { readonly score: number }, sentence: ScoredSentence): number {
  return Math.abs(clause.score) < SILENCE ? sentence.score : clause.score;
}

// The whole review counts half, because clauses with the name often describe the fault that was repaired.
function namedScore(rating: number, scores: readonly number[], review: number): number {
  const telling = scores.filter((score) => Math.abs(score) >= SILENCE);
  const own = telling.length === 0 ? review : (mentionScore(rating, telling) + review) / 2;
  return inFiveStars(rating, own, review);
}

function mentionScore(rating: number, scores: readonly number[]): number {
  const mean = scores.reduce((sum, score) => sum + inItsStars(rating, score), 0) / Math.max(1, scores.length);
  return Math.max(-1, Math.min(1, mean + STARS_IN_MENTION * starScore(rating)));
}

// Five stars do not blame the person: such a clause describes the fault that was repaired.
function inFiveStars(rating: number, own: number, review: number): number {
  if (rating !== MOST_STARS) return own;
  return own < HARD ? 0 : Math.max(own, LEAST_PRAISE, review / 2);
}

/** Placeholders for a missing text, from survey tools, shop exports or people who fill a required field. */
const PLACEHOLDERS = new Set(
  ("did not answer|no answer|not answered|n a|na|not applicable|none given|no comment|no comments|no further comment|" +
    "no further comments|no text|no review|nil|no response|left blank|blank|test|null|undefined").split("|"),
);
const PLACEHOLDER_MARKS = /[^\p{L}\p{N}\p{S}]+/gu;
const LONGEST_PLACEHOLDER = 24;

function hasWords(text: string | null): text is string {
  if (text === null || text === "") return false;
  return text.length > LONGEST_PLACEHOLDER ||
    !PLACEHOLDERS.has(text.toLowerCase().replace(PLACEHOLDER_MARKS, " ").trim());
}

/** Decimals of scores. */
export const DECIMALS = 4;
const SILENT_STARS = 3;
const NONE: readonly never[] = [];
const FEW_STARS = 2;

interface ReviewOpinions {
  readonly rating: number;
  readonly scored: readonly ScoredSentence[];
  readonly judge: LanguageReader["judge"];
}

/** The part of a review that its analysis depends on. */
export type ReviewWords = Pick<Review, "text" | "rating" | "mentioned_technicians" | "mentioned_services">;

/**
 * Builds the analyser of single reviews. It finds sentiment, aspects, problems and topics of the taxonomy, and
 * mentioned technicians, services and areas. Deterministic. A review without text gets its score from the stars and has
 * no aspects.
 */
export function reviewAnalyzer(reader: ReviewReader): (review: ReviewWords) => AnalyzedReview {
  const { business, taxonomy, further } = reader;
  const areasIn = rosterOf(business).serviceAreas;
  const isLearnt = LEARNT_TRADES.includes(taxonomy.id);
  const technicianId = new Map(business.technicians.map(({ id, name }) => [name, id]));

  function idsOf(places: number[], entries: readonly { readonly id: string }[]): readonly string[] {
    if (places.length === 0) return NONE;
    return places.sort((a, b) => a - b).map((place) => entries[place]?.id ?? "");
  }

  /** Returns the score of an aspect: by the rules if the operator's own words decide, else by the model. */
  function aspectScore(found: MentionedAspect, { rating, scored, judge }: ReviewOpinions): number {
    const byRules = aspectScoreOf(rating, found.scores);
    if (found.isCertain) return byRules;
    const { clauses, parts, places } = found;
    const ruled = aspectScoreOf(SILENT_STARS, found.scores);
    return judge({ sentences: scored, clauses, parts, places, ruled }, rating, byRules);
  }

  function aspectMentions(
    found: ReadonlyMap<number, MentionedAspect>,
    opinions: ReviewOpinions,
    spansAt: readonly (readonly number[])[],
  ): readonly AspectMention[] {
    if (found.size === 0) return NONE;
    const { rating, scored } = opinions;
    const hasScore = (sign: number) =>
      scored.some(({ clauses }) => clauses.some(({ score }) => sign * score >= SILENCE));
    const isContent = !isLearnt && rating === MOST_STARS && hasScore(1);
    const isUnhappy = taxonomy.id === GENERAL && rating <= FEW_STARS && hasScore(-1);
    const mentions: AspectMention[] = [];
    for (const [index, mentioned] of [...found].sort(([one], [other]) => one - other)) {
      const { id, sentiment, score } = mentionOf(taxonomy.aspects[index]?.id ?? "", aspectScore(mentioned, opinions));
      // Drops the criticism in a five-star review with praise: by the labels one in ten of it is right, in a learnt
      // trade two in five. Without praise most of it is right, because surveys ask what could be better.
      if (sentiment === "negative" && isContent) continue;
      // The mirror: half of the praise in an unhappy review is wished, ironic or of others.
      if (sentiment === "positive" && isUnhappy) continue;
      // No object spread: V8 keeps properties that are added to a copy (`...`) in a second object.
      mentions.push({ id, sentiment, score, spans: spansOf(mentioned.clauses, spansAt) });
    }
    return mentions;
  }

  return (review): AnalyzedReview => {
    const { rating } = review;
    const written = hasWords(review.text) ? withoutLinks(review.text) : "";
    const language = languageOf(written);
    // Words of another language would be misread as English: "die" in German, "son" in French.
    const known = language === ENGLISH ? reader : further.get(language);
    const { lexicon, subjectsOf, detect, judge, taxonomy: words } = known ?? reader;
    const text = known === undefined ? "" : language === "fr" ? withoutElisions(written) : written;
    const sentences = splitSentences(text);
    // A loop with `push` instead of `map`, here and in the functions called for every sentence. `map` returns arrays of
    // another kind once V8 has compiled it. Code that reads them is then recompiled, a dozen times in all.
    const read: ReadSentence[] = [];
    const sentenceScores: number[] = [];
    for (const sentence of sentences) {
      const one = scoreSentence(sentence, lexicon);
      read.push(readSentence(one, subjectsOf, words, rating));
      if (language === ENGLISH) sentenceScores.push(one.score);
    }
    const decided = detect(read, rating);
    const { problems, topics, names, spansAt } = clauseFindings(decided, sentences, text);
    const aspects = mentionedAspects(decided);
    const scored = aspects.size === 0 ? NONE : read.map(({ scored }) => scored);
    const score = rounded(reviewScore(rating, sentenceScores), DECIMALS);
    const named = (kind: "technician" | "service", id: string): Mention =>
      mentionOf(id, namedScore(rating, names.get(`${kind} ${id}`) ?? NONE, score));
    const analysis: AnalyzedReview = {
      sentiment: sentimentOf(score),
      score,
      aspects: aspectMentions(aspects, { rating, scored, judge }, spansAt),
      technicians: [...new Set(review.mentioned_technicians.map((name) => technicianId.get(name) ?? name))]
        .map((id) => named("technician", id)),
      services: [...new Set(review.mentioned_services)].map((id) => named("service", id)),
      problems: idsOf(problems, taxonomy.problems),
      service_areas: written === "" ? NONE : areasIn(written),
      topics: idsOf(topics, taxonomy.topics),
    };
    return language === ENGLISH ? analysis : { ...analysis, language };
  };
}

interface ClauseFindings {
  readonly problems: number[];
  readonly topics: number[];
  /** Scores of the clauses that mention a technician or service, by name. */
  readonly names: Map<string, number[]>;
  /** Begin and end offsets of each clause, sentence by sentence. */
  readonly spansAt: readonly number[][];
}

function clauseFindings(
  decided: readonly ReadSentence[],
  sentences: readonly string[],
  text: string,
): ClauseFindings {
  const problems: number[] = [];
  const topics: number[] = [];
  const names = new Map<string, number[]>();
  const spansAt: number[][] = [];
  let at = 0;
  // An index loop, because `entries` makes two objects per item.
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
      const subject = subjects[index]!;
      // The size check comes first: most clauses have no topic, and iterating an empty set costs as much as a short
      // one.
      if (subject.topics.size > 0) { for (const topic of subject.topics) addOnce(topics, topic); }
      if (subject.names.size > 0) {
        for (const name of subject.names) scoresOf(names, name).push(nameScore(clause, scored));
      }
    }
    at += sentence.length;
  }
  return { problems, topics, names, spansAt };
}

function mentionOf(id: string, exact: number): Mention {
  const score = rounded(exact, DECIMALS);
  return { id, sentiment: sentimentOf(score), score };
}

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

function addOnce(numbers: number[], number: number): void {
  if (!numbers.includes(number)) numbers.push(number);
}
