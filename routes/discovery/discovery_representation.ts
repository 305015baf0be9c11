import { encodeBodies, type Representation } from "../../domain/documents/representation.ts";
import type { HeaderList } from "../answer/public_headers.ts";

/** What documents for discovery have beside the headers of every answer (MCP Server Card, Discovery: CORS). */
export const DISCOVERY_HEADERS: HeaderList = [
  ["access-control-allow-methods", "GET"],
  ["access-control-allow-headers", "Content-Type"],
];

/** A document for discovery: it changes only with the program and its configuration. */
export function discoveryRepresentation(contentType: string, document: object): Representation {
  const bytes = new TextEncoder().encode(JSON.stringify(document, null, 2) + "\n");
  return { contentType, bodies: encodeBodies(bytes), lastModified: null, link: null };
}
