import { type ScoredClause, type ScoredSentence, SILENCE } from "../sentiment/score_sentence.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { TAXONOMY_NAMES } from "../taxonomy/taxonomy_choice.ts";
import type { ClauseSubjects } from "./subject_matcher.ts";
import { isBareFact } from "../sentiment/implied_opinion.ts";
import { isLeftOut } from "./absence.ts";
import { aspectScore, certainWords } from "./aspect_score.ts";
import { isUndone } from "./undone.ts";
import { wordList } from "../text/word_list.ts";
import { wordCheck } from "../text/word_memo.ts";
import { textAt, type Word } from "../text/words_of.ts";
import { isOnlyAddressed, mayAddress } from "./only_addressed.ts";
import { isOnlyServed } from "./served_thing.ts";
import { sharedClause } from "./shared_clause.ts";
import { sideScore } from "./side_score.ts";

/** What a clause says of an aspect. */
export interface AspectSaid {
  /** -1 to 1. */
  readonly score: number;
  /** The part of the clause that tells of it, where other parts tell of other aspects. */
  readonly part: ScoredClause | null;
  /** Whether it is only told how it was brought (see `isOnlyServed`), which says nothing of the thing itself. */
  readonly isServed: boolean;
}

const NONE: readonly ReadonlyMap<number, AspectSaid>[] = [];
/** Of the clauses without an aspect, which are most. */
const NOTHING_SAID = new Map<number, AspectSaid>();
/** Share of the sentence's score for an aspect without opinions of its own when another aspect has some. */
const TAKEN = 0.2;
/** Share of what is said of other aspects beside it, for one of which nothing is said. */
const BESIDE = 0.3;

/** The aspects of a clause, each with the indexes of its words, ascending. */
export type AspectPlaces = ReadonlyMap<number, readonly number[]>;

/** Who is meant where a thing only tells which of them: "the man in the car park", "the ride attendant". */
const PERSONS = wordList(
  "guy man lady woman girl boy gentleman person chap bloke attendant operator assistant coordinator organiser organizer worker employee staff team manager driver " +
    "waiter waitress server bartender receptionist host hostess clerk cashier people",
);
const isPerson = wordCheck(({ text }) => PERSONS.has(text));
const isPlacing = wordCheck(({ text }) =>
  PERSONS.has(text) || BESIDE_IT.has(text) || text === "than" || RECOMMENDS.test(text) || NAMES_NONE.has(text) ||
  SAYS.has(text)
);
const WHERE = wordList("in on at behind from by manning running working");
/** "Stolen outside the splash ride." */
const BESIDE_IT = wordList("outside near beside opposite");
const SAYS = wordList("said says told tells reckons");
const NAMES_NONE = wordList("no without zero");
const RECOMMENDS = /^recommend(?:ed|s)$/;
const WHOM = /^(?:them|these|this|us)$/;
const ARTICLES = wordList("the a an our your their");
/** In words, with the article: "the log flume ride". */
const LONGEST_NAME = 3;
/** "The man at the desk was rude." */
const NO_NAME = wordList(
  "is was were are had has have and but or who that which so very really to be been got looked seemed",
);

const LEADS_IN = wordList("and but though although when then so yet");
const TAKES_UP = wordList("it it's they they're which that both was were is are tasted worth");

/** In a taxonomy of the operator's own: a faint word such as "asked" is of something else, as often as not. */
const CLEAR_JUDGEMENT = 0.22;

/** From which score on a word of a taxonomy is judged that counts only where it is. */
export function leastJudgement({ id }: Pick<Taxonomy, "id">): number {
  return TAXONOMY_NAMES.includes(id) ? SILENCE : CLEAR_JUDGEMENT;
}

/**
 * The places of a clause's aspects together with those of words that count only where they are judged, if they are;
 * without those that only tell who is meant.
 *
 * @param least How strong a score is a judgement (see `leastJudgement`).
 */
export function placesIn(
  clause: ScoredClause,
  { aspects, judged }: ClauseSubjects,
  least: number = SILENCE,
): AspectPlaces {
  const placed = withoutWhereabouts(clause.words, aspects);
  // In a built-in taxonomy the trained part decides whether it is meant.
  const named = least === CLEAR_JUDGEMENT ? withoutAddressed(clause, placed) : placed;
  if (judged.aspects.size === 0) return named;
  const all = new Map(named);
  for (const [aspect, places] of judged.aspects) {
    const told = places.filter((at) => Math.abs(aspectScore(clause, [at])) >= least);
    if (told.length > 0) all.set(aspect, [...all.get(aspect) ?? [], ...told].sort((a, b) => a - b));
  }
  return all;
}

