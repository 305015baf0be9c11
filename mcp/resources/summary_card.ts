import type { McpServer } from "@modelcontextprotocol/server";
import { SUMMARY_CARD_HTML, SUMMARY_CARD_URI } from "../apps/summary_card.ts";
import { PROGRAM_CACHE_HINT } from "./cache_hint.ts";

const MIME_TYPE = "text/html;profile=mcp-app";

/**
 * Registers the page of the summary card (MCP Apps 2026-01-26, "UI Resource Format"). It makes no external requests.
 */
export function registerSummaryCard(server: McpServer): void {
  const config = {
    title: "Summary card",
    description: "Draws the answer of get_summary: distribution of the stars, aspects and monthly trend.",
    mimeType: MIME_TYPE,
    cacheHint: PROGRAM_CACHE_HINT,
  };
  const content = {
    uri: SUMMARY_CARD_URI,
    mimeType: MIME_TYPE,
    text: SUMMARY_CARD_HTML,
    _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
  };
  server.registerResource("summary-card", SUMMARY_CARD_URI, config, () => ({ contents: [content] }));
}
