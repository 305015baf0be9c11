import { type McpEndpoint, mcpEndpoint } from "./protocol/endpoint.ts";
import type { Sessions } from "./protocol/sessions.ts";
import { sharedText } from "./protocol/shared_texts.ts";
import { DOCUMENT_RESOURCES } from "./resources/document_resources.ts";
import type { McpServices } from "./mcp_services.ts";
import { messageSubject } from "./message_subject.ts";
import { buildMcpServer } from "./server.ts";

const NOTIFIED: ReadonlySet<string> = new Set(DOCUMENT_RESOURCES.map(({ uri }) => uri));

/** Builds the endpoint of the service: its tools, resources and prompts behind the protocol. */
export function buildEndpoint(services: McpServices, sessions: Sessions): McpEndpoint {
  const shared: McpServices = { ...services, sharedText };
  return mcpEndpoint({
    build: (life) => buildMcpServer(shared, life),
    sessions,
    site: services.site,
    isNotified: (uri) => NOTIFIED.has(uri),
    subjectOf: messageSubject,
  });
}
