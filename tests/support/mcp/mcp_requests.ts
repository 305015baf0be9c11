/** The endpoint's URL in tests without a listening server. */
export const MCP_URL = "https://reviews.example/mcp";

/** A JSON-RPC request. */
export function rpc(method: string, params: object = {}, id: string | number = 1): object {
  return { jsonrpc: "2.0", id, method, params };
}

/** A request of revision 2026-07-28: its `_meta` contains what `initialize` negotiated before. */
export function modernRpc(method: string, params: object = {}, id: string | number = 1): object {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return rpc(method, { ...params, _meta }, id);
}

/** The headers that revision 2026-07-28 requires. */
export function modernHeaders(method: string, name: string | null = null): Record<string, string> {
  return {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(name === null ? {} : { "mcp-name": name }),
  };
}

/** An `initialize` request as clients send it. */
export function initializeRpc(protocolVersion = "2025-11-25"): object {
  return rpc("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1.0.0" } });
}

/** A POST of a message; a string is sent unchanged. */
export function mcpPost(message: object | string, headers: Readonly<Record<string, string>> = {}): Request {
  return new Request(MCP_URL, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: typeof message === "string" ? message : JSON.stringify(message),
  });
}
