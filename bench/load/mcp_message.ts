/** An era of the protocol: `legacy` with sessions; `modern`, revision 2026-07-28, without. */
export type Life = "legacy" | "modern";

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const CONTENT = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** A message as clients of that era POST it. */
export interface McpMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The message that begins a session. */
export const INITIALIZE: McpMessage = {
  headers: CONTENT,
  body: request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1.0.0" },
  }),
};

/** A call of a tool, in the legacy era within a session. */
export function toolCall(life: Life, name: string, args: object, session: string): McpMessage {
  const params = { name, arguments: args };
  if (life === "legacy") return { headers: inSession(session), body: request("tools/call", params) };
  const repeated = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name };
  return { headers: { ...CONTENT, ...repeated }, body: request("tools/call", { ...params, _meta: META }) };
}

/** Headers of a message within a session. */
export function inSession(session: string): McpMessage["headers"] {
  return { ...CONTENT, "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" };
}

function request(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}
