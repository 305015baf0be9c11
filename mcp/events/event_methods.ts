import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { z } from "zod";
import { changeCursor, type ChangePosition, endOf, readChangeCursor } from "../../domain/dataset/change_log.ts";
import { type McpServices, withCurrentSnapshot } from "../mcp_services.ts";
import { EVENT_LIST, EVENT_TYPES, type EventPage, readEvents } from "./event_types.ts";

/** Name of the extension in the capabilities (SEP-3415). */
export const EVENTS_EXTENSION = "io.modelcontextprotocol/events";

/** Methods of the extension. */
export const EVENT_METHODS = [
  "events/list",
  "events/poll",
  "events/stream",
  "events/subscribe",
  "events/unsubscribe",
] as const;

/** Error codes of the extension (SEP-3415, "Errors"). */
const CODES = { notFound: -32023, forbidden: -32024 } as const;
const SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";
const NEXT_POLL_MS = 30_000;
const HEARTBEAT_MS = 25_000;
const MOST_EVENTS = 100;

const Cursor = z.string().max(31).nullish();
const PollParams = z.looseObject({
  name: z.string().max(100),
  arguments: z.looseObject({}).nullish(),
  cursor: Cursor,
  maxAgeMs: z.number().min(0).nullish(),
  maxEvents: z.int().min(1).nullish(),
});

/**
 * Registers the methods of MCP Events (SEP-3415) for polls and streams. Cursors are those of `/api/changes`. Webhooks
 * need an authenticated principal, which a public service does not have.
 */
export function registerEvents({ server }: McpServer, services: McpServices): void {
  const Any = { params: z.looseObject({}) };
  server.setRequestHandler("events/list", Any, () => ({ resultType: "complete", events: EVENT_LIST }));
  server.setRequestHandler("events/poll", { params: PollParams }, (params) => {
    const { truncated, hasMore, events, cursor } = eventsAfter(services, params, positionOf(params.cursor));
    return { resultType: "complete", events, cursor, truncated, hasMore, nextPollMs: NEXT_POLL_MS };
  });
  server.setRequestHandler("events/stream", { params: PollParams }, async (params, { mcpReq }) => {
    const { id, signal } = mcpReq;
    const notify = (kind: string, content: object) =>
      mcpReq.notify({
        method: `notifications/events/${kind}`,
        params: { ...content, _meta: { [SUBSCRIPTION_ID]: id } },
      });
    await streamEvents(services, params, notify, signal);
    return { resultType: "complete" };
  });
  for (const method of ["events/subscribe", "events/unsubscribe"]) {
    server.setRequestHandler(method, Any, () => {
      throw new ProtocolError(
        CODES.forbidden,
        "Webhooks need an authenticated principal, and this service knows none. Poll or stream the events, or " +
          "subscribe by WebSub.",
      );
    });
  }
}

/**
 * Sends the events of a stream until the client leaves or the service stops. `protocol/endpoint.ts` counts the streams
 * of each client.
 */
async function streamEvents(
  services: McpServices,
  params: z.output<typeof PollParams>,
  notify: (kind: string, content: object) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { revisions } = services;
  let page = eventsAfter(services, params, positionOf(params.cursor));
  const begin = params.cursor ?? page.cursor;
  await notify("active", { cursor: page.truncated ? page.cursor : begin, truncated: page.truncated });
  while (!signal.aborted) {
    for (const event of page.events) await notify("event", event);
    const { cursor, hasMore } = page;
    if (!hasMore) {
      if (revisions === undefined || revisions.isClosed()) return;
      await revisions.until(() => newestCursor(services) !== cursor, HEARTBEAT_MS, signal);
      if (signal.aborted || revisions.isClosed()) return;
    }
    page = eventsAfter(services, params, positionOf(cursor));
    if (page.events.length === 0) await notify("heartbeat", { cursor: page.cursor });
  }
}

function newestCursor(services: McpServices): string {
  return withCurrentSnapshot(services, ({ changes }) => changeCursor(endOf(changes)));
}

function positionOf(cursor: string | null | undefined): ChangePosition | null {
  if (cursor === null || cursor === undefined) return null;
  const position = readChangeCursor(cursor);
  if (position !== null) return position;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `cursor is ${JSON.stringify(cursor)}; allowed is a cursor of events/poll, of an event or of /api/changes.`,
  );
}

function eventsAfter(
  services: McpServices,
  { name, arguments: given, maxAgeMs, maxEvents }: z.output<typeof PollParams>,
  after: ChangePosition | null,
): EventPage {
  const type = Object.hasOwn(EVENT_TYPES, name) ? EVENT_TYPES[name] : undefined;
  if (type === undefined) {
    const names = Object.keys(EVENT_TYPES).join(", ");
    throw new ProtocolError(CODES.notFound, `There is no event ${JSON.stringify(name)}; allowed are ${names}.`, {
      kind: "event",
    });
  }
  const filters = type.input.safeParse(given ?? {});
  if (!filters.success) {
    const faults = filters.error.issues.map(({ path, message }) => `${path.join(".") || name}: ${message}`);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The arguments have faults: ${faults.join("; ")}.`);
  }
  const now = services.now ?? Date.now;
  const range = {
    after,
    most: Math.min(maxEvents ?? MOST_EVENTS, MOST_EVENTS),
    notBefore: maxAgeMs == null ? -Infinity : now() - maxAgeMs,
  };
  return withCurrentSnapshot(
    services,
    (snapshot) => readEvents(snapshot, services.site, name, filters.data, range),
  );
}
