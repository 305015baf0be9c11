const FREQUENT =
  ("the and to was a our he in we it they for on with of very had is so that at were this my but all not from as be " +
    "out up have me after them would who by when again same day next his their great work house time new done said")
    .split(" ");
const STARTS = ["b", "br", "c", "ch", "d", "f", "g", "h", "j", "k", "l", "m", "n", "p", "qu", "r", "s", "st", "t", "v"];
const VOWELS = ["a", "e", "i", "o", "u", "ea", "ou"];
const ENDS = ["", "n", "r", "l", "st"];

/**
 * Generates distinct, pronounceable words, the most frequent ones first.
 *
 * @param size Number of words; at most 200,000.
 */
export function wordList(size: number, random: () => number): readonly string[] {
  const words = new Set(FREQUENT);
  while (words.size < size) words.add(syllable(random) + syllable(random) + syllable(random));
  return [...words];
}

function syllable(random: () => number): string {
  return pick(STARTS, random) + pick(VOWELS, random) + pick(ENDS, random);
}

function pick(choices: readonly string[], random: () => number): string {
  return choices[Math.floor(random() * choices.length)] ?? "";
}
