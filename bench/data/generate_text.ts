/**
 * Generates sentences of words whose frequencies follow Zipf's law: the word of rank r occurs 1/r times as often as the
 * first.
 *
 * @param length Minimum number of characters; exceeded by at most a word.
 * @param words The most frequent first.
 */
export function generateText(length: number, words: readonly string[], random: () => number): string {
  let text = "";
  let left = 0;
  while (text.length < length) {
    const word = zipfWord(words, random);
    if (left-- > 0) {
      text += ` ${word}`;
      continue;
    }
    text += (text === "" ? "" : ". ") + word.charAt(0).toUpperCase() + word.slice(1);
    left = 5 + Math.floor(random() * 9);
  }
  return `${text}.`;
}

function zipfWord(words: readonly string[], random: () => number): string {
  return words[Math.floor((words.length + 1) ** random()) - 1] ?? "";
}
