import { wordList } from "../text/word_list.ts";
import { textAt, type Word, wordsOf } from "../text/words_of.ts";

/** Accusations of a crime: true or not, a page that repeats them makes them its own. */
const CRIMES = wordList(
  "scam scams scammed scammer scammers fraud frauds fraudulent fraudster fraudsters theft thief thieves stole stolen steal steals " +
    "stealing robbed robbery robbers assault assaulted assaulting abuse abused crook crooks crooked criminal criminals illegal " +
    "illegally bribe bribed blackmail embezzled forged liar liars lied extortion racist harassed harassment drunk",
);
/** Words for age, origin, sex or looks; before a word for a person they judge who somebody is. */
const TRAITS = wordList(
  "old elderly young younger older fat thin skinny ugly pretty handsome beautiful attractive gorgeous hot foreign black white asian " +
    "indian polish african chinese mexican eastern immigrant blonde bald tattooed female male overweight",
);
const PEOPLE = wordList(
  "man men woman women lady ladies girl girls boy boys guy guys lad lads bloke blokes chap person people gentleman gentlemen staff " +
    "waiter waitress receptionist nurse doctor driver drivers worker workers employee employees kid kids one ones couple",
);
/** What was won by a dispute praises nobody. */
const QUARRELS = wordList(
  "court courts lawsuit sue sued suing lawyer lawyers solicitor solicitors attorney ombudsman tribunal chargeback dispute disputed " +
    "bailiff bailiffs police",
);
/** What holds under a condition says nothing of what was. */
const CONDITIONS = wordList("if unless provided assuming");

/**
 * Whether a sentence must not be repeated as a quotation: it accuses of a crime, judges people by age, origin, sex or
 * looks, tells of a quarrel at law, or holds under a condition alone.
 */
export function isUnprintable(sentence: string): boolean {
  const words = wordsOf(sentence);
  return words.some(({ text }, at) =>
    CRIMES.has(text) || QUARRELS.has(text) || CONDITIONS.has(text) || TRAITS.has(text) && isOfPerson(words, at)
  );
}

/** "The old lady", "pretty young girl"; not "an old boiler", "a young company". */
function isOfPerson(words: readonly Word[], at: number): boolean {
  return PEOPLE.has(textAt(words, at + 1)) || TRAITS.has(textAt(words, at + 1)) && PEOPLE.has(textAt(words, at + 2));
}
