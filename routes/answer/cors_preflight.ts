import { publicHeaders } from "./public_headers.ts";

const REQUEST_HEADERS = [
  "Authorization",
  "If-None-Match",
  "If-Modified-Since",
  "Content-Type",
  "Accept",
  "Mcp-Session-Id",
  "MCP-Protocol-Version",
  "Mcp-Method",
  "Mcp-Name",
  "Last-Event-ID",
];

/** Answers OPTIONS: the path's methods, and the request headers that web pages may send (Fetch 4.8). */
export function preflight(methods: readonly string[]): Response {
  const headers = new Headers(publicHeaders());
  headers.set("allow", methods.join(", "));
  headers.set("access-control-allow-methods", methods.join(", "));
  headers.set("access-control-allow-headers", REQUEST_HEADERS.join(", "));
  headers.set("access-control-max-age", "86400");
  return new Response(null, { status: 204, headers });
}