function withoutAddressed(clause: ScoredClause, aspects: AspectPlaces): AspectPlaces {
  if (aspects.size === 0 || !mayAddress(clause)) return aspects;
  let left: Map<number, readonly number[]> | null = null;
  for (const [aspect, places] of aspects) {
    const own = places.filter((at) => certainWords(clause, [at]).length > 0 || !isOnlyAddressed(clause, at));
    if (own.length === places.length) continue;
    left ??= new Map(aspects);
    if (own.length === 0) left.delete(aspect);
    else left.set(aspect, own);
  }
  return left ?? aspects;
}

function withoutWhereabouts(words: readonly Word[], aspects: AspectPlaces): AspectPlaces {
  if (aspects.size === 0 || !words.some(isPlacing) && !isLocated(words, aspects)) return aspects;
  let left: Map<number, readonly number[]> | null = null;
  for (const [aspect, places] of aspects) {
    const own = places.filter((at) =>
      !isWhereabouts(words, at) && !isKindOfPerson(words, at, aspect, aspects) &&
      !(aspects.size > 1 && (isScene(words, at, aspects) || isMeasure(words, at))) && !isRecommender(words, at) &&
      !isLeftOut(words, at)
    );
    if (own.length === places.length) continue;
    left ??= new Map(aspects);
    if (own.length === 0) left.delete(aspect);
    else left.set(aspect, own);
  }
  return left ?? aspects;
}

/** Words by which a clause tells first where something happened. */
const AT = wordList("at on in by");

/** Whether a clause with several aspects begins with a place. */
function isLocated(words: readonly Word[], aspects: AspectPlaces): boolean {
  return aspects.size > 1 && AT.has(textAt(words, 0)) && ARTICLES.has(textAt(words, 1));
}

/** "At the first ride the attendant was rude": what stands first is where it happened, if another aspect follows it. */
function isScene(words: readonly Word[], at: number, aspects: AspectPlaces): boolean {
  if (at < 2 || at > 1 + LONGEST_NAME || !AT.has(textAt(words, 0)) || !ARTICLES.has(textAt(words, 1))) return false;
  if (words[at + 1]?.isAfterBreak !== true && !ARTICLES.has(textAt(words, at + 1))) return false;
  for (const places of aspects.values()) if (places.some((place) => place > at + 1)) return true;
  return false;
}

/** "My vet recommended them", "recommended by our vet": who recommends is not praised. */
function isRecommender(words: readonly Word[], at: number): boolean {
  const [next, after] = [textAt(words, at + 1), textAt(words, at + 2)];
  if (RECOMMENDS.test(next) && words[at + 1]?.isAfterBreak !== true) return WHOM.test(after);
  // "Our vet said they are one of the better ones."
  if (SAYS.has(next)) {
    const whom = /^(?:me|us|that)$/.test(after) ? at + 3 : at + 2;
    return /^(?:our|my)$/.test(textAt(words, at - 1)) && /^(?:they|these|this)$/.test(textAt(words, whom));
  }
  const isOwned = ARTICLES.has(textAt(words, at - 1)) || textAt(words, at - 1) === "my";
  const by = isOwned ? at - 2 : at - 1;
  return textAt(words, by) === "by" && textAt(words, by - 1) === "recommended";
}

/** What may stand between "than" and the thing that another one is measured by. */
const AFTER_THAN = wordList("for the in at on with our my your their a an");

/** "The queue for food was longer than for the rides." */
function isMeasure(words: readonly Word[], at: number): boolean {
  let before = at - 1;
  while (before > at - LONGEST_NAME && AFTER_THAN.has(textAt(words, before))) before--;
  return textAt(words, before) === "than" && words[at]?.isAfterBreak !== true;
}

/** "The man in the car park", "the guy on the log flume ride", "stolen outside the ride". */
function isWhereabouts(words: readonly Word[], at: number): boolean {
  let article = at - 1;
  while (article > at - LONGEST_NAME && !ARTICLES.has(textAt(words, article))) {
    if (NO_NAME.has(textAt(words, article))) return false;
    article--;
  }
  if (!ARTICLES.has(textAt(words, article))) return false;
  const isBeside = BESIDE_IT.has(textAt(words, article - 1)) && article > 1;
  return (isBeside || WHERE.has(textAt(words, article - 1)) && PERSONS.has(textAt(words, article - 2))) &&
    !words.slice(article - 1, at + 1).some(({ isAfterBreak }) => isAfterBreak);
}

/** "The ride attendant", where attendants are an aspect of their own. */
function isKindOfPerson(words: readonly Word[], at: number, aspect: number, aspects: AspectPlaces): boolean {
  const next = words[at + 1];
  if (next === undefined || next.isAfterBreak || !isPerson(next) || aspects.get(aspect)!.includes(at + 1)) return false;
  for (const places of aspects.values()) if (places.includes(at + 1)) return true;
  return false;
}

/**
 * What a sentence says of its aspects, clause by clause, by the opinion words near their words; where a clause has
 * several aspects, by those that are said of each. An
 * aspect without any gets the sentence's score; a fifth of it if another aspect has opinions near. One that is only said
 * of somebody else than the business is left out.
 *
 * @param placesAt For each clause its aspects with the indexes of their words, ascending; of one without, the whole clause
 * speaks.
 */
