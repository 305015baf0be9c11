const ENGLISH = new Set(
  ("the and was were is are they he she it we my our had has have did not very with for to of in on at so this that " +
    "you from out up their his her would them as but i").split(" "),
);
// Words that English does not have; "die" and "des" are names and verbs in it.
const OTHER = new Set(
  ("el la los las del y que por una muy para pero les est et une très avec pour der das und ist sehr mit ein eine il " +
    "che è di per gli nos het een niet zeer och är inte jest nie").split(" "),
);
const WORD = /[\p{L}\p{M}]+/gu;

/**
 * Tells whether a sentence reads as English: in a script of Latin letters, and with no more of the
 * small words of other languages than of the English ones. A guess, good enough to choose quotations.
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
