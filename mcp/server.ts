import { McpServer } from "@modelcontextprotocol/server";
import { SERVICE } from "../domain/service.ts";
import { absoluteUrl } from "../domain/site.ts";
import { ICONS } from "./icons.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import type { McpServices, ProtocolLife } from "./mcp_services.ts";
import { registerPrompts } from "./prompts/register_prompts.ts";
import { DATA_CACHE_HINT, PROGRAM_CACHE_HINT } from "./resources/cache_hint.ts";
import { registerResources } from "./resources/register_resources.ts";
import { TOOLS } from "./tools/tool_list.ts";

/**
 * Builds a server with all tools, resources and prompts, not yet connected. What it offers never
 * changes; each answer is made from the snapshot that is current at that time.
 *
 * @param life Subscriptions to resources exist only in the modern one.
 */
export function buildMcpServer(services: McpServices, life: ProtocolLife): McpServer {
  const server = new McpServer(
    {
      ...SERVICE,
      websiteUrl: absoluteUrl(services.site, "/"),
      icons: ICONS,
    },
    {
      instructions: INSTRUCTIONS,
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false, ...(life === "modern" ? { subscribe: true } : {}) },
      },
      cacheHints: {
        "server/discover": PROGRAM_CACHE_HINT,
        "tools/list": PROGRAM_CACHE_HINT,
        "prompts/list": PROGRAM_CACHE_HINT,
        "resources/list": PROGRAM_CACHE_HINT,
        "resources/templates/list": PROGRAM_CACHE_HINT,
        "resources/read": DATA_CACHE_HINT,
      },
    },
  );
  for (const tool of TOOLS) tool.register(server, services);
  registerResources(server, services);
  registerPrompts(server, services);
  return server;
}
