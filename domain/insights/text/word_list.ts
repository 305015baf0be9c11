/** The words of a list that is written as one text, such as "two three four". */
export function wordList(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
