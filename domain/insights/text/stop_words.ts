// Without negations, because "no mess" and "mess" have different meanings.
const STOP_WORDS = new Set(
  ("a about above after again against all also am an and any anyone are as at be because been before being below " +
    "between both but by can could did do does doing down during each even every few for from further get gets got " +
    "had has have having he her here hers herself him himself his how i if in into is it its itself just like made " +
    "make me more most much my myself of off on once one only onto or other our ours out over own really same she " +
    "should so some such than that the their theirs them then there these they this those through to too until up " +
    "upon us very was we were what when where which while who whom whose why will with would you your yours " +
    "i'm i've i'd i'll we've we'd we're we'll he's he'd she's she'd they're they've it's that's there's you're " +
    "s t yet still came went put said told").split(" "),
);

/** Returns whether a word, in lower case, may neither begin nor end a phrase. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.replaceAll("’", "'"));
}
