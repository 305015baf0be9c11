import type { Business } from "../../../domain/business.ts";
import type { AnalyzedReview, AspectMention, Mention } from "../../../domain/insights/analysis/analyzed_review.ts";
import type { TextReader } from "../../../domain/insights/analysis/text_reader.ts";
import { splitSentences } from "../../../domain/insights/text/sentence_split.ts";
import type { Review } from "../../../domain/review.ts";
import { rosterOf } from "../../../domain/roster.ts";

const ASPECT_WORDS: Readonly<Record<string, RegExp>> = {
  punctuality: /\b(?:on time|late|window|early|waited|showed up|no show|prompt\w*|punctual\w*)\b/i,
  pricing: /\b(?:price[sd]?|quote[sd]?|charged?|bill(?:ed)?|cost|pricey|cheap|fair|invoice)\b|\$\d/i,
  communication: /\b(?:called?|calls?|callback|explained|texted|answers?|told|phone)\b/i,
  workmanship: /\b(?:fixed|replaced|installed|repaired|work|job|failed|broke)\b/i,
  cleanliness: /\b(?:clean|cleaned|tidy|mess|swept|spotless|vacuumed)\b/i,
};
const GOOD = /\b(?:great|good|best|lovely|thank\w*|happy|tidy|clean|fair|fixed|kind|patient|perfect|on time|free)\b/gi;
const BAD = /\b(?:late|never|failed|nobody|wrong|worst|rude|pricey|broke|mess|waited|wasn't|didn't|no show|three)\b/gi;

/** The taxonomy of the stand-in. */
export const STAND_IN_TAXONOMY = {
  id: "stand_in",
  version: 3,
  aspects: [
    { id: "punctuality", label: "Punctuality", question: "Do the technicians arrive on time?" },
    { id: "pricing", label: "Pricing", question: "Are the prices fair?" },
    { id: "communication", label: "Communication" },
    { id: "workmanship", label: "Workmanship" },
    { id: "cleanliness", label: "Cleanliness" },
  ],
  problems: [{ id: "leak", label: "Leaks" }],
  topics: [{ id: "weather", label: "Weather" }],
};

/** A minimal analyser that gives the aggregation realistic analyses. */
export function standInAnalysis(business: Business): (review: Review) => AnalyzedReview {
  const { serviceAreas } = rosterOf(business);
  const technicianIds = new Map(business.technicians.map(({ id, name }) => [name, id]));
  return ({ rating, text, mentioned_technicians, mentioned_services }) => {
    const sentences = text?.match(/[^.!?\n]+[.!?]*/g)?.map((sentence) => sentence.trim()).filter(Boolean) ?? [];
    const stars = (rating - 3) / 2;
    const aspects = Object.entries(ASPECT_WORDS).flatMap(([id, words]): AspectMention[] => {
      const clauses = sentences.flatMap((sentence) => sentence.split(/(?= but )|; /)).map((clause) => clause.trim())
        .filter((clause) => words.test(clause));
      if (clauses.length === 0) return [];
      const said = clauses.join(" ");
      const score = clamped((count(said, GOOD) - count(said, BAD)) / 2 + 0.3 * stars);
      return [{ id, score, sentiment: sentimentOf(score), spans: spansOf(text ?? "", clauses) }];
    });
    const score = clamped(stars * 0.7 + (count(text ?? "", GOOD) - count(text ?? "", BAD)) * 0.1);
    const mention = (id: string): Mention => ({ id, sentiment: sentimentOf(score), score });
    return {
      sentiment: sentimentOf(score),
      score,
      aspects,
      technicians: mentioned_technicians.map((name) => mention(technicianIds.get(name) ?? name)),
      services: mentioned_services.map(mention),
      problems: /\bleak/i.test(text ?? "") ? ["leak"] : [],
      service_areas: [...serviceAreas(text ?? "")],
      topics: standInTopics(text ?? ""),
    };
  };
}

/** Topics, recognised by one word each. */
function standInTopics(text: string): readonly string[] {
  return /\b(?:cold|heat wave|freeze|winter|summer)\b/i.test(text) ? ["weather"] : [];
}

/** The reader of the stand-in. */
export const STAND_IN_READER: TextReader = {
  readSentence: () => ({ clauses: [], score: 0 }),
  sentencesOf: splitSentences,
  scoreOf: standInScore,
  scoreOn: standInScore,
  topicsIn: standInTopics,
  aspects: { isIn: () => true, opinionsOn: (clause) => standInScore(clause) === 0 ? [] : [clause] },
  topics: { isIn: () => true, opinionsOn: () => [] },
};

/** The sentiment of a sentence from its words, -1 to 1. */
function standInScore(sentence: string): number {
  return clamped((count(sentence, GOOD) - count(sentence, BAD)) / 2);
}

function spansOf(text: string, clauses: readonly string[]): readonly number[] {
  let from = 0;
  return clauses.flatMap((clause) => {
    const start = text.indexOf(clause, from);
    from = start + clause.length;
    return [start, from];
  });
}

function count(text: string, words: RegExp): number {
  return text.match(words)?.length ?? 0;
}

function clamped(score: number): number {
  return Math.max(-1, Math.min(1, score));
}

function sentimentOf(score: number): AnalyzedReview["sentiment"] {
  return score > 0.1 ? "positive" : score < -0.1 ? "negative" : "neutral";
}
