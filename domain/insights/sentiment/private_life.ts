import { RELATIVES, SPOUSES } from "./people_words.ts";
import { wordList } from "../text/word_list.ts";
import { wordCheck } from "../text/word_memo.ts";
import { textAt, type Word } from "../text/words_of.ts";
import { isNumber } from "./events/time_strength.ts";

/** People in a customer's life, whatever stands before them: "an abusive partner", "rude neighbours". */
const PEOPLE = wordList(
  `${SPOUSES} boyfriend girlfriend ex spouse fiance stepfather stepmother stepdad stepmum neighbour neighbours ` +
    "neighbor neighbors teenagers roommate roommates flatmate flatmates housemate relationship relationships " +
    "marriage upbringing childhood",
);
/**
 * These only with whose they are: "my grumpy dad", "our old dog". Other "rude passengers" are those of the business, which
 * has a say in how they behave.
 */
const FAMILY = wordList(
  `${RELATIVES} customers visitors passengers mam parents gran grandad cousin friend friends toddler teenager ` +
    "dog dogs cat cats puppy kitten pup rabbit pony",
);
/** Things of which only the worse is told: "my filthy carpets". */
const BELONGINGS = wordList(
  "house home kitchen carpet carpets rug sofa couch garden yard lawn gutters driveway garage basement attic furnace boiler job life " +
    "shoes feet teeth hair hands knee hip leg shoulder",
);
/** Behind a thing these make another one of it: "my dreadful home insurance". */
const COMPOUNDS = wordList(
  "insurance warranty cover care cleaner cleaners cleaning improvement delivery visit visits food company policy service repair " +
    "repairs treatment appointment surgery cut colour color dresser",
);
const PETS = wordList("dog dogs cat cats puppy kitten pup rabbit pony horse");
/** What befalls a pet; not "sick from the food". */
const MISFORTUNES = wordList("ill sick poorly unwell hit injured hurt limping lame bitten attacked diagnosed");
const BEFALLS = wordList("got gets has had fell became was is been being went");
const CAUSES = wordList("from after since of because due on");
const OWNERS = wordList("my our his her their your");
const CHARACTER =
  "abusive rude noisy nosy violent aggressive controlling toxic difficult drunk drunken lazy cheating nasty cruel stubborn naughty " +
  "racist manipulative grumpy impatient";
