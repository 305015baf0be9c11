import type { McpServer } from "@modelcontextprotocol/server";
import { LLMS_TEXT_TYPE } from "../../domain/documents/llms_text.ts";
import { llmsTextOf } from "../../domain/queries/llms_text_of.ts";
import type { McpServices } from "../mcp_services.ts";
import { withCurrentSnapshot } from "../with_current_snapshot.ts";
import { DATA_CACHE_HINT } from "./cache_hint.ts";

/** Registers `reviews://llms.txt`: what the service is and where everything is, the text of GET `/llms.txt`. */
export function registerLlmsText(server: McpServer, services: McpServices): void {
  const uri = "reviews://llms.txt";
  const config = {
    title: "About this service",
    description: "What the service is, and where everything is: the text of /llms.txt.",
    mimeType: LLMS_TEXT_TYPE,
    cacheHint: DATA_CACHE_HINT,
  };
  server.registerResource("llms.txt", uri, config, () =>
    withCurrentSnapshot(services, (snapshot) => ({
      contents: [{ uri, mimeType: LLMS_TEXT_TYPE, text: llmsTextOf(snapshot, services.site) }],
    })));
}
