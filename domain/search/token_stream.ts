import { tokenEnd, tokenStart } from "./text_tokens.ts";
import { createTokenNumbers, numberOfToken } from "./token_numbers.ts";
import { buildVocabulary, type Vocabulary } from "./vocabulary.ts";

/** All texts as one sequence of token ids. */
export interface TokenStream {
  readonly vocabulary: Vocabulary;
  /** The ids of all tokens, text after text. */
  readonly ids: Uint32Array;
  /** Number of spaces before each token: 0, 1, or 2 for two and more. */
  readonly spaces: Uint8Array;
  /** End of each text in `ids`; a missing text is empty. */
  readonly ends: Uint32Array;
}

// Enough room for ordinary texts; for others the arrays are copied once, to the largest size possible.
const USUAL_UNITS_OF_TOKEN = 4;

/** Splits folded texts into tokens (see `cutTokens`) and numbers them in code unit order. */
export function buildTokenStream(texts: readonly (string | null)[]): TokenStream {
  const table = createTokenNumbers();
  const ends = new Uint32Array(texts.length);
  const units = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  let ids = new Uint32Array(Math.ceil(units / USUAL_UNITS_OF_TOKEN));
  let spaces = new Uint8Array(ids.length);
  let length = 0;

  for (let rank = 0; rank < texts.length; rank++) {
    const text = texts[rank] ?? "";
    let end = 0;
    for (let start = tokenStart(text, 0); start < text.length; start = tokenStart(text, end)) {
      if (length === ids.length) {
        ids = moved(ids, new Uint32Array(units));
        spaces = moved(spaces, new Uint8Array(units));
      }
      spaces[length] = Math.min(start - end, 2);
      end = tokenEnd(text, start);
      ids[length++] = numberOfToken(table, text, start, end);
    }
    ends[rank] = length;
  }
  const { tokens, idOf } = inOrder(table.tokens);
  for (let at = 0; at < length; at++) ids[at] = idOf[ids[at]!]!;
  return {
    vocabulary: buildVocabulary(tokens),
    ids: ids.subarray(0, length),
    spaces: spaces.subarray(0, length),
    ends,
  };
}

function inOrder(tokens: readonly string[]) {
  const numbers = Array.from(tokens.keys());
  numbers.sort((a, b) => tokens[a]! < tokens[b]! ? -1 : 1);
  const idOf = new Uint32Array(tokens.length);
  numbers.forEach((number, id) => idOf[number] = id);
  return { tokens: numbers.map((number) => tokens[number]!), idOf };
}

function moved<T extends Uint32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
