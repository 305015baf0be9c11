import { fileURLToPath } from "node:url";
import { startServer } from "../child.ts";
import type { Processes } from "../processes.ts";
import { serveQuickly, serveSlowly } from "./listeners.ts";

/** The ports of a subscriber in a separate process; all are on 127.0.0.1. */
export interface SubscriberPorts {
  readonly http: number;
  readonly https: number;
  /** HTTP; answers a delivery after 30 ms, as a callback elsewhere does. */
  readonly distant: number;
  /** TLS; reads deliveries and never answers. */
  readonly hang: number;
  /** TLS; answers byte by byte. */
  readonly drip: number;
  /** Serves the times of deliveries (see `arrivals`). */
  readonly report: number;
}

/** Certificate of the subscriber, for `*.subscriber.localhost`, and of the authority that signed it. */
export const TLS_FOLDER = fileURLToPath(new URL("../../tests/fixtures/tls", import.meta.url));

// About a round trip to another country.
const DISTANCE_MS = 30;
const GIVE_UP_AFTER_MS = 30_000;

/** Starts a subscriber. */
export async function startSubscriber(processes: Processes): Promise<SubscriberPorts> {
  return (await startServer(processes, import.meta.url, serveSubscriber)).result;
}

/**
 * Waits until a subscriber has received so many deliveries since the last call.
 *
 * @param port Its `report` port.
 * @returns When each delivery had been read, in milliseconds since 1970.
 * @throws {DOMException} When they do not come within half a minute.
 */
export async function arrivals(port: number, count: number): Promise<readonly number[]> {
  const signal = AbortSignal.timeout(GIVE_UP_AFTER_MS);
  return await (await fetch(`http://127.0.0.1:${port}/?count=${count}`, { signal })).json();
}

/** Serves a subscriber with any number of host names: it confirms every intent and takes every delivery. */
export function serveSubscriber(): SubscriberPorts {
  const [cert = "", key = ""] = ["pem", "key"].map((end) => Deno.readTextFileSync(`${TLS_FOLDER}/subscriber.${end}`));
  const times: number[] = [];
  let wanted: { readonly count: number; readonly enough: () => void } | null = null;
  function delivered(): void {
    times.push(Date.now());
    if (wanted !== null && times.length >= wanted.count) wanted.enough();
  }
  async function report(request: Request): Promise<Response> {
    const count = Number(new URL(request.url).searchParams.get("count"));
    const { promise, resolve } = Promise.withResolvers<void>();
    wanted = { count, enough: resolve };
    if (times.length >= count) resolve();
    await promise;
    wanted = null;
    return Response.json(times.splice(0));
  }
  const anyPort = { hostname: "127.0.0.1", port: 0 };
  const tls = () => Deno.listenTls({ ...anyPort, cert, key });
  return {
    http: serveQuickly(Deno.listen(anyPort), delivered),
    https: serveQuickly(tls(), delivered),
    distant: serveQuickly(Deno.listen(anyPort), delivered, DISTANCE_MS),
    hang: serveSlowly(tls(), "hang"),
    drip: serveSlowly(tls(), "drip"),
    report: Deno.serve({ ...anyPort, onListen: () => {} }, report).addr.port,
  };
}
