import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { z } from "zod";
import { type ChangePosition, readChangeCursor } from "../../domain/dataset/change_log.ts";
import { type McpServices, withCurrentSnapshot } from "../mcp_services.ts";
import { EVENT_LIST, EVENT_TYPES, type EventPage, readEvents } from "./event_types.ts";

/** Name of the extension in the capabilities (SEP-3415). */
export const EVENTS_EXTENSION = "io.modelcontextprotocol/events";

/** Methods of the extension. */
export const EVENT_METHODS = [
  "events/list",
  "events/poll",
  "events/subscribe",
  "events/unsubscribe",
] as const;

const CODES = { notFound: -32023, forbidden: -32024 } as const;
const NEXT_POLL_MS = 30_000;
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
 * Registers the methods of MCP Events (SEP-3415) for polls. Cursors are those of `/api/changes`. Webhooks need an
 * authenticated principal, which a public service does not have.
 */
export function registerEvents({ server }: McpServer, services: McpServices): void {
  const Any = { params: z.looseObject({}) };
  server.setRequestHandler("events/list", Any, () => ({ resultType: "complete", events: EVENT_LIST }));
  server.setRequestHandler("events/poll", { params: PollParams }, (params) => {
    const { truncated, hasMore, events, cursor } = eventsAfter(services, params, positionOf(params.cursor));
    return { resultType: "complete", events, cursor, truncated, hasMore, nextPollMs: NEXT_POLL_MS };
  });
  for (const method of ["events/subscribe", "events/unsubscribe"]) {
    server.setRequestHandler(method, Any, () => {
      throw new ProtocolError(
        CODES.forbidden,
        "Webhooks need an authenticated principal, and this service knows none. Poll the events, or subscribe by WebSub.",
      );
    });
  }
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
