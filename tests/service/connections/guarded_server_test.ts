import assert from "node:assert/strict";
import http2, { type ClientHttp2Session } from "node:http2";
import {
  findServeConnection,
  GuardedServer,
  type ServeConnection,
} from "../../../service/connections/guarded_server.ts";
import { keepServing } from "../../../service/connections/listener.ts";
import { createLog, type Log } from "../../../service/log.ts";
import { within } from "../../support/service/test_server.ts";

const LIMITS = {
  total: 10,
  perAddress: 0,
  headersMilliseconds: 300,
  bodyMilliseconds: 300,
  idleMilliseconds: 300,
};

const SILENT = logTo(() => {});
const GET = new TextEncoder().encode("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
const PART = new Uint8Array(65_536);

/** A log that passes its warnings and errors to a function. */
function logTo(take: (line: string) => void): Log {
  return createLog({
    level: "warn",
    format: "json",
    write: (bytes) => {
      take(new TextDecoder().decode(bytes));
      return Promise.resolve(bytes.length);
    },
    now: () => new Date(),
  });
}

/** A guarded server on this machine; overrides replace the default settings. */
async function serverOf(
  {
    listen = (port: number) => Deno.listen({ hostname: "127.0.0.1", port }),
    log = SILENT,
    handler,
    limits = {},
    wrapped = (serve) => serve,
  }: {
    readonly listen?: (port: number) => Deno.TcpListener;
    readonly log?: Log;
    readonly handler?: Deno.ServeHandler<Deno.NetAddr>;
    readonly limits?: Partial<typeof LIMITS>;
    readonly wrapped?: (serve: ServeConnection) => ServeConnection;
  },
) {
  const serve = await findServeConnection();
  assert.ok(serve !== null);
  return new GuardedServer({
    listen,
    serve: wrapped(serve),
    limits: { ...LIMITS, ...limits },
    isTrustedProxy: () => false,
    handler: handler ?? (() => new Response(null, { status: 204, headers: { connection: "close" } })),
    log,
  });
}

/** The same server, already listening. */
async function started(parts: Parameters<typeof serverOf>[0]) {
  const { addr, shutdown } = (await serverOf(parts)).start(0);
  return { port: addr.port, shutdown };
}

/** A response without an end, and a promise of its cancellation by the reader. */
function endless(): { readonly response: () => Response; readonly cancelled: Promise<void> } {
  const cancelled = Promise.withResolvers<void>();
  const body = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(PART),
      cancel: () => cancelled.resolve(),
    });
  return { response: () => new Response(body()), cancelled: cancelled.promise };
}

async function ended(client: Deno.TcpConn): Promise<void> {
  while (await client.read(PART).catch(() => null) !== null);
}

/** Sends a request and resolves to the first 12 characters of the response. */
async function statusLine(client: Deno.TcpConn): Promise<string> {
  await client.write(GET);
  const answer = new Uint8Array(100);
  const length = await client.read(answer).catch(() => null);
  return new TextDecoder().decode(answer.subarray(0, length ?? 0)).slice(0, 12);
}

Deno.test("a request that waits while the process stalls is answered, however late", async () => {
  for (let round = 0; round < 2; round++) {
    const accepted = Promise.withResolvers<void>();
    const server = await started({ wrapped: (serve) => (...parts) => (accepted.resolve(), serve(...parts)) });
    using client = await connected(server.port);
    await accepted.promise;
    const answer = statusLine(client);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * LIMITS.headersMilliseconds);
    assert.equal(await answer, "HTTP/1.1 204");
    await server.shutdown();
  }
});

Deno.test("a listener that fails for an unknown reason again and again is replaced, and its port is served", async () => {
  const lines: string[] = [];
  const replaced = Promise.withResolvers<void>();
  const log = logTo((line) => {
    lines.push(line);
    replaced.resolve();
  });
  let listeners = 0;
  const guarded = await serverOf({
    log,
    limits: { headersMilliseconds: 10_000 },
    listen: (port) => {
      const listener = Deno.listen({ hostname: "127.0.0.1", port });
      if (listeners++ === 0) listener.accept = () => Promise.reject(new Error("It is out of order."));
      return listener;
    },
  });
  const server = keepServing(0, guarded.start, log);
  await replaced.promise;
  using client = await connected(server.port);
  assert.equal(await statusLine(client), "HTTP/1.1 204");
  await server.shutdown();
  assert.equal(listeners, 2);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /"listening anew","reason":"Error: It is out of order\."/);
});

Deno.test("an unread answer ends with its connection", async () => {
  const { response, cancelled } = endless();
  const server = await started({ handler: response, limits: { headersMilliseconds: 10_000 } });
  using unread = await connected(server.port);
  await unread.write(GET);
  await cancelled;
  await ended(unread);
  await server.shutdown();
});

