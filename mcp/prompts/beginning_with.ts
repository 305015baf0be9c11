import { foldText } from "../../domain/fold_text.ts";

/** The names that begin like what has been typed so far, compared folded; all when nothing has. */
export function beginningWith(names: readonly string[], begun: string): string[] {
  const folded = foldText(begun);
  return names.filter((name) => foldText(name).startsWith(folded));
}
