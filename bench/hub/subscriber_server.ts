import { serveQuickly } from "./quick_listener.ts";
import { serveSlowly } from "./slow_listener.ts";

// A subscriber of the hub, for as many host names as one likes: it confirms every intent, takes every delivery, and
// tells a third party when the deliveries came.

const [folder = ""] = Deno.args;
const tls = {
  cert: Deno.readTextFileSync(`${folder}/subscriber.pem`),
  key: Deno.readTextFileSync(`${folder}/subscriber.key`),
};
let arrivals: number[] = [];
let wanted: { readonly count: number; readonly enough: () => void } | null = null;

function delivered(): void {
  arrivals.push(Date.now());
  if (wanted !== null && arrivals.length >= wanted.count) wanted.enough();
}

/** Waits for so many deliveries, gives the times of all that came and forgets them. */
async function report(request: Request): Promise<Response> {
  const count = Number(new URL(request.url).searchParams.get("count"));
  const { promise, resolve } = Promise.withResolvers<void>();
  wanted = { count, enough: resolve };
  if (arrivals.length >= count) resolve();
  await promise;
  wanted = null;
  const given = arrivals;
  arrivals = [];
  return Response.json(given);
}

// About a round trip to another country.
const DISTANCE_MS = 30;

const anyPort = { hostname: "127.0.0.1", port: 0 };
const ports = {
  http: serveQuickly(Deno.listen(anyPort), delivered),
  https: serveQuickly(Deno.listenTls({ ...anyPort, ...tls }), delivered),
  distant: serveQuickly(Deno.listen(anyPort), delivered, DISTANCE_MS),
  hang: serveSlowly(tls, "hang"),
  drip: serveSlowly(tls, "drip"),
  report: Deno.serve({ ...anyPort, onListen: () => {} }, report).addr.port,
};
Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(ports)}\n`));
