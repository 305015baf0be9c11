import { type Evidence, strongestEvidence } from "../figures/evidence.ts";
import { SILENCE } from "../sentiment/score_sentence.ts";
import { splitClauses } from "../text/clause_split.ts";
import { clausesAt } from "../text/clauses_at.ts";
import { isEnglish } from "../text/is_english.ts";
import { hasStatement, isQuotable, isWellWritten } from "./quotable_sentence.ts";

// Only the clearest reviews are searched, and only the beginning of very long ones.
const MOST_REVIEWS = 60;
const MOST_SENTENCES = 50;
const MOST_CLAUSES = 10;
// The reader would not see why a weaker sentence is quoted: it must express the judgement itself.
const LEAST_STRENGTH = { positive: 0.34, negative: 0.28 };
// Weights of the criteria, beside the sentence's own strength of at most 1.
const TELLS = 0.15;
const HANDY = 0.3;
const SUBJECT_FIRST = 0.12;
const DISTRACTS = 0.12;
/** A sentence that begins with its subject reads as one, "Kept me updated fast print service" does not. */
const SUBJECT =
  /^(?:The|A|An|All|Both|Each|Every|Our|My|Your|Their|We|I|You|Everyone|Everybody|Everything|Nobody|No one|Nothing|There|Staff|Service|Prices?|Food)\b|^\p{Lu}\p{L}+ (?:is|was|are|were|has|had|did|does|came|took|made|fixed|explained|arrived|showed|went|gave|kept|answered)\b/u;
// What these refer to stands in a sentence that is not quoted.
const WITHOUT_CONTEXT =
  /^(?:He|She|It(?! (?:was|is) an? )|His|Her|Its|This|That|These|Those|Then|Also|Another|Same|Not once|On the (?:first|second)|The (?:first|second|third|last|other|same)|Which|Except|Again|Still|Only|Just|Twice|As (?:stated|mentioned|I said|above|before|previously)|To (?!be honest|be fair)|Every single time|Other than that|Plus|Besides|Nevertheless|However|Therefore|Anyways?|Otherwise|Instead|Moreover|Furthermore|Secondly|Thirdly|Finally|Lastly|Afterwards|Later|Meanwhile|Nor|Neither|Oh|Ok|Okay|Yes|In my case|One(?! of)|They (?:did|do|were|are|have)(?=[,.!]))\b|^(?:Him|Her|Them)\b|^(?:Well|Sure|No),/;
/** "Add this feature": which one stands elsewhere. */
const POINTS_BACK =
  /\b(?:this|that|these|those|such) (?:features?|issues?|problems?|matters?|situations?|option|one|ones)\b/i;
