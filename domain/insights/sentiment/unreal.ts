import type { Word } from "../text/words_of.ts";

/** `MODALS` followed by one of `UNREAL` make what follows unreal: "would have been nice". */
const MODALS = new Set(["would", "could", "should"]);
const UNREAL = new Set(["have", "be", "of", "been", "'ve"]);
const WISHES = new Set(["wish", "wished", "hoped", "hoping", "expected", "expecting"]);
/** "I bought these hoping that I could make my headset fit better." */
const FAR_WISHES = new Set(["wish", "hoping"]);
const [NEAR, FAR] = [4, 9];

/** Whether the word is in an unreal statement: "would have been nice", "I wish they were friendly". */
export function isUnfulfilled(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - FAR); index--) {
    if (words[index + 1]?.isAfterBreak) return false;
    const word = words[index]?.text ?? "";
    if (WISHES.has(word) && (index >= at - NEAR || FAR_WISHES.has(word))) return true;
    if (index < at - NEAR) continue;
    if (MODALS.has(word)) return UNREAL.has(words[index + 1]?.text ?? "");
  }
  return false;
}

/** Whether the word stands behind an "if" or "unless" of its part. */
export function isConditional(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - 6); index--) {
    if (words[index + 1]?.isAfterBreak) return false;
    if (words[index]?.text === "if" || words[index]?.text === "unless") return true;
  }
  return false;
}

/** "If they had come on time": they did not. */
export function isContraryToFact(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(1, at - 6); index--) {
    if (words[index + 1]?.isAfterBreak) return false;
    if (words[index]?.text === "had" && (words[index - 1]?.text === "if" || words[index - 2]?.text === "if")) {
      return true;
    }
  }
  return false;
}
