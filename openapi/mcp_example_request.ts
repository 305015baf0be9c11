const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "search_reviews", arguments: { query: "hot water", limit: 1 } },
};
const REBOUND = { origin: "http://rebound.example", host: "rebound.example" };

/** The request to `/mcp` whose response serves as example for a method (in lower case), status and media type. */
export function mcpExampleRequest(method: string, status: string, mediaType: string): RequestInit {
  const headers = new Headers({ accept: mediaType, ...(status === "403" ? REBOUND : {}) });
  if (status === "404") headers.set("mcp-session-id", "v1.unknown");
  if (method !== "post") return { method: method.toUpperCase(), headers };
  headers.set("content-type", status === "415" ? "text/plain" : "application/json");
  const body = status === "400" ? "{" : status === "413" ? "x".repeat(1024 * 1024 + 1) : JSON.stringify(CALL);
  return { method: "POST", headers, body };
}
