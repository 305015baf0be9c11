import type { Business } from "../../business.ts";
import type { MentionFinder } from "../../mentions.ts";
import { rosterOf } from "../../roster.ts";

const ASCII = /^\p{ASCII}*$/u;
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
  const mayName = new RegExp(words.join("|"), "i");
  return (text) => ASCII.test(text) && !mayName.test(text) ? [] : find(text);
}
