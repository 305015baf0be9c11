import { getOrMake } from "../get_or_make.ts";
import { type TextIndex, tokenAt, tokensBeginningWith, wordsIn } from "./text_index.ts";
import { stemForms, STEMMED_LANGUAGES, wordForms } from "./word_forms.ts";

/** Words of the texts by their spellings and stems, beside the index that has their postings. Plain data. */
export interface WordIndex {
  /** Tokens by the spellings of their word (see `wordForms`). */
  readonly forms: WordTable;
  /** Tokens by the number of a language and a stem of their word, if a text in this language has the token. */
  readonly stems: WordTable;
  /** Language of each text by its rank: 1 is the first of `STEMMED_LANGUAGES`, 0 is another one. */
  readonly languages: Uint8Array;
  /** The numbers of the languages that texts have. */
  readonly spoken: readonly number[];
  /** Tokens of signs that may stand between the words of a phrase. */
  readonly signs: Uint32Array;
}

/** Token numbers by key, sorted by key. */
interface WordTable {
  /** The keys in code unit order, with a line feed before each and one at the end. */
  readonly vocabulary: string;
  /** Start of each key in `vocabulary`; the last element is where a further key would start. */
  readonly tokenStarts: Uint32Array;
  /** The token numbers, key after key. */
  readonly tokens: Uint32Array;
  /** Start of each key in `tokens`; the last element is their number. */
  readonly starts: Uint32Array;
}

const SIGNS = ' -/,.;:&+()"!?\n';

/**
 * Builds the tables of a text index. Each word of the vocabulary is stemmed once for each language that has it.
 *
 * @param languages See {@linkcode WordIndex}.
 */
export function buildWordIndex(texts: TextIndex, languages: Uint8Array): WordIndex {
  const { tokenStarts, postingStarts, ranks } = texts;
  const forms = new Map<string, number[]>();
  const stems = new Map<string, number[]>();
  const spelt = new Map<string, readonly string[]>();
  for (let token = 0; token < tokenStarts.length - 1; token++) {
    const word = tokenAt(texts, token).trimStart();
    if (wordsIn(word).length === 0) continue;
    addTo(forms, wordForms(word), token);
    let known = 0;
    for (let at = postingStarts[token]!; at < postingStarts[token + 1]!; at++) known |= 1 << languages[ranks[at]!]!;
    for (let language = 1; language <= STEMMED_LANGUAGES.length; language++) {
      if ((known >> language & 1) === 0) continue;
      const key = language + word;
      addTo(stems, getOrMake(spelt, key, () => stemKeys(word, language)), token);
    }
  }
  const signs = Array.from(SIGNS, (sign) => tokensBeginningWith(texts, sign, false)).filter(({ from, to }) =>
    from < to
  );
  return {
    forms: tableOf(forms),
    stems: tableOf(stems),
    languages,
    spoken: STEMMED_LANGUAGES.map((_, at) => at + 1).filter((language) => languages.includes(language)),
    signs: Uint32Array.from(signs, ({ from }) => from),
  };
}

function stemKeys(word: string, language: number): readonly string[] {
  return stemForms(word, STEMMED_LANGUAGES[language - 1]!).map((stem) => language + stem);
}

function addTo(lists: Map<string, number[]>, keys: readonly string[], token: number): void {
  for (const key of keys) {
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [token]);
    else list.push(token);
  }
}

function tableOf(lists: ReadonlyMap<string, readonly number[]>): WordTable {
  const keys = [...lists.keys()].sort();
  const tokenStarts = new Uint32Array(keys.length + 1).fill(1, 0, 1);
  const starts = new Uint32Array(keys.length + 1);
  keys.forEach((key, at) => {
    tokenStarts[at + 1] = tokenStarts[at]! + key.length + 1;
    starts[at + 1] = starts[at]! + lists.get(key)!.length;
  });
  const tokens = new Uint32Array(starts.at(-1)!);
  keys.forEach((key, at) => tokens.set(lists.get(key)!, starts[at]));
  return { vocabulary: `\n${keys.join("\n")}\n`, tokenStarts, tokens, starts };
}

/** How a word is found: as itself, also by its stem, or also as the beginning of another. */
export type WordLevel = 0 | 1 | 2;

/** Tokens of the words that one word of a query finds. */
export interface FoundTokens {
  /** Tokens in texts of any language. */
  readonly everywhere: Iterable<number>;
  /** Further tokens by language, in whose texts they have the stem. */
  readonly byLanguage: readonly Iterable<number>[];
}

/**
 * Finds the tokens of a folded word. A spelling without accents also has the stems of the accented word.
 *
 * @param mayContinue Whether level 2 adds the words that begin with it.
 */
export function findTokens(
  { texts, words }: { readonly texts: TextIndex; readonly words: WordIndex },
  word: string,
  level: WordLevel,
  mayContinue: boolean,
): FoundTokens {
  const forms = wordForms(word);
  const same = new Set(forms.flatMap((form) => [...tokensOf(words.forms, form, false)]));
  if (level === 0) return { everywhere: same, byLanguage: [] };
  const spellings = new Set([word, ...Array.from(same, (token) => tokenAt(texts, token).trimStart())]);
  const byLanguage = STEMMED_LANGUAGES.map((_, at) => {
    if (!words.spoken.includes(at + 1)) return [];
    const keys = new Set([...spellings].flatMap((spelling) => stemKeys(spelling, at + 1)));
    return [...keys].flatMap((key) => [...tokensOf(words.stems, key, false)]);
  });
  if (level === 1 || !mayContinue) return { everywhere: same, byLanguage };
  const begun = forms.flatMap((form) => [...tokensOf(words.forms, form, true)]);
  return { everywhere: new Set([...same, ...begun]), byLanguage };
}

/** Returns the spellings of the words of the texts that begin with a text. */
export function wordsSpelt({ forms }: WordIndex, beginning: string): readonly string[] {
  const { from, to } = tokensBeginningWith(forms, beginning, true);
  return Array.from({ length: to - from }, (_, at) => tokenAt(forms, from + at));
}

/** Whether a word of the texts begins like a folded one. */
export function isBeginning({ forms }: WordIndex, beginning: string): boolean {
  return wordForms(beginning).some((form) => tokensOf(forms, form, true).length > 0);
}

/** Whether a word of the texts is spelt like a folded word. */
export function isKnownWord({ forms }: WordIndex, word: string): boolean {
  return wordForms(word).some((form) => tokensOf(forms, form, false).length > 0);
}

function tokensOf({ tokens, starts, ...keys }: WordTable, key: string, mayContinue: boolean): Uint32Array {
  const { from, to } = tokensBeginningWith(keys, key, mayContinue);
  return tokens.subarray(starts[from], starts[to]);
}
