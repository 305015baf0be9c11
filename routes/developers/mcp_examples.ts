import { exampleSearch } from "../../domain/queries/example_search.ts";
import { absoluteUrl } from "../../domain/site.ts";
import { json, word } from "./http_examples.ts";
import type { DataContext } from "../pages/frame/page_context.ts";

/** Settings with which a client connects to the MCP server. */
interface ClientSetting {
  readonly client: string;
  /** Place of the setting: a menu, a file, a command line. */
  readonly place: string;
  readonly text: string;
}

const VERSION = "2025-11-25";
const MODERN_VERSION = "2026-07-28";
const CLIENT = { name: "quick-start", version: "1.0.0" };
const TYPES = "-H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream'";

/** Settings of the usual clients. */
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

/** Calls one tool in one line, without a session. */
export function oneCall(context: DataContext): string {
  return post(context, { id: 1, method: "tools/call", params: search(context) }, "");
}

/** Calls with a session (revisions up to 2025-11-25): initialize, then messages with the session id of its answer. */
export function sessionCalls(context: DataContext): string {
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
  ].join("\n");
}

/**
 * Calls without a session (revision 2026-07-28): every message repeats what initialize said, and headers repeat it for
 * proxies.
 */
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

/** Generates a client in a language from the description. */
interface Sdk {
  readonly language: string;
  readonly needs: string;
  readonly command: string;
}

/** Generators that are tested against this service (docs/clients.md), smallest first. */
export function sdks({ site }: DataContext): readonly Sdk[] {
  const description = word(absoluteUrl(site, "/openapi.json"));
  return [
    {
      language: "TypeScript: types, for openapi-fetch",
      needs: "Node",
      command:
        `npx -y -p typescript@5.9.3 -p openapi-typescript@7.13.0 openapi-typescript ${description} -o reviews.d.ts`,
    },
    {
      language: "TypeScript: functions",
      needs: "Node 22.18",
      command:
        `npx -y -p typescript@5.9.3 -p @hey-api/openapi-ts@0.99.0 openapi-ts -i ${description} -o reviews-hey-api`,
    },
    {
      language: "Python",
      needs: "Python 3.11, pip install openapi-python-client==0.29.1",
      command: `openapi-python-client generate --url ${description} --output-path reviews-python`,
    },
    {
      language: "Go",
      needs: "Go 1.25, mkdir reviews",
      command: "go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -generate types,client " +
        `-package reviews -o reviews/reviews.go ${description}`,
    },
    {
      language: "Java, and most others",
      needs: "Java 11, openapi-generator-cli 7.25.0",
      command: `java -jar openapi-generator-cli-7.25.0.jar generate -i ${description} -g java -o reviews-java`,
    },
  ];
}