/** "They could have charged me anything" is no praise. */
const UNREAL = /\b(?:could|would|might|should)(?:['’]ve| have| of)\b/i;
const SUPPOSED = /\b(?:I|you|we)(?:['’]d| would) (?:probably|need|rather)\b|\bI (?:suppose|guess)\b/;
/** Advice to readers judges nothing. */
const ADVICE =
  /^(?:Please |Just )?(?:Avoid|Do(?:n['’]?t)?|Never (?:again|use|go)|Make|Try|Take|Bring|Go|Use|Call|Ask|Come|Visit|Check|Beware|Expect|Book|Stay|Look|Consider|Pay|Save|I(?:['’]d| would) (?:recommend|suggest|advise) (?:getting|that|you|going|trying|to)|Be (?:prepared|aware|careful)|Stick|Skip|Run|Start|Order|Bear)\b/;
/** "In the most beautiful setting" is a part of a sentence. */
const PLACED = /^(?:In|On|At|With|For|From|By|Of|To|After|Before|Without|Despite|During)\b/;
/** A sentence of many parts tells a story. */
const STORY = /(?:[,;:–—].*){3}/;
/** From this strength on a word of the other side makes a sentence one of two minds: "Amazing app sometimes doesn't work". */
const CONTRARY = 1.1;
const LISTS = /,[^,.!]*,/;

/** A verbatim sentence of a review. */
export interface Quote {
  readonly text: string;
  readonly reviewId: string;
  /** Day of the review, `YYYY-MM-DD`. */
  readonly date: string;
}

/** The criteria by which a sentence is chosen. */
export interface QuoteJudge {
  /** Splits a review's text into sentences. */
  readonly sentencesOf: (text: string) => readonly string[];
  /** Whether a sentence is about the subject. */
  readonly speaksOf: (sentence: string, evidence: Evidence) => boolean;
  /** Sentiment of a sentence, -1 to 1. */
  readonly scoreOf: (sentence: string) => number;
  /** Whether a sentence joins the subject and an opinion of it, so that a reader sees what is judged. */
  readonly isDirect: (sentence: string, sentiment: "positive" | "negative") => boolean;
  /** Strengths of all words of opinion in a sentence, whatever they judge. */
  readonly opinionsIn: (sentence: string) => readonly number[];
  /** Whether a sentence contains no name of a person other than those of the business. */
  readonly isFreeOfNames: (sentence: string) => boolean;
  /** Sentences that are quoted already. */
  readonly quoted: ReadonlySet<string>;
}

/**
 * Chooses the sentence that best represents the positive or negative reviews: whole, well written, verbatim, at most 180
 * characters, of one of the clearest reviews, expressing that judgement of the subject itself and no other of weight, understandable alone,
 * without unknown names, no list, and not quoted yet. A strong one of a handy length is preferred. Null if there is none:
 * no quotation is better than a poor one.
 *
 * @param evidence Newest first.
 */
export function quoteOf(
  evidence: readonly Evidence[],
  sentiment: "positive" | "negative",
  { sentencesOf, speaksOf, scoreOf, isDirect, opinionsIn, isFreeOfNames, quoted }: QuoteJudge,
): Quote | null {
  let best: Quote | null = null;
  let bestRank = 0;
  const sign = sentiment === "positive" ? 1 : -1;
  for (const item of strongestEvidence(evidence, sentiment, MOST_REVIEWS)) {
    if (!isFrom(item, sentiment)) continue;
    for (const text of sentencesOf(item.review.text ?? "").slice(0, MOST_SENTENCES)) {
      if (!isQuotable(text) || !isEnglish(text) || !speaksOf(text, item)) continue;
      if (quoted.has(text) || !isWellWritten(text) || WITHOUT_CONTEXT.test(text) || ADVICE.test(text)) continue;
      if (POINTS_BACK.test(text) || isCutOff(text, item.review.text ?? "")) continue;
      if (!isFreeOfNames(text)) continue;
      const strength = sign * scoreOf(text);
      if (strength < LEAST_STRENGTH[sentiment]) continue;
      if (turnsAway(text, sentiment, scoreOf) || contradicts(text, sentiment, item)) continue;
      if (sentiment === "positive" && UNREAL.test(text) || SUPPOSED.test(text)) continue;
      if (!isDirect(text, sentiment) || opinionsIn(text).some((strength) => -sign * strength >= CONTRARY)) continue;
      const isStated = hasStatement(text);
      if (!isStated && (LISTS.test(text) || PLACED.test(text))) continue;
      const rank = strength + (isStated ? TELLS : 0) + (isHandy(text) ? HANDY : 0) +
        (SUBJECT.test(text) ? SUBJECT_FIRST : 0) -
        DISTRACTS * Math.max(0, aspectsIn(text, item) - 1);
      if (rank <= bestRank) continue;
      best = { text, reviewId: item.review.id, date: item.review.date };
      bestRank = rank;
    }
  }
  return best;
}

/** Whether a sentence is whole, plain and well written, states something and can be understood alone. */
export function standsAlone(sentence: string): boolean {
  return isQuotable(sentence) && isEnglish(sentence) && isWellWritten(sentence) && hasStatement(sentence) &&
    ![WITHOUT_CONTEXT, POINTS_BACK, ADVICE, PLACED, STORY].some((unfit) => unfit.test(sentence));
}

/**
 * A sentence of a satisfied reviewer is no complaint and one of an unsatisfied reviewer no praise, whatever its own
 * score.
 */
function isFrom({ review: { rating }, analysis }: Evidence, sentiment: "positive" | "negative"): boolean {
  return analysis.sentiment === sentiment || (sentiment === "positive" ? rating > 3 : rating < 4);
}

/** Whether a clause after "but" or the like is not of this sentiment. */
function turnsAway(sentence: string, sentiment: "positive" | "negative", scoreOf: (text: string) => number): boolean {
  const sign = sentiment === "positive" ? 1 : -1;
  return splitClauses(sentence).some(({ isTurn, text }) => isTurn && sign * scoreOf(text) < SILENCE);
}

/** Whether its text goes on with a small letter: "I cannot send to the app. through this app." has a full stop too many. */
function isCutOff(sentence: string, text: string): boolean {
  return /^\s*\p{Ll}/u.test(text.slice(text.indexOf(sentence) + sentence.length));
}

function isHandy({ length }: string): boolean {
  return length >= 35 && length <= 130;
}

/** Whether the sentence contains one of the clauses at the spans of a text. */
export function quotesClause(sentence: string, text: string | null, spans: readonly number[]): boolean {
  return clausesAt(text, spans.slice(0, 2 * MOST_CLAUSES)).some((clause) => clause !== "" && sentence.includes(clause));
}

/** How many aspects of its review a sentence speaks of: one that speaks of many says little of each. */
function aspectsIn(sentence: string, { review, analysis }: Evidence): number {
  return analysis.aspects.filter(({ spans }) => quotesClause(sentence, review.text, spans)).length;
}

/** Whether the sentence also mentions an aspect of which the review has another opinion. */
function contradicts(sentence: string, sentiment: Evidence["sentiment"], { review, analysis }: Evidence): boolean {
  return analysis.aspects.some((mention) =>
    mention.sentiment !== sentiment && quotesClause(sentence, review.text, mention.spans)
  );
}
