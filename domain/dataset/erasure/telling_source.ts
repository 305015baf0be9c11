import { foldText } from "../../fold_text.ts";
import { foldName } from "../../mentions.ts";

/**
 * Builds the test whether the name of a file tells the name of an author. Case, accents and what stands between words
 * are no difference, nor is the order of the words: `garcia_jose.csv` tells `José García`.
 */
export function tellingSource(authors: readonly string[]): (source: string) => boolean {
  const tests = [...new Set(authors)].map(tellingTest);
  return (source) => tests.some((isTelling) => isTelling(source));
}

function tellingTest(author: string): (source: string) => boolean {
  const words = wordsOf(author);
  if (words.length === 0) {
    const name = foldText(author);
    return (source) => name !== "" && foldText(source).includes(name);
  }
  const joined = words.join("");
  return (source) => {
    const found = wordsOf(source);
    return found.join("").includes(joined) || words.every((word) => found.includes(word));
  };
}

function wordsOf(text: string): readonly string[] {
  return foldName(text).split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}
