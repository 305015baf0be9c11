import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { absoluteUrl } from "../../domain/site.ts";
import type { DocumentPath } from "../../domain/snapshot.ts";
import { MOST_RESOURCE_BYTES } from "../answer_limits.ts";
import type { McpServices } from "../mcp_services.ts";
import { withCurrentSnapshot } from "../with_current_snapshot.ts";
import { DATA_CACHE_HINT } from "./cache_hint.ts";

interface DocumentResource {
  readonly uri: string;
  readonly path: DocumentPath;
  readonly mimeType: string;
  readonly title: string;
  readonly description: string;
}

/** The published documents as resources: byte for byte what GET answers. */
export const DOCUMENT_RESOURCES: readonly DocumentResource[] = [
  {
    uri: "reviews://reviews.json",
    path: "/reviews.json",
    mimeType: "application/json",
    title: "All reviews",
    description: "The business, its aggregate rating and all verified reviews, newest first.",
  },
  {
    uri: "reviews://insights.json",
    path: "/insights.json",
    mimeType: "application/json",
    title: "Insights",
    description: "What the reviews say together: counts, months, who and what is mentioned, sentiment where measured.",
  },
  {
    uri: "reviews://feed.json",
    path: "/api/feed.json",
    mimeType: "application/feed+json",
    title: "JSON Feed",
    description: "The 50 newest reviews as JSON Feed 1.1.",
  },
  {
    uri: "reviews://feed.xml",
    path: "/feed.xml",
    mimeType: "application/atom+xml",
    title: "Atom feed",
    description: "The 50 newest reviews as Atom (RFC 4287).",
  },
];

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
          return { contents: [{ uri, mimeType, text: new TextDecoder().decode(bytes) }] };
        }),
    );
  }
}
