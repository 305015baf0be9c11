import { quoted } from "./quoted.ts";

const MOST = 60;
const MOST_CHARACTERS = 80;

/** The existing names with their ids, for the answer to an unknown name. Long lists are cut and say so. */
export function knownNames(things: readonly { readonly id: string; readonly label: string }[]): string {
  if (things.length === 0) return "none";
  const names = things.slice(0, MOST)
    .map(({ id, label }) => `${quoted(label, MOST_CHARACTERS)} (id ${quoted(id, MOST_CHARACTERS)})`);
  return names.join(", ") + (things.length > MOST ? `, and ${things.length - MOST} more` : "");
}