/** What people are by themselves, not by a business: not "bored", "upset". */
const TRAITS = wordList(CHARACTER);
const WORSE = wordList(
  `${CHARACTER} horrible awful terrible bad dirty filthy messy smelly stinky freezing cold grimy stained clogged leaking leaky ` +
    "damp mouldy moldy neglected gross disgusting crappy ugly broken annoying angry loud unreliable ill sick poor sore painful",
);
const BEING = wordList("is was are were became got being been be");
const TONES = wordList("very so really quite extremely always often too a bit rather");
const DONE_BY = wordList(
  "abused bullied hit assaulted attacked threatened beaten controlled mistreated neglected raped",
);
/** None of these describes what stands behind it: "I'm glad my team told mum". */
const PARTS = wordList(
  "of on for with in at to about as from than when while that who which and or but is was were are be being had has have got get told " +
    "asked gave made making helping giving say says said put let left saw met bring brought the a i we he she they it him",
);
/** "It's", "he's": nobody's own. */
const CONTRACTED = /^(?:it|he|she|that|there|here|what|who|let)['’]s$/;
/** What customers do by themselves: "we were late", "I lost my phone". */
const OWN_DOINGS = wordList("late lost forgot dropped misplaced");
const ARRIVALS = wordList(
  "arrived turned came got ran running up there a bit slightly little very so minutes mins hour hours half an",
);
const ITEMS = wordList("phone wallet purse keys glasses ring bag hat hearing passport ticket tickets coat jacket");
/** How many words may stand between whose somebody is and who: "my lovely but grumpy old husband". */
const MOST_ADJECTIVES = 4;

const isPrivate = wordCheck(({ text }) =>
  PEOPLE.has(text) || FAMILY.has(text) || BELONGINGS.has(text) || OWN_DOINGS.has(text)
);

/**
 * The words of a clause that describe somebody in the customer's life or what the customer has, as the business found
 * it, or tell what the customer did: "an abusive partner", "my filthy carpets", "my husband was rude", "we were late". Null
 * if none do.
 */
export function privateLife(words: readonly Word[]): readonly [from: number, to: number] | null {
  for (let at = 0; at < words.length; at++) {
    if (!isPrivate(words[at]!)) continue;
    if (OWN_DOINGS.has(textAt(words, at))) {
      const doer = doerOf(words, at);
      if (doer !== -1) return [doer, at + 1];
      continue;
    }
    const from = describedFrom(words, at);
    if (from !== -1) return [from, at + 1];
    const to = describedTo(words, at);
    if (to !== -1) return [at, to];
  }
  return null;
}

/** Index of the first word that describes what stands at a place, before it; -1 if none does. */
function describedFrom(words: readonly Word[], at: number): number {
  const noun = textAt(words, at);
  if (COMPOUNDS.has(textAt(words, at + 1))) return -1;
  let [from, isWorse] = [at, false];
  while (from > 0 && at - from <= MOST_ADJECTIVES && !words[from]!.isAfterBreak) {
    const before = textAt(words, from - 1);
    if (OWNERS.has(before) || /['’]s$/.test(before) && !CONTRACTED.test(before)) {
      if (from === at) return doneFrom(words, from - 1);
      return isWorse || !BELONGINGS.has(noun) ? from : -1;
    }
    if (before === "by") return from === at ? doneFrom(words, from) : -1;
    if (PARTS.has(before)) break;
    if (WORSE.has(before)) isWorse = true;
    from--;
  }
  return PEOPLE.has(noun) && at > 0 && TRAITS.has(textAt(words, at - 1)) && !words[at]!.isAfterBreak ? at - 1 : -1;
}

/** "Abused by her husband": the index of what was done, with that of the owner or the person behind "by". */
function doneFrom(words: readonly Word[], at: number): number {
  return textAt(words, at - 1) === "by" && DONE_BY.has(textAt(words, at - 2)) ? at - 2 : -1;
}

/** The index after what somebody is said to be like: "my husband was very rude"; -1 if it is not told. */
function describedTo(words: readonly Word[], at: number): number {
  if (BELONGINGS.has(textAt(words, at)) || !OWNERS.has(textAt(words, at - 1))) return -1;
  let index = at + 1;
  while (BEING.has(textAt(words, index)) || TONES.has(textAt(words, index)) || textAt(words, index) === "who") index++;
  if (index > at + 1 && TRAITS.has(textAt(words, index))) return index + 1;
  return PETS.has(textAt(words, at)) ? befallenTo(words, at) : -1;
}

/** The index after what has befallen a pet: "my cat was hit by a car"; -1 if nothing is told. */
function befallenTo(words: readonly Word[], at: number): number {
  let index = at + 1;
  while (BEFALLS.has(textAt(words, index)) || TONES.has(textAt(words, index))) index++;
  const isBefallen = index > at + 1 && MISFORTUNES.has(textAt(words, index)) && !CAUSES.has(textAt(words, index + 1));
  return isBefallen ? index + 1 : -1;
}

/** Index of the customer who is late or has lost something; -1 if it is not said of one. */
function doerOf(words: readonly Word[], at: number): number {
  if (textAt(words, at) !== "late") {
    if (/^(?:i|we|i've|we've|i'd|we'd)$/.test(textAt(words, at - 1))) return at - 1;
    return at === 0 && OWNERS.has(textAt(words, 1)) && ITEMS.has(textAt(words, 2)) ? 0 : -1;
  }
  let subject = at - 1;
  while (subject >= 0 && (ARRIVALS.has(textAt(words, subject)) || isNumber(textAt(words, subject)))) subject--;
  if (BEING.has(textAt(words, subject))) subject--;
  const who = textAt(words, subject);
  if (subject === at - 1) return -1;
  if (/^(?:i|we|i'm|we're)$/.test(who)) return subject;
  return /^(?:my|our)$/.test(textAt(words, subject - 1)) &&
      (FAMILY.has(who) || PEOPLE.has(who) || who === "guests" || who === "family")
    ? subject - 1
    : -1;
}
