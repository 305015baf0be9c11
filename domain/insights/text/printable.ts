import { textAt, type Word, wordList } from "./words_of.ts";

/** Accusations of a crime: a page that repeats them is responsible for them. */
const CRIMES = wordList(
  "scam scams scammed scammer scammers scamming fraud frauds fraudulent fraudster fraudsters theft thief thieves stole stolen " +
    "steal steals stealing robbed robbery robbers assault assaulted assaulting abuse abused abusive crook crooks crooked criminal " +
    "criminals illegal illegally bribe bribed blackmail embezzled forged liar liars lied lies lying extortion racist racism " +
    "harassed harassment drunk drugs prison jail con conned cheat cheats cheated swindled cowboys",
);
/** Words of quarrels; such a sentence contains no praise. */
const QUARRELS = wordList(
  "court courts lawsuit sue sued suing lawyer lawyers solicitor solicitors attorney ombudsman tribunal chargeback dispute disputed " +
    "bailiff bailiffs police accuse accused accusing threatened threats compensation argued argument shouted",
);
/** Words that always judge people by age, origin, sex or looks. */
const TRAITS = wordList(
  "fat ugly obese teenage teenager teenagers elderly pensioner pensioners male males female females foreign foreigner foreigners " +
    "immigrant immigrants accent blonde bald tattooed overweight handsome",
);
/** Words that judge people only before a word for people: "the old lady", not "the old boiler". */
const TRAITS_OF_PEOPLE = wordList(
  "old older young younger pretty beautiful attractive gorgeous hot black white asian brown thin skinny gay",
);
const PEOPLE = wordList(
  "man men woman women lady ladies girl girls boy boys guy guys lad lads bloke blokes chap chaps person people gentleman gentlemen " +
    "staff waiter waiters waitress receptionist nurse doctor driver drivers guard guards worker workers employee employees kid one " +
    "ones couple",
);
const CRUDE = wordList(
  "shit shite shitty crap crappy fuck fucking fucked bloody bastard bastards arse ass arsehole bollocks effing damn piss pissed",
);
/** Words for the writer's health, faith and private life, so that a quotation identifies nobody. */
const PRIVATE = wordList(
  "cancer chemo tumour tumor stroke diabetes diabetic autism autistic wheelchair disabled disability dementia depression suicidal " +
    "miscarriage epilepsy asthma funeral divorce widow widowed birthday pregnant muslim christian jewish",
);
/** Returns whether words contain no accusation of a crime, no judgement of people and nothing private. */
export function isPrintable(words: readonly Word[]): boolean {
  return !words.some(({ text }, at) =>
    CRIMES.has(text) || QUARRELS.has(text) || TRAITS.has(text) || CRUDE.has(text) || PRIVATE.has(text) ||
    TRAITS_OF_PEOPLE.has(text) && [1, 2].some((step) => PEOPLE.has(textAt(words, at + step)))
  );
}