export function sentenceAspects(
  sentence: ScoredSentence,
  placesAt: readonly AspectPlaces[],
): readonly ReadonlyMap<number, AspectSaid>[] {
  if (placesAt.every(({ size }) => size === 0)) return NONE;
  const taken = new Set<number>();
  const saidAt: Map<number, AspectSaid>[] = [];
  for (let index = 0; index < sentence.clauses.length; index++) {
    const clause = sentence.clauses[index]!;
    const found = placesAt[index];
    if (found === undefined || found.size === 0) {
      saidAt.push(NOTHING_SAID);
      continue;
    }
    const said = new Map<number, AspectSaid>();
    saidAt.push(said);
    const shared = isShared(clause, found) ? sharedClause(clause, allPlaces(found)) : null;
    for (const [aspect, places] of found) {
      const part = shared === null || places.length === 0 ? null : shared.partOf(places);
      const score = places.length === 0
        ? clause.score
        : isUndone(clause.words, places)
        ? 0
        : scoreIn(clause, places, part);
      if (isOfOthers(clause, places) && (Math.abs(score) < SILENCE || !isTurnedAround(clause))) continue;
      const isServed = isOnlyServed(clause, places, (part ?? clause).polarWords) && !isTakenUp(index + 1);
      said.set(aspect, isServed ? { score: 0, part, isServed } : { score, part, isServed });
      if (!isServed && Math.abs(score) >= SILENCE) taken.add(aspect);
    }
  }
  for (let index = 0; index < saidAt.length; index++) {
    const said = saidAt[index] ?? NOTHING_SAID;
    if (said.size === 0) continue;
    for (const [aspect, { score, part, isServed }] of said) {
      if (isServed || Math.abs(score) >= SILENCE) continue;
      if (isFactAt(index) || isLeftOpenAt(index, aspect) || isUndoneAt(index, aspect)) continue;
      const isTaken = taken.size > (taken.has(aspect) ? 1 : 0);
      const ofSide = sideScore(sentence, index);
      said.set(aspect, { score: isTaken ? TAKEN * ofSide : ofSide, part, isServed });
    }
  }
  return saidAt;

  /** "We waited ages for the food and it was cold": whether a clause judges what the one before only names. */
  function isTakenUp(index: number): boolean {
    const clause = sentence.clauses[index];
    if (clause === undefined || Math.abs(clause.score) < SILENCE || (placesAt[index]?.size ?? 0) > 0) return false;
    let first = 0;
    while (LEADS_IN.has(textAt(clause.words, first))) first++;
    return TAKES_UP.has(textAt(clause.words, first));
  }

  /** "I hope it stops the cramps." */
  function isLeftOpenAt(index: number, aspect: number): boolean {
    const clause = sentence.clauses[index];
    return clause !== undefined && certainWords(clause, placesAt[index]?.get(aspect) ?? []).length > 0;
  }

  function isUndoneAt(index: number, aspect: number): boolean {
    return isUndone(sentence.clauses[index]?.words ?? [], placesAt[index]?.get(aspect) ?? []);
  }

  function isFactAt(index: number): boolean {
    const clause = sentence.clauses[index];
    return clause !== undefined && clause.polarWords.length === 0 && isBareFact(clause);
  }
}

/** Whether the opinions of a clause are to be divided; what the operator's own words say is divided already. */
function isShared({ polarWords }: ScoredClause, found: AspectPlaces): boolean {
  return found.size > 1 && polarWords.length > 0 && polarWords.every(({ isCertain }) => isCertain !== true);
}

function allPlaces(found: AspectPlaces): readonly number[] {
  const all = new Set<number>();
  for (const places of found.values()) for (const place of places) all.add(place);
  return [...all].sort((a, b) => a - b);
}

function scoreIn(clause: ScoredClause, places: readonly number[], part: ScoredClause | null): number {
  const own = aspectScore(clause, places, part?.polarWords);
  // "Nice hall, parking is less": what is missing is said of the thing itself.
  return part === null || part.polarWords.length > 0 || own !== 0 ? own : BESIDE * aspectScore(clause, places);
}

/** Whether what is told of somebody else is an opinion of the business all the same: "my last plumber was friendlier". */
function isTurnedAround({ others, polarWords }: ScoredClause): boolean {
  return others !== null && polarWords.some(({ at }) => at >= others[0] && at < others[1]);
}

/** Whether all words of the aspect tell of somebody else than the business. */
function isOfOthers({ others, words }: ScoredClause, places: readonly number[]): boolean {
  if (others === null) return false;
  if (places.length === 0) return others[0] === 0 && others[1] === words.length;
  return places.every((at) => at >= others[0] && at < others[1]);
}
