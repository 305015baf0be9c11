import { foldText } from "../../domain/fold_text.ts";

/** The names that begin with the text typed so far, compared folded. */
export function beginningWith(names: readonly string[], begun: string): string[] {
  const folded = foldText(begun);
  return names.filter((name) => foldText(name).startsWith(folded));
}
