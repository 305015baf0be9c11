import {
  appendText,
  createTokenStream,
  finishTokenStream,
  type TokenStream,
} from "../../../domain/search/token_stream.ts";

/** The stream of folded texts. */
export function tokenStreamOf(texts: readonly (string | null)[]): TokenStream {
  const builder = createTokenStream(0);
  for (const text of texts) appendText(builder, text);
  return finishTokenStream(builder);
}
