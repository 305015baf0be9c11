import { exampleSearch } from "../../domain/queries/example_search.ts";
import { absoluteUrl } from "../../domain/site.ts";
import type { DataContext } from "../pages/frame/page_context.ts";
import { json, word } from "./shell.ts";

/** How a client of the Model Context Protocol is told of the server. */
export interface ClientSetting {
  readonly client: string;
  /** Where it goes: a menu, a file, a command. */
  readonly place: string;
  readonly text: string;
}

const VERSION = "2025-11-25";
const MODERN_VERSION = "2026-07-28";
const CLIENT = { name: "quick-start", version: "1.0.0" };
const TYPES = "-H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream'";

/** How the usual clients are told of the server. */
export function clientSettings({ site }: DataContext): readonly ClientSetting[] {
  const url = absoluteUrl(site, "/mcp");
  const file = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    {
      client: "Claude (web, Desktop)",
      place: "Settings, Connectors, Add custom connector; no authentication",
      text: url,
    },
    { client: "ChatGPT", place: "Settings, Connectors (developer mode), Create; no authentication", text: url },
    {
      client: "Claude Code",
      place: "on the command line",
      text: `claude mcp add --transport http reviews ${word(url)}`,
    },
    { client: "VS Code", place: ".vscode/mcp.json", text: file({ servers: { reviews: { type: "http", url } } }) },
    { client: "Cursor", place: ".cursor/mcp.json", text: file({ mcpServers: { reviews: { url } } }) },
    {
      client: "Clients that only start programs",
      place: "their file of servers",
      text: file({ mcpServers: { reviews: { command: "npx", args: ["-y", "mcp-remote", url] } } }),
    },
  ];
}

/** One tool in one line: no session is needed. */
export function oneCall(context: DataContext): string {
  return post(context, { id: 1, method: "tools/call", params: search(context) }, "");
}

/** Revisions up to 2025-11-25: initialize, then every message with the session that its answer names; then the end. */
export function sessionCalls(context: DataContext): string {
  const url = word(absoluteUrl(context.site, "/mcp"));
  const initialize = { protocolVersion: VERSION, capabilities: {}, clientInfo: CLIENT };
  const session = ` -H "Mcp-Session-Id: $session" -H 'MCP-Protocol-Version: ${VERSION}'`;
  return [
    `session=$(${
      post(context, { id: 1, method: "initialize", params: initialize }, " -D - -o /dev/null")
    } | tr -d '\\r' | sed -n 's/^[Mm]cp-[Ss]ession-[Ii]d: //p')`,
    post(context, { method: "notifications/initialized" }, session),
    post(context, { id: 2, method: "tools/list" }, session),
    post(context, { id: 3, method: "tools/call", params: search(context) }, session),
    post(context, { id: 4, method: "resources/read", params: { uri: "reviews://llms.txt" } }, session),
    `curl -s -X DELETE ${url}${session}`,
  ].join("\n");
}

/** Revision 2026-07-28: no session; every message says by itself what initialize said, and headers say it to proxies. */
export function modernCalls(context: DataContext): string {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN_VERSION,
    "io.modelcontextprotocol/clientInfo": CLIENT,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const headers = (method: string, name?: string) =>
    ` -H 'MCP-Protocol-Version: ${MODERN_VERSION}' -H 'Mcp-Method: ${method}'` +
    (name ? ` -H 'Mcp-Name: ${name}'` : "");
  const call = (id: number, method: string, params: object, name?: string) =>
    post(context, { id, method, params: { ...params, _meta } }, headers(method, name));
  return [
    call(1, "server/discover", {}),
    call(2, "tools/list", {}),
    call(3, "tools/call", search(context), "search_reviews"),
  ].join("\n");
}

function post({ site }: DataContext, message: object, headers: string): string {
  const url = word(absoluteUrl(site, "/mcp"));
  return `curl -s ${url} ${TYPES}${headers} -d ${json({ jsonrpc: "2.0", ...message })}`;
}

function search({ snapshot }: DataContext): { readonly name: string; readonly arguments: object } {
  const query = exampleSearch(snapshot)?.filters.query;
  return { name: "search_reviews", arguments: { ...query === undefined ? {} : { query }, limit: 3 } };
}
