/** An era of the protocol: `legacy` with sessions; `modern`, revision 2026-07-28, without. */
export type Life = "legacy" | "modern";

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** The JSON of a request as clients of that era send it. */
export function mcpBody(life: Life, method: string, params: object): string {
  const all = life === "legacy" ? params : { ...params, _meta: META };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: all });
}

/**
 * The headers of that request.
 *
 * @param more Only for the modern era, which repeats parts of the message in headers.
 * @param session Only for the legacy era.
 */
export function mcpHeaders(
  life: Life,
  method: string,
  more: Readonly<Record<string, string>> = {},
  session = "",
): Readonly<Record<string, string>> {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  if (life === "modern") return { ...headers, "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...more };
  if (session === "") return headers;
  return { ...headers, "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" };
}
