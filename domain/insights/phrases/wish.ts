import { wordList } from "../text/word_list.ts";

/** Verbs that ask for a change; their forms are no nouns, so that "call handlers" and "changes in price" are none. */
const DEMANDS = wordList(
  "employ hire recruit shorten reduce improve provide introduce ensure simplify answer respond speed bring allow enable",
);
/** What would be better than it was. */
const BETTER = wordList(
  "better quicker faster sooner earlier shorter smoother softer warmer cleaner quieter clearer easier cheaper bigger nicer " +
    "improved",
);
/** "Feel better" and "much better" tell how it was. */
const RATHER = wordList("quicker faster sooner earlier");
const LEAD_INS = wordList("a an much maybe perhaps please just to");
/** "Service could be better" and "better than ever" judge, and so does "it is better". */
const JUDGES = wordList(
  "than is are was were be been being got gets get could should would can need needs never not no now ever much",
);

/**
 * Whether a phrase may be an answer to what should be better: "answered the phone quicker", "smoother ride", "shorten the
 * recordings". Beside a bar it would read as praise, or as nothing. Of reviews that praise it is praise.
 */
export function isWish(phrase: string): boolean {
  const words = phrase.toLowerCase().split(" ");
  const rest = words.slice(words.findIndex((word) => !LEAD_INS.has(word)));
  const first = rest[0] ?? "";
  if (rest.length < 2 || rest.some((word) => JUDGES.has(word))) return false;
  return DEMANDS.has(first) || BETTER.has(first) || RATHER.has(rest.at(-1) ?? "");
}
