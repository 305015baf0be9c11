import { ANYBODY, ATTENDANTS } from "../sentiment/people_words.ts";
import { wordList } from "../text/word_list.ts";
import { wordCheck } from "../text/word_memo.ts";
import { textAt, type Word } from "../text/words_of.ts";
import { isLeftOut } from "./said/left_out.ts";
import type { AspectPlaces } from "./subject_matcher.ts";

/** Who is meant where a thing only tells which of them: "the man in the car park", "the ride attendant". */
const PERSONS = wordList(
  `${ANYBODY} ${ATTENDANTS} operator coordinator organiser organizer worker employee staff team manager driver ` +
    "waiter server bartender people",
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

/** The aspects of a clause without the words that only tell who is meant, where it was, or what another is measured by. */
export function withoutWhereabouts(words: readonly Word[], aspects: AspectPlaces): AspectPlaces {
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
