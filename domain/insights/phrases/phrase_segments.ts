const LONGEST_CLAUSE = 400;
const TOKEN = /\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*|\s+|[^\p{L}\s]/gu;
// Words that begin another statement, and pronouns, which would be a subject without a meaning of its own.
const BORDERS = new Set(
  ("and or but so because since if when while that which who whom whose where as than then though although however " +
    "i we he she they it you i'm i've i'd i'll we've we'd we're we'll he's he'd she's she'd they're they've they'd " +
    "it's it'd you're there there's this these those also plus").split(" "),
);

/**
 * Splits a clause into runs of words that are joined by single spaces, so that every part of a run is verbatim; never
 * across punctuation, numbers or words that begin another statement.
 *
 * @param clause Only its first 400 characters are read.
 */
export function phraseSegments(clause: string): readonly (readonly string[])[] {
  const segments: string[][] = [];
  let segment: string[] = [];
  let joined = true;
  const end = () => {
    if (segment.length > 0) segments.push(segment);
    segment = [];
  };
  // Text in square brackets is not the reviewer's: "[name removed]".
  const text = clause.slice(0, LONGEST_CLAUSE).replace(/\[[^\]]*\]/g, "\n");
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === " ") {
      joined = true;
      continue;
    }
    // The last word of a clause that was cut may be incomplete.
    const isCut = index + token.length === text.length && clause.length > LONGEST_CLAUSE;
    const belongs = /^\p{L}/u.test(token) && !isCut && !BORDERS.has(token.toLowerCase().replaceAll("’", "'"));
    if (!belongs || !joined) end();
    if (belongs) segment.push(token);
    joined = false;
  }
  end();
  return segments.map(trimmed).filter(({ length }) => length > 1);
}

/** Without the article or possessive that opens it. */
function trimmed(segment: readonly string[]): readonly string[] {
  return /^(?:the|a|an|my|our|his|her|their)$/i.test(segment[0] ?? "") ? segment.slice(1) : segment;
}
