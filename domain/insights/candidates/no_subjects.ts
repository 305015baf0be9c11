import { wordList } from "../text/word_list.ts";

/** Words for a business or a product itself: nothing of it is judged by them. */
const ITSELF = wordList(
  "hotel hotels restaurant restaurants shop shops store stores firm firms clinic clinics hospital hospitals park parks " +
    "museum museums gym gyms school schools bank banks office offices practice practices surgery salon salons garage " +
    "garages site sites venue venues device devices app apps application applications pill pills tablet tablets unit units model models " +
    "purchase brand brands customer customers guest guests patient patients visitor visitors diner diners visit visits trip trips stay stays",
);
/** What it does at large, and anywhere: each would catch everything, and a pair with it may not, such as "room service". */
const TOO_WIDE = wordList(
  "service services area areas phone phones call calls system systems change changes option options work works form forms money " +
    "feature features difference result results effect use",
);
/** Times, people around the customer, and words that only seem to be things. */
const NO_THINGS = wordList(
  "past future entire everyday happen break full later compared noticeable adjust beginning mind wear lose relationship " +
    "boyfriend girlfriend mum mom dad baby boy girl individual course run start nights body face control amount level party " +
    "check send double light concern concerns symptom symptoms everything today half choice list total research split switch single set else ranging weekend friends effects offer " +
    "throughout properly either neither fan surprise prone luck high low new old real negative positive normal regular main next previous little long short big small " +
    "right left wrong early late recent late present current several certain common major minor possible available included extra " +
    "though although twice once never close want know rang drove book text block bag road street corner " +
    "situation emergency condition companies market child children age ability reason head eyes combination number xtra say wonder add allowed agitated",
);
/** What any trade is judged by in whole phrases: "the wait", not "the waiting room". */
const IN_PHRASES = wordList("wait waits waited waiting");
/** What customers bring along or are themselves: reviews are about it, and no business is judged by it. */
const OF_CUSTOMERS = wordList(
  "dog dogs cat cats pet pets puppy puppies kitten kittens rabbit rabbits horse horses hamster bird birds " +
    "arm arms leg legs hand hands finger fingers foot feet knee knees shoulder shoulders neck chest ear ears nose mouth lip lips",
);
const ADVERB = /ly$/;
const NO_ADVERBS = wordList("family supply reply assembly jelly belly butterfly anomaly");
/** Whether a word is no subject of a business: what it is itself, a time, somebody of the customer's, no noun at all. */
export function isNoSubject(word: string): boolean {
  return NO_THINGS.has(word) || IN_PHRASES.has(word) || ITSELF.has(word) || ADVERB.test(word) && !NO_ADVERBS.has(word);
}

/** Whether a word names what customers bring along or are themselves: "my dog", "my arm". */
export function isOfCustomers(word: string): boolean {
  return OF_CUSTOMERS.has(word);
}

/** Whether a word would catch everything, and only a pair with it may not. */
export function isTooWide(word: string): boolean {
  return TOO_WIDE.has(word) || ITSELF.has(word);
}
