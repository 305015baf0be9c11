/** A word or phrase of a clause that carries an opinion. */
export interface PolarWord {
  /** Index of its first word in the clause. */
  readonly at: number;
  /** Number of words. */
  readonly length: number;
  /** Strength in its context: negated, intensified and so on. */
  readonly strength: number;
  /** Whether it alone decides of what it covers (see `OwnOpinion`). */
  readonly isCertain?: boolean;
}
