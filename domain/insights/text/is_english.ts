const ENGLISH = new Set(
  ("the and was were is are they he she it we my our had has have did not very with for to of in on at so this that " +
    "you from out up their his her would them as but i").split(" "),
);
// Common words of other languages that English does not have; without "die" and "des", which it has.
const OTHER = new Set(
  ("el la los las del y que por una muy para pero les est et une très avec pour der das und ist sehr mit ein eine il " +
    "che è di per gli nos het een niet zeer och är inte jest nie").split(" "),
);
const WORD = /[\p{L}\p{M}]+/gu;

/**
 * Whether a sentence seems to be English: in Latin script, and with more common words of English than of other
 * languages, or none of those. A guess that is good enough to choose quotations.
 */
export function isEnglish(sentence: string): boolean {
  let balance = 0;
  let others = 0;
  for (const [word] of sentence.toLowerCase().matchAll(WORD)) {
    if (!/^\p{Script=Latin}/u.test(word)) return false;
    if (ENGLISH.has(word)) balance++;
    if (OTHER.has(word)) others++;
  }
  return others === 0 || balance > others;
}
