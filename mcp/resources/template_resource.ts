import { type McpServer, ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
import type { Site } from "../../domain/site.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import type { McpServices } from "../mcp_services.ts";
import { withCurrentSnapshot } from "../with_current_snapshot.ts";
import { DATA_CACHE_HINT } from "./cache_hint.ts";

/** A resource template: one JSON resource for each entity of a kind. */
export interface TemplateResource {
  readonly name: string;
  /** With `id` as its only variable. */
  readonly uriTemplate: string;
  readonly title: string;
  readonly description: string;
  /** Existing ids for completion, the more likely ones first. */
  readonly ids: (snapshot: Snapshot) => readonly string[];
  /** The resource with an id; null if there is none. */
  readonly read: (snapshot: Snapshot, id: string, site: Site) => object | null;
}

/**
 * Registers a resource template. Ids are completed by prefix, ignoring case; unknown ones give a
 * `ResourceNotFoundError`.
 */
export function registerTemplate(server: McpServer, services: McpServices, resource: TemplateResource): void {
  const { name, uriTemplate, title, description } = resource;
  const mimeType = "application/json";
  const template = new ResourceTemplate(uriTemplate, {
    list: undefined,
    complete: {
      id: (begun) =>
        withCurrentSnapshot(
          services,
          (snapshot) => resource.ids(snapshot).filter((id) => id.toLowerCase().startsWith(begun.toLowerCase())),
        ),
    },
  });
  server.registerResource(
    name,
    template,
    { title, description, mimeType, cacheHint: DATA_CACHE_HINT },
    (uri, { id }) =>
      withCurrentSnapshot(services, (snapshot) => {
        const found = typeof id === "string" ? resource.read(snapshot, decoded(id), services.site) : null;
        if (found === null) throw new ResourceNotFoundError(uri.href);
        return { contents: [{ uri: uri.href, mimeType, text: JSON.stringify(found) }] };
      }),
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
