/** A word or phrase of a clause that carries an opinion. */
export interface PolarWord {
  /** Index of its first word in the clause. */
  readonly at: number;
  readonly length: number;
  /** Strength in its context: negated, intensified and so on; from about -4 to 4. */
  readonly strength: number;
  /** True if it alone decides the score of its words: a wish, or a word declared by the operator. */
  readonly isCertain?: boolean;
}
