import { quoted } from "./quoted.ts";

const MOST = 60;
const MOST_CHARACTERS = 80;

/** Lists what exists, with ids, for an answer to a name that nothing has. Long lists are cut and say so. */
export function knownNames(things: readonly { readonly id: string; readonly label: string }[]): string {
  if (things.length === 0) return "none";
  const names = things.slice(0, MOST)
    .map(({ id, label }) => `${quoted(label, MOST_CHARACTERS)} (id ${quoted(id, MOST_CHARACTERS)})`);
  return names.join(", ") + (things.length > MOST ? `, and ${things.length - MOST} more` : "");
}
