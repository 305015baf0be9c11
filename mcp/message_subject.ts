import { SUMMARY_CARD_URI } from "./apps/summary_card.ts";
import { PROMPT_NAMES } from "./prompts/register_prompts.ts";
import { DOCUMENT_RESOURCES } from "./resources/document_resources.ts";
import { TEMPLATE_RESOURCES } from "./resources/register_resources.ts";
import { TOOLS } from "./tools/tool_list.ts";

const METHODS: ReadonlySet<string> = new Set([
  "initialize",
  "ping",
  "server/discover",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
  "prompts/get",
  "completion/complete",
  "subscriptions/listen",
  "notifications/initialized",
  "notifications/cancelled",
]);
const TOOL_NAMES: ReadonlySet<string> = new Set(TOOLS.map(({ name }) => name));
const FIXED_URIS: ReadonlySet<string> = new Set([SUMMARY_CARD_URI, ...DOCUMENT_RESOURCES.map(({ uri }) => uri)]);
const MOST_KINDS = 5;

/**
 * What a message is about, for the log: its method with the tool, resource or prompt; of a batch how many there are of
 * each. Nothing that a client makes up gets into it.
 */
export function messageSubject(message: unknown): string {
  if (!Array.isArray(message)) return subjectOfOne(message);
  const counts = new Map<string, number>();
  for (const member of message) {
    const subject = subjectOfOne(member);
    counts.set(subject, (counts.get(subject) ?? 0) + 1);
  }
  const kinds = [...counts].map(([subject, count]) => `${count} ${subject}`);
  const rest = kinds.length - MOST_KINDS;
  return `batch of ${kinds.slice(0, MOST_KINDS).join(", ")}${rest > 0 ? `, and ${rest} other kinds` : ""}`;
}

function subjectOfOne(message: unknown): string {
  const method = member(message, "method");
  if (typeof method !== "string" || !METHODS.has(method)) return "unknown";
  const params = member(message, "params");
  const name = method === "tools/call"
    ? knownOf(TOOL_NAMES, member(params, "name"))
    : method === "prompts/get"
    ? knownOf(PROMPT_NAMES, member(params, "name"))
    : method === "resources/read"
    ? resourceOf(member(params, "uri"))
    : null;
  return name === null ? method : `${method} ${name}`;
}

function resourceOf(uri: unknown): string {
  if (typeof uri !== "string") return "unknown";
  if (FIXED_URIS.has(uri)) return uri;
  const template = TEMPLATE_RESOURCES.find(({ uriTemplate }) => uri.startsWith(uriTemplate.replace("{id}", "")));
  return template?.uriTemplate ?? "unknown";
}

function knownOf(names: ReadonlySet<string>, name: unknown): string {
  return typeof name === "string" && names.has(name) ? name : "unknown";
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
