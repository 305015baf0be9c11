import { textRepresentation } from "../../domain/documents/representation.ts";
import { SearchFilters } from "../../domain/search/search_filters.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { accentsOf, compactCss } from "../pages/frame/theme.ts";
import { PAGE_WORDS } from "../pages/language/page_language.ts";

const STYLE_PLACE = '"/* widget.css */"';
const WORDS_PLACE = "{/* words */}";
const FILTERS_PLACE = "{/* filters */}";
const WIDGET_FILTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(SearchFilters.shape).filter((name) => name !== "limit" && name !== "cursor")
    .map((name) => [name.replace(/^mentions_/, "").replaceAll("_", "-"), name]),
);
const WIDGET_WORDS = [
  "review_one",
  "review_other",
  "no_reviews",
  "sample",
  "out_of_5",
  "read_all_of",
  "customer_reviews_of",
  "review_of_day",
  "selection",
  "previous_reviews",
  "next_reviews",
  "vouched_purchase",
  "vouched_invitation",
  "vouched_platform",
  "vouched_business",
  "vouched_none",
  "rewarded",
  "rewarded_somehow",
  "read_all",
  "write_review",
  "policy",
  "own_tables",
] as const;

/** Builds script and stylesheet of the widgets; in the default colour without a snapshot. */
export function widgetsOf(snapshot: Snapshot | null) {
  const { light, dark } = accentsOf(snapshot?.pages.color ?? null);
  const style = compactCss(read("widget.css").replaceAll("LIGHT_ACCENT", light).replaceAll("DARK_ACCENT", dark));
  return {
    script: textRepresentation("text/javascript; charset=utf-8", scriptWith(style)),
    style: textRepresentation("text/css; charset=utf-8", style),
  };
}

function scriptWith(style: string): string {
  const words = Object.entries(PAGE_WORDS).map(([language, words]) =>
    [language, Object.fromEntries(WIDGET_WORDS.map((name) => [name, words[name]]))] as const
  );
  return compactScript(read("embed.js")).replace(STYLE_PLACE, () => JSON.stringify(style))
    .replace(FILTERS_PLACE, () => JSON.stringify(WIDGET_FILTERS))
    .replace(WORDS_PLACE, () => JSON.stringify(Object.fromEntries(words)));
}

/** Removes comments on lines of their own and indentation; no text of the script spans lines. */
function compactScript(script: string): string {
  return script.replace(/^\s*(?:\/\/|\/?\*).*\n/gm, "").replace(/^\s+/gm, "");
}

function read(name: string): string {
  return Deno.readTextFileSync(new URL(`./assets/${name}`, import.meta.url));
}
