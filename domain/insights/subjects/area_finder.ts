import type { Business } from "../../business.ts";
import { foldName, type MentionFinder } from "../../mentions.ts";
import { rosterOf } from "../../roster.ts";
import { isPlainText } from "../text/plain_text.ts";

const ASCII = /^\p{ASCII}*$/u;
/** Runs of letters that folding changes. */
const FOLDED = /[a-z0-9]*\P{ASCII}[a-z0-9\P{ASCII}]*/giu;
const WORD = /[a-z0-9]+/gi;

/**
 * Builds the finder of service areas (see `rosterOf`) with a quick check before it: most texts name no area, and
 * folding all of them took a tenth of the analysis.
 */
export function areaFinder(business: Business): MentionFinder {
  const find = rosterOf(business).serviceAreas;
  const names = business.service_areas.flatMap(({ label, aliases }) => [label, ...aliases]);
  if (names.length === 0) return () => [];
  if (!names.every((name) => ASCII.test(name))) return find;
  const words = names.map((name) => (name.match(WORD) ?? []).reduce((a, b) => b.length > a.length ? b : a, ""));
  const mayName = new RegExp(`(?:${[...new Set(words)].join("|")})(?![a-z0-9])`, "i");
  return (text) => {
    if (mayName.test(text)) return find(text);
    // Folding makes ASCII of other letters as well: "Ünter" of a text may be "unter".
    if (isPlainText(text)) return [];
    return mayName.test(foldName((text.match(FOLDED) ?? []).join(" "))) ? find(text) : [];
  };
}
