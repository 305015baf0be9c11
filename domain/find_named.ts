import { foldText } from "./fold_text.ts";

/** The first thing that is called so by its id, label or an alias, compared folded; null when none is. */
export function findNamed<
  Thing extends { readonly id: string; readonly label: string; readonly aliases?: readonly string[] },
>(things: readonly Thing[], called: string): Thing | null {
  const folded = foldText(called);
  const isCalled = ({ id, label, aliases = [] }: Thing) =>
    [id, label, ...aliases].some((name) => foldText(name) === folded);
  return things.find(isCalled) ?? null;
}
