/**
 * What a clause says of a thing whatever its words of opinion: a burden that is named or spared, what is praise or a
 * complaint in itself. Found by the operator's own taxonomy alone.
 */
export interface OwnOpinion {
  /** Index of the first word that says it. */
  readonly at: number;
  /** Number of words. */
  readonly length: number;
  /** -4 to 4, as in the lexicon; 0 if the words leave it open. */
  readonly strength: number;
  /** Decides alone of what it covers. */
  readonly isCertain: true;
  /** Praise beside a burden may be of it; a verdict stands whatever is beside it. */
  readonly kind: "burden" | "verdict";
}
