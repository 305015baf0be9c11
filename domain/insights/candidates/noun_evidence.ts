import type { Review } from "../../review.ts";
import type { TextReader } from "../analysis/text_reader.ts";
import { burdenOpinions } from "../sentiment/own/burdens.ts";
import type { ScoredClause } from "../sentiment/score_sentence.ts";
import { sentimentOf } from "../sentiment/review_score.ts";
import { aspectScore } from "../subjects/said/aspect_score.ts";
import { sharedTerms } from "../text/shared_terms.ts";
import { wordList } from "../text/word_list.ts";
import { textAt } from "../text/words_of.ts";

/** How reviews use a noun: the stars of those that do, each review once in a list. */
export interface NounEvidence {
  /** That praise it, and that criticise it, right beside it. */
  readonly praised: readonly number[];
  readonly criticised: readonly number[];
  /** That name it as there, and that say it was not or came to an end, as burdens are read. */
  readonly named: readonly number[];
  readonly spared: readonly number[];
  /** The share of its uses as a verb: "I work", "to send". */
  readonly verbal: number;
  /** The share of its uses behind "this": what reviews point at is what they are of. */
  readonly pointed: number;
  /** The share of its uses behind words such as "prevent": what a thing is for is no burden of it. */
  readonly prevented: number;
  /** The share of its uses in capitals, such as "IUD". */
  readonly shouted: number;
  /** All that use it. */
  readonly all: readonly number[];
}

type Kind = "praised" | "criticised" | "named" | "spared" | "all";
const KINDS: readonly Kind[] = ["praised", "criticised", "named", "spared", "all"];

/** Before a word these make it a verb. */
const BEFORE_VERBS = wordList(
  "to i we you they he she it can could will would should must don't didn't doesn't can't cannot won't wouldn't please not " +
    "i'll we'll they'll you'll i'd we'd never always just did does who that has had have and",
);
const PREVENTS = wordList(
  "prevent prevents prevented preventing prevention avoid avoids avoided avoiding protect protects protected protecting protection " +
    "against",
);
const PREVENTS_WITHIN = 3;
/** "And" and the like stand before nouns as well, so they count where nothing else speaks for a noun. */
const WEAK = wordList("just always has had have and that not");

/** What the reviews say of each noun, by its word. */
export function nounEvidence(
  reviews: readonly Review[],
  nouns: readonly { readonly word: string; readonly forms: readonly string[] }[],
  { sentencesOf, readSentence }: Pick<TextReader, "sentencesOf" | "readSentence">,
): ReadonlyMap<string, NounEvidence> {
  const terms = sharedTerms(nouns.flatMap(({ word, forms }) => forms.map((form) => [`=${form}`, word] as const)));
  const found = new Map(nouns.map(({ word }) => [word, newTally()]));
  for (const { text, rating } of reviews) {
    const seen = new Map<string, Set<Kind>>();
    for (const sentence of sentencesOf(text ?? "")) {
      for (const clause of readSentence(sentence).clauses) readClause(clause, seen);
    }
    for (const [word, kinds] of seen) for (const kind of kinds) found.get(word)?.[kind].push(rating);
  }
  return new Map(
    [...found].map(([word, { uses, verbs, pointed, prevented, shouted, ...lists }]) => {
      const shareOf = (count: number) => count / Math.max(1, uses);
      return [word, {
        ...lists,
        verbal: shareOf(verbs),
        pointed: shareOf(pointed),
        prevented: shareOf(prevented),
        shouted: shareOf(shouted),
      }];
    }),
  );

  function readClause(clause: ScoredClause, seen: Map<string, Set<Kind>>): void {
    const { words } = clause;
    let burdens: ReturnType<typeof burdenOpinions> | null = null;
    for (let at = 0; at < words.length; at++) {
      for (const word of terms.longestAt(words, at)?.value ?? []) {
        const tally = found.get(word);
        if (tally === undefined) continue;
        tally.uses++;
        const before = textAt(words, at - 1);
        if (words[at]?.isAfterBreak !== true && BEFORE_VERBS.has(before) && !WEAK.has(before)) tally.verbs++;
        if (before === "this") tally.pointed++;
        if (words.slice(Math.max(0, at - PREVENTS_WITHIN), at).some(({ text }) => PREVENTS.has(text))) {
          tally.prevented++;
        }
        if (words[at]?.isShouted === true) tally.shouted++;
        const kinds = seen.get(word) ?? new Set();
        seen.set(word, kinds);
        kinds.add("all");
        const sentiment = sentimentOf(aspectScore(clause, [at]));
        if (sentiment !== "neutral") kinds.add(sentiment === "positive" ? "praised" : "criticised");
        burdens ??= burdenOpinions(words, terms);
        const said = burdens.find((one) => at >= one.at && at < one.at + one.length)?.strength ?? 0;
        if (said > 1) kinds.add("spared");
        if (said < -1) kinds.add("named");
      }
    }
  }
}

type Counted = "uses" | "verbs" | "pointed" | "prevented" | "shouted";

function newTally(): Record<Kind, number[]> & Record<Counted, number> {
  const lists = Object.fromEntries(KINDS.map((kind) => [kind, [] as number[]])) as Record<Kind, number[]>;
  return { ...lists, uses: 0, verbs: 0, pointed: 0, prevented: 0, shouted: 0 };
}
