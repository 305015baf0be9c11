const NAMED_METHODS: ReadonlySet<unknown> = new Set(["tools/call", "prompts/get"]);

type Message = Readonly<Record<string, unknown>>;

/**
 * A message as the library takes it: `arguments` that are null are absent, and so are arguments of a prompt that are
 * null. Any other value is returned as it is.
 */
export function withoutNulls(message: unknown): unknown {
  if (!isObject(message) || !NAMED_METHODS.has(message.method) || !isObject(message.params)) return message;
  const { arguments: given, ...rest } = message.params;
  if (given === null) return { ...message, params: rest };
  if (message.method !== "prompts/get" || !isObject(given)) return message;
  const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  return { ...message, params: { ...rest, arguments: stated } };
}

/**
 * The name in a request that the library would find although nobody registered it, because every object of JavaScript
 * has a member of this name, such as `constructor`; null for other requests, and for what is no request (JSON-RPC 2.0 4).
 */
export function inheritedName(message: unknown): string | null {
  if (!isObject(message) || !isObject(message.params)) return null;
  const { params, jsonrpc, id } = message;
  if (jsonrpc !== "2.0" || typeof id !== "string" && !Number.isInteger(id)) return null;
  const name = NAMED_METHODS.has(message.method)
    ? params.name
    : message.method === "completion/complete" && isObject(params.ref)
    ? params.ref.name ?? params.ref.uri
    : null;
  return typeof name === "string" && name in Object.prototype ? name : null;
}

/** The method of a message; empty if it has none. */
export function methodOf(message: unknown): string {
  return isObject(message) && typeof message.method === "string" ? message.method : "";
}

/**
 * A `subscriptions/listen` (MCP 2026-07-28) without the resources of which no change is told, so that what is
 * acknowledged is what can happen.
 */
export function honoredMessage(message: unknown, isNotified: (uri: string) => boolean): unknown {
  if (!isObject(message) || !isObject(message.params) || !isObject(message.params.notifications)) return message;
  const { resourceSubscriptions: asked, ...others } = message.params.notifications;
  if (!Array.isArray(asked)) return message;
  const honored = [...new Set(asked.filter((uri) => typeof uri !== "string" || isNotified(uri)))];
  const notifications = { ...others, resourceSubscriptions: honored };
  return { ...message, params: { ...message.params, notifications } };
}

function isObject(value: unknown): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
