import { wordList } from "../../text/word_list.ts";
import type { Word } from "../../text/words_of.ts";

const WISHED = wordList(
  "provide add install get have offer put open build bring want need needs needed could would should wish",
);

/** Whether the amount before a thing is asked for: "please provide", "you need more", "I wish there were more". */
export function isWished(words: readonly Word[], at: number): boolean {
  const before = words.slice(Math.max(0, at - 4), at).map(({ text }) => text);
  const last = before.at(-1) ?? "";
  if (before.includes("please") && WISHED.has(last)) return true;
  // "I wish we'd booked longer", "I wish every shop had one": nothing is asked of the business.
  const wish = before.lastIndexOf("wish");
  if (wish !== -1) {
    const [next = "", after = ""] = before.slice(wish + 1).concat(words[at]?.text ?? "");
    return !/^(?:(?:i|we)['’]?d|every|all)$/.test(next) && !(/^(?:i|we)$/.test(next) && after === "had");
  }
  const modal = before.at(-2) ?? "";
  const isMore = words[at]?.text === "more";
  if ((modal === "should" || modal === "must") && WISHED.has(last)) return true;
  if (modal === "could" && (last === "use" || last === "have") || modal === "do" && last === "with") return true;
  return isMore && /^(?:needs?|want|get|have|employ|hire|provide|add)$/.test(last) &&
    !/^(?:we|i|he|she|they|'ve|we've|i've)$/.test(modal) && !before.includes("no");
}
