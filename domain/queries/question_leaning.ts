const PRAISE = new Set(
  ("amazing best better excellent favorite favourite good great happy liked love loved outstanding positive " +
    "praise praised recommend recommendation recommended satisfied strength strengths top").split(" "),
);
const CRITICISM = new Set(
  ("avoid bad complain complained complains complaint complaints complaining critical criticise criticised criticism " +
    "criticisms criticize criticized disappointed disappointing disappointment dislike disliked dissatisfied " +
    "downside downsides failures hate issues negative poor poorly problems terrible troubles unhappy unsatisfied warning warnings weakness weaknesses " +
    "worse worst wrong").split(" "),
);
// The customer's own, unless nothing else is asked for: "right for my problem".
const TROUBLE = new Set("failure issue problem trouble".split(" "));
const NEGATIONS = new Set("never no none not without".split(" "));

/** What a question asks for. */
export interface QuestionLeaning {
  /** The good, the bad, or neither or both of them. */
  readonly leaning: "praise" | "criticism" | null;
  /** Whether it asks for nothing else. */
  readonly isAll: boolean;
}

/**
 * Tells whether the words of a question ask for what is good or for what is bad.
 *
 * @param words Folded, in their order, without words that have no meaning of their own.
 */
export function questionLeaning(words: readonly string[]): QuestionLeaning {
  const rest = words.filter((word) => !PRAISE.has(word) && !CRITICISM.has(word) && !NEGATIONS.has(word));
  const isTrouble = rest.length > 0 && rest.every((word) => TROUBLE.has(word));
  let [good, bad] = [false, isTrouble];
  words.forEach((word, at) => {
    const isNegated = NEGATIONS.has(words[at - 1] ?? "");
    if (PRAISE.has(word)) [good, bad] = isNegated ? [good, true] : [true, bad];
    if (CRITICISM.has(word)) [good, bad] = isNegated ? [true, bad] : [good, true];
  });
  return { leaning: good === bad ? null : good ? "praise" : "criticism", isAll: rest.length === 0 || isTrouble };
}