Deno.test("unread answers make room for a new client", async () => {
  const handler = ({ url }: Request) => url.endsWith("/new") ? new Response("welcome") : endless().response();
  const limits = { total: 3, headersMilliseconds: 100_000, idleMilliseconds: 100_000 };
  const server = await started({ handler, limits });
  const clients: Deno.TcpConn[] = [];
  for (let n = 0; n < 3; n++) {
    const client = await connected(server.port);
    clients.push(client);
    await client.write(GET);
    await client.read(PART);
  }
  const answer = await fetch(`http://127.0.0.1:${server.port}/new`);
  assert.equal(await answer.text(), "welcome");
  await ended(clients[0]!);
  for (const client of clients) client.close();
  await server.shutdown();
});

Deno.test("a connection that has ended by itself can still be closed", async () => {
  const [ended, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = await started({
    // The guard learns of the end after it has closed the late connection.
    wrapped: (serve) => (tcp, signal, ...parts) => {
      signal.onabort = () => closed.resolve();
      const served = serve(tcp, signal, ...parts);
      served.finished.then(ended.resolve, ended.resolve);
      return { ...served, finished: closed.promise };
    },
  });
  (await connected(server.port)).close();
  await ended.promise;
  await closed.promise;
  await server.shutdown();
});

Deno.test("the log reports at once how many clients are refused, and which hold the places", async () => {
  const logged = Promise.withResolvers<string>();
  const log = logTo(logged.resolve);
  const answered = Promise.withResolvers<Response>();
  const begun = Promise.withResolvers<void>();
  const handler = () => {
    begun.resolve();
    return answered.promise;
  };
  const server = await started({ handler, log, limits: { total: 1, perAddress: 10 } });
  const first = fetch(`http://127.0.0.1:${server.port}/`);
  await begun.promise;
  using second = await connected(server.port);
  await ended(second);
  const { message, refused, most_held_by } = JSON.parse(await logged.promise);
  assert.deepEqual({ message, refused, most_held_by }, {
    message: "no room for more connections",
    refused: 1,
    most_held_by: "127.0.0.1: 1",
  });
  answered.resolve(new Response("late"));
  assert.equal(await (await first).text(), "late");
  await server.shutdown();
});

Deno.test("over HTTP/2 a body that stops ends its connection, however many others end meanwhile", async () => {
  const handler = async (request: Request) => new Response(await request.text());
  const server = await started({ handler, limits: { headersMilliseconds: 10_000, bodyMilliseconds: 1000 } });
  const { session, closed } = sessionWith(server);
  const half = session.request({ ":method": "POST", ":path": "/" });
  half.on("error", () => {});
  half.write("half");
  let whole = 0;
  for (let isOpen = true; isOpen;) {
    isOpen = await Promise.race([post(session).then(() => ++whole > 0, () => false), closed.then(() => false)]);
  }
  assert.ok(whole > 0);
  await server.shutdown();
});

Deno.test("over HTTP/2 an answer of which only the last part is not taken ends its connection", async () => {
  const body = () => ReadableStream.from([new TextEncoder().encode("all there is")]);
  const server = await started({ handler: () => new Response(body()) });
  const { session, closed } = sessionWith(server, { initialWindowSize: 0 });
  assert.equal(await get(session), 200);
  await within("The end of the connection", closed, 30);
  await server.shutdown();
});

Deno.test("over HTTP/2 requests beyond a client's share are refused", async () => {
  const answered = Promise.withResolvers<void>();
  const handler = async () => {
    await answered.promise;
    return new Response("late");
  };
  const server = await started({ handler, limits: { perAddress: 10 } });
  const { session } = sessionWith(server);
  // Two requests share the connection's place: the end of an answer may be noticed after the next request has begun.
  const [all, most] = [30, 11];
  const refused: number[] = [];
  const areRefused = Promise.withResolvers<void>();
  const statuses = Array.from({ length: all }, async () => {
    const status = await get(session);
    if (refused.push(status) === all - most) areRefused.resolve();
    return status;
  });
  await within("The refusals", areRefused.promise);
  assert.deepEqual(refused, Array(all - most).fill(503));
  answered.resolve();
  assert.equal((await Promise.all(statuses)).filter((status) => status === 200).length, most);
  session.destroy();
  await server.shutdown();
});

function sessionWith({ port }: { readonly port: number }, settings: http2.Settings = {}) {
  const session = http2.connect(`http://127.0.0.1:${port}`, { settings }).on("error", () => {});
  return { session, closed: new Promise<void>((resolve) => session.once("close", resolve)) };
}

function get(session: ClientHttp2Session): Promise<number> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ":path": "/" });
    stream.once("response", (headers) => resolve(Number(headers[":status"])));
    stream.once("error", reject);
    stream.resume();
  });
}

function post(session: ClientHttp2Session): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ":method": "POST", ":path": "/" });
    stream.once("end", resolve).once("error", reject).once("close", reject);
    stream.resume();
    stream.end("whole");
  });
}

/** Connects as soon as the server listens. */
async function connected(port: number): Promise<Deno.TcpConn> {
  for (;;) {
    try {
      return await Deno.connect({ hostname: "127.0.0.1", port });
    } catch (error) {
      if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
    }
  }
}
