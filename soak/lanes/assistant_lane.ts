import type { Service } from "../stage/service.ts";
import type { SoakStage } from "../soak_stage.ts";
import { type Answer, exchange, isRefusedNow, servicesUp } from "./exchange.ts";
import { type Action, pick } from "./lane.ts";

const PROTOCOL = "2025-11-25";
const CALLS: readonly (readonly [tool: string, parameters: object])[] = [
  ["get_summary", {}],
  ["get_business", {}],
  ["search_reviews", { query: "soak", limit: 3 }],
  ["get_trend", {}],
];

/** An assistant that begins sessions, uses them across kills of the service, and ends them. */
export function assistantActions(stage: SoakStage, random: () => number): readonly Action[] {
  const { findings } = stage;
  let session: string | null = null;

  async function send(service: Service, method: string, params: object, header: string | null): Promise<Answer | null> {
    return await exchange(stage, service, {
      what: `MCP ${method}`,
      path: "/mcp",
      needsStore: true,
      init: {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...header === null ? {} : { "mcp-session-id": header, "mcp-protocol-version": PROTOCOL },
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      },
    });
  }

  async function begin(): Promise<void> {
    const service = pick(servicesUp(stage), random);
    if (service === undefined) return;
    const clientInfo = { name: "soak", version: "1.0.0" };
    const params = { protocolVersion: PROTOCOL, capabilities: {}, clientInfo };
    const answer = await send(service, "initialize", params, null);
    if (answer === null || isRefusedNow(stage, "MCP initialize", answer)) return;
    session = answer.headers.get("mcp-session-id");
    if (answer.status !== 200 || session === null) findings.fault("wrong", `MCP initialize is ${answer.status}.`);
  }

  async function call(): Promise<void> {
    if (session === null) await begin();
    const [service, one] = [pick(servicesUp(stage), random), pick(CALLS, random)];
    if (service === undefined || one === undefined || session === null) return;
    const [name, parameters] = one;
    const answer = await send(service, "tools/call", { name, arguments: parameters }, session);
    if (answer === null || isRefusedNow(stage, "MCP tools/call", answer)) return;
    const text = new TextDecoder().decode(answer.body);
    if (answer.status !== 200 || !text.includes('"result"')) {
      findings.fault("wrong", `MCP ${name} of ${service.name} is ${answer.status}: ${text.slice(0, 200)}`);
      session = null;
    }
  }

  async function end(): Promise<void> {
    const service = pick(servicesUp(stage), random);
    if (service === undefined || session === null) return;
    const init = { method: "DELETE", headers: { "mcp-session-id": session } };
    const answer = await exchange(stage, service, { what: "MCP DELETE", path: "/mcp", init, needsStore: true });
    if (answer === null || isRefusedNow(stage, "MCP DELETE", answer)) return;
    session = null;
    if (answer.status >= 400) findings.fault("wrong", `MCP DELETE of a session is ${answer.status}.`);
  }
  return [
    { name: "begin", times: 1, run: begin },
    { name: "call", times: 12, run: call },
    { name: "end", times: 1, run: end },
  ];
}
