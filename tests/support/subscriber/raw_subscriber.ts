import { requestReader, type WireRequest } from "./recorded_request.ts";

/** A connection of the raw subscriber. */
export interface RawConnection {
  /** Number of the accepted connection, from 0. */
  readonly index: number;
  readonly write: (data: string | Uint8Array) => Promise<void>;
  /** Closes the sending side. */
  readonly closeWrite: () => Promise<void>;
  readonly close: () => void;
}

const FIXTURES = new URL("../../fixtures/tls/", import.meta.url);
/** Certificate and key of the fixtures. */
export const FIXTURE_PEM: readonly [cert: URL | string, key: URL | string] = [
  new URL("subscriber.pem", FIXTURES),
  new URL("subscriber.key", FIXTURES),
];

/**
 * Starts a subscriber, by default on a free port, with which a test controls every byte on the connection.
 *
 * @param react Answers a request; if it writes nothing, the client waits.
 * @param port Where a store of the fixtures expects it.
 */
export function startRawSubscriber(
  react: (request: WireRequest, connection: RawConnection) => Promise<void> | void,
  transport: "tls" | "tcp" = "tls",
  hostname = "127.0.0.1",
  [cert, key] = FIXTURE_PEM,
  port = 0,
) {
  const listener = transport === "tcp" ? Deno.listen({ hostname, port }) : Deno.listenTls({
    hostname,
    port,
    cert: Deno.readTextFileSync(cert),
    key: Deno.readTextFileSync(key),
  });
  const requests: WireRequest[] = [];
  const closings: PromiseWithResolvers<void>[] = [];
  const conversations: Promise<void>[] = [];
  const open = new Set<Deno.Conn>();
  let accepted = 0;
  const closing = (index: number) => closings[index] ??= Promise.withResolvers<void>();

  async function converse(connection: Deno.Conn, index: number): Promise<void> {
    const next = requestReader(connection);
    const encoder = new TextEncoder();
    try {
      for (let request = await next(); request !== null; request = await next()) {
        requests.push(request);
        await react(request, {
          index,
          write: async (data) => {
            const bytes = typeof data === "string" ? encoder.encode(data) : data;
            for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
          },
          closeWrite: () => connection.closeWrite(),
          close: () => {
            if (open.delete(connection)) connection.close();
          },
        });
      }
    } catch (error) {
      if (!isEndOfConnection(error)) throw error;
    } finally {
      closing(index).resolve();
      if (open.delete(connection)) connection.close();
    }
  }

  const accepting = (async () => {
    try {
      for await (const connection of listener) {
        open.add(connection);
        conversations.push(converse(connection, accepted++));
      }
    } catch (error) {
      if (!isEndOfConnection(error)) throw error;
    }
  })();
  return {
    port: listener.addr.port,
    /** Number of accepted connections, including those without a request. */
    accepted: () => accepted,
    requests,
    /** Resolves when the client has closed the connection with this index. */
    closed: (index: number) => closing(index).promise,
    [Symbol.asyncDispose]: async () => {
      listener.close();
      for (const connection of open) connection.close();
      open.clear();
      await Promise.all([accepting, ...conversations]);
    },
  };
}

function isEndOfConnection(error: unknown): boolean {
  return error instanceof DOMException || [
    Deno.errors.BadResource,
    Deno.errors.BrokenPipe,
    Deno.errors.ConnectionAborted,
    Deno.errors.ConnectionReset,
    Deno.errors.Interrupted,
    Deno.errors.InvalidData,
    Deno.errors.UnexpectedEof,
  ].some((type) => error instanceof type);
}
