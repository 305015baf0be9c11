import { textRepresentation } from "../../domain/documents/representation.ts";
import { SearchFilters } from "../../domain/search/search_filters.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { accentsOf, compactCss } from "../pages/frame/theme.ts";
import { PAGE_LANGUAGES } from "../request/page_address.ts";
import { VIEWS } from "./widget_frame.ts";

const WIDGET_FILTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(SearchFilters.shape).filter((name) => name !== "limit" && name !== "cursor")
    .map((name) => [name.replace(/^mentions_/, "").replaceAll("_", "-"), name]),
);

/** Builds script and stylesheet of the widgets; in the default colour without a snapshot. */
export function widgetsOf(snapshot: Snapshot | null) {
  const { light, dark } = accentsOf(snapshot?.pages.color ?? null);
  const style = compactCss(assetText("widget.css").replaceAll("LIGHT_ACCENT", light).replaceAll("DARK_ACCENT", dark));
  const values = { STYLE: style, FILTERS: WIDGET_FILTERS, VIEWS, LANGUAGES: PAGE_LANGUAGES };
  const constants = Object.entries(values).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
  const script = constants.join("") + compactScript(assetText("embed.js"));
  return {
    script: textRepresentation("text/javascript; charset=utf-8", script),
    style: textRepresentation("text/css; charset=utf-8", style),
  };
}

/** Removes comments on lines of their own and indentation; no text of the script spans lines. */
function compactScript(script: string): string {
  return script.replace(/^\s*(?:\/\/|\/?\*).*\n/gm, "").replace(/^\s+/gm, "");
}

/** Text of a file in `assets/`. */
export function assetText(name: string): string {
  return Deno.readTextFileSync(new URL(`./assets/${name}`, import.meta.url));
}
