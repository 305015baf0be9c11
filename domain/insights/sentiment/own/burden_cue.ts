/** What is said of a burden: that it is there, got worse, is slight, is left open, was never there, or came to an end. */
export type BurdenSaid = "named" | "worse" | "faint" | "open" | "spared" | "ended";

/** What the words before or after a burden say of it, and which words say so: from the first up to the one after the last. */
export interface BurdenCue {
  readonly said: BurdenSaid;
  readonly from: number;
  readonly to: number;
}
