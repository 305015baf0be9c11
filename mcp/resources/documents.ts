import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { absoluteUrl } from "../../domain/site.ts";
import type { McpServices } from "../mcp_services.ts";
import { withCurrentSnapshot } from "../with_current_snapshot.ts";
import { MOST_RESOURCE_BYTES } from "../wording/answer_limits.ts";
import { DATA_CACHE_HINT } from "./cache_hint.ts";
import { DOCUMENT_RESOURCES } from "./document_resources.ts";

/** Registers the documents. One that is too large for a message is refused with the URL to fetch it from. */
export function registerDocuments(server: McpServer, services: McpServices): void {
  for (const { uri, path, mimeType, title, description } of DOCUMENT_RESOURCES) {
    const config = { title, description, mimeType, cacheHint: DATA_CACHE_HINT };
    server.registerResource(
      uri.replace("reviews://", ""),
      uri,
      config,
      () =>
        withCurrentSnapshot(services, ({ documents }) => {
          const { bytes } = documents[path].bodies.identity;
          if (bytes.length > MOST_RESOURCE_BYTES) {
            throw new ProtocolError(
              ProtocolErrorCode.InvalidParams,
              `${uri} has ${bytes.length} bytes and at most ${MOST_RESOURCE_BYTES} are sent in a message; ` +
                `GET ${absoluteUrl(services.site, path)} answers it whole, and search_reviews parts of it.`,
              { uri },
            );
          }
          return { contents: [{ uri, mimeType, text: (services.sharedText ?? decode)(bytes) }] };
        }),
    );
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
