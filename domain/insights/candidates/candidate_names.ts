/** A possible name in a text: one capitalised word, or two. */
export interface WrittenName {
  readonly first: string;
  /** The surname, or its initial without the full stop. */
  readonly surname: string | null;
  /** True inside a sentence, where only names are capitalised. */
  readonly isInner: boolean;
  /** Offsets in the text in UTF-16 code units, without a possessive. */
  readonly start: number;
  readonly end: number;
}

interface Capitalised {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const CAPITALISED = /(?<![\p{L}\p{M}\p{N}'’@#/_.-])\p{Lu}[\p{L}\p{M}]*(?:['’-][\p{L}\p{M}]+)*/gu;
const POSSESSIVE = /['’]s$/;
const NAME = /^\p{Lu}\p{M}*\p{Ll}[\p{L}\p{M}]*(?:['’-]\p{Lu}[\p{L}\p{M}]*)*$|^O['’]\p{Lu}[\p{L}\p{M}]+$/u;
const INITIAL = /^\p{Lu}$/u;
const SENTENCE_START = /(?:^|[.!?:;…\n\r])[\s"“”'‘’()*•–—-]*$/u;

/**
 * Yields possible names of people: capitalised words that are not ordinary words, alone or with a surname. Three or
 * more in a row are a title or a company and are skipped.
 *
 * @param isOrdinary Returns whether a word, in lower case, is an ordinary word and no name.
 */
export function* writtenNames(text: string, isOrdinary: (word: string) => boolean): Generator<WrittenName> {
  for (const run of runsOf(text)) {
    const isInner = !SENTENCE_START.test(text.slice(Math.max(0, run[0].start - 20), run[0].start));
    // The first word of a sentence is always capitalised: `Thanks Mike`, `When Denise Whitfield arrived`.
    const isLed = !isInner && run.length > 1 && isOrdinary(run[0].word.toLowerCase());
    const [first, second, third] = isLed ? run.slice(1) : run;
    if (first === undefined || third !== undefined || !NAME.test(first.word)) continue;
    if (isOrdinary(first.word.toLowerCase())) continue;
    const surname = second !== undefined && isSurname(second, text) ? second : null;
    const isInitial = surname !== null && INITIAL.test(surname.word);
    if (surname !== null && !isInitial && isOrdinary(surname.word.toLowerCase())) continue;
    const { end } = surname ?? first;
    yield {
      first: first.word,
      surname: surname?.word ?? null,
      isInner: isInner || isLed,
      start: first.start,
      end: isInitial && text[end] === "." ? end + 1 : end,
    };
  }
}

function isSurname({ word, end }: Capitalised, text: string): boolean {
  if (!INITIAL.test(word)) return NAME.test(word);
  // "I" and "A" are also words, so as initials they need a full stop: `Mike I must thank`.
  return text[end] === "." || word !== "I" && word !== "A";
}

function* runsOf(text: string): Generator<[Capitalised, ...Capitalised[]]> {
  let run: [Capitalised, ...Capitalised[]] | null = null;
  for (const { 0: written, index: start } of text.matchAll(CAPITALISED)) {
    const word = written.replace(POSSESSIVE, "");
    const capitalised = { word, start, end: start + word.length };
    const last = run?.at(-1);
    // A possessive ends a name: in `Mike's Ford`, "Ford" does not belong to it.
    if (run !== null && last !== undefined && start === last.end + 1 && text[last.end] === " ") run.push(capitalised);
    else {
      if (run !== null) yield run;
      run = [capitalised];
    }
  }
  if (run !== null) yield run;
}
