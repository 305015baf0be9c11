import http2 from "node:http2";
import { connect, type Socket } from "node:net";
import type { Findings } from "../stage/findings.ts";
import type { Service } from "../stage/service.ts";
import { MOST_DESCRIPTORS } from "../stage/service.ts";
import type { SoakStage } from "../soak_stage.ts";
import { wait } from "../wait.ts";
import { servicesUp } from "./exchange.ts";
import { type Action, pick } from "./lane.ts";

/** More than the service may have open. */
const TOO_MANY = Math.ceil(MOST_DESCRIPTORS * 1.4);
const SHORTEST_MS = 2000;
const LONGEST_MS = 8000;
const DRIP_MS = 300;

/** What a crowd of connections does. */
interface Crowd {
  readonly name: string;
  readonly connections: number;
  /** How many addresses of this machine they come from; the readers come from another one. */
  readonly addresses: number;
  /** What each sends at once. */
  readonly head: string;
  /** What each sends byte by byte after it. */
  readonly drip: string;
}

const HOST = "Host: reviews.example\r\n";
const CROWDS: readonly Crowd[] = [
  { name: "silent", connections: TOO_MANY, addresses: 1, head: "", drip: "" },
  { name: "silent, many addresses", connections: TOO_MANY, addresses: 60, head: "", drip: "" },
  {
    name: "dripping heads",
    connections: 200,
    addresses: 20,
    head: "",
    drip: `GET /reviews.json HTTP/1.1\r\n${HOST}X-A: `,
  },
  {
    name: "dripping bodies",
    connections: 60,
    addresses: 20,
    head:
      `POST /api/websub/hub HTTP/1.1\r\n${HOST}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\n`,
    drip: "hub.mode=subscribe&hub.topic=",
  },
  { name: "idle", connections: 200, addresses: 20, head: `GET /healthz HTTP/1.1\r\n${HOST}\r\n`, drip: "" },
  {
    name: "readers that do not read",
    connections: 60,
    addresses: 20,
    head: `GET /reviews.json HTTP/1.1\r\n${HOST}\r\n`,
    drip: "",
  },
  {
    name: "readers of compressed answers that do not read, from five addresses",
    connections: TOO_MANY,
    addresses: 5,
    head: `GET /api/reviews/since/2000-01-01 HTTP/1.1\r\n${HOST}Accept-Encoding: gzip\r\n\r\n`,
    drip: "",
  },
];

/** How clients leave before their connection is accepted or their request is answered. */
const LEAVING: Readonly<Record<string, (socket: Socket) => void>> = {
  "resets": (socket) => socket.write(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`, () => socket.resetAndDestroy()),
  "resets in a body": (socket) =>
    socket.write(`POST /mcp HTTP/1.1\r\n${HOST}Content-Length: 900\r\n\r\n{`, () => socket.resetAndDestroy()),
  "resets at once, as a proxy's probe": (socket) => socket.resetAndDestroy(),
  "half ends": (socket) => socket.end(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`),
};
const LEAVING_AT_ONCE = 1000;
const LEAVING_A_SECOND = 200;
const LEAVE_EVERY_MS = 50;

const SESSIONS = 4;
const REQUESTS_A_SESSION = 200;
/** Requests whose answers are never taken, or whose bodies never end. */
const HTTP2_REQUESTS: Readonly<Record<string, http2.OutgoingHttpHeaders>> = {
  "HTTP/2 with a window of 0": { ":path": "/api/reviews/since/2000-01-01", "accept-encoding": "gzip" },
  "half bodies over HTTP/2": { ":method": "POST", ":path": "/mcp", "content-type": "application/json" },
};

/** Opens far more connections than the service may, sends little or nothing over them, or leaves at once. */
export function floodActions(stage: SoakStage, random: () => number): readonly Action[] {
  // Only there any address of 127.0.0.0/8 is this machine's own.
  if (stage.options.without.has("flood") || Deno.build.os !== "linux") return [];
  const { findings, timeline, over } = stage;
  const floods: Readonly<Record<string, (service: Service) => () => void>> = {
    ...Object.fromEntries(CROWDS.map((crowd) => [crowd.name, (service) => crowdOf(service, crowd, findings)])),
    ...mapValues(LEAVING, (leave) => (service: Service) => leaving(service, leave)),
    ...mapValues(HTTP2_REQUESTS, (headers) => (service: Service) => requestsOfHttp2(service, headers)),
  };
  return Object.entries(floods).map(([name, begin]) => ({
    name,
    times: 1,
    run: async () => {
      const service = pick(servicesUp(stage), random);
      const milliseconds = SHORTEST_MS + random() * (LONGEST_MS - SHORTEST_MS);
      if (service === undefined) return;
      findings.count(`flood: ${name}`);
      const end = timeline.begin("flood", service.name);
      const stop = begin(service);
      await wait(milliseconds, over);
      stop();
      end();
    },
  }));
}

/** Each flood returns what ends it. */
function crowdOf(service: Service, crowd: Crowd, findings: Findings): () => void {
  const sockets = Array.from({ length: crowd.connections }, (_, n) => join(service, crowd, n));
  findings.count("flood: connections in all", sockets.length);
  return () => {
    findings.count("flood: connections closed by the service", sockets.filter(({ destroyed }) => destroyed).length);
    for (const socket of sockets) socket.destroy();
  };
}

function leaving(service: Service, leave: (socket: Socket) => void): () => void {
  let number = 0;
  const some = (count: number) => {
    for (let n = 0; n < count; n++) {
      const socket = clientOf(service, 20, number++);
      socket.once("connect", () => leave(socket));
      socket.resume();
    }
  };
  some(LEAVING_AT_ONCE);
  const timer = setInterval(() => some(LEAVING_A_SECOND * LEAVE_EVERY_MS / 1000), LEAVE_EVERY_MS);
  return () => clearInterval(timer);
}

function requestsOfHttp2(service: Service, headers: http2.OutgoingHttpHeaders): () => void {
  const sessions = Array.from({ length: SESSIONS }, (_, number) => {
    const session = http2.connect(service.origin, {
      settings: { initialWindowSize: 0 },
      createConnection: () => clientOf(service, SESSIONS, number),
    });
    session.on("error", () => session.destroy());
    // One after the other, so that each answer is begun before the next is asked for.
    const ask = (left: number) => {
      if (left === 0 || session.destroyed) return;
      const stream = session.request(headers);
      stream.on("error", () => {});
      if (headers[":method"] !== "POST") return stream.once("response", () => ask(left - 1));
      stream.write("{");
      ask(left - 1);
    };
    ask(REQUESTS_A_SESSION);
    return session;
  });
  return () => {
    for (const session of sessions) session.destroy();
  };
}

function mapValues<A, B>(values: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

/** A connection of one of so many addresses. It may be refused or closed by the service, which is right. */
function clientOf({ port }: Service, addresses: number, number: number): Socket {
  const socket = connect({ host: "127.0.0.1", port, localAddress: `127.0.7.${1 + number % addresses}` });
  socket.on("error", () => socket.destroy());
  return socket;
}

function join(service: Service, { addresses, head, drip }: Crowd, number: number): Socket {
  const socket = clientOf(service, addresses, number);
  socket.on("end", () => socket.destroy());
  socket.on("connect", () => void (head !== "" && socket.write(head)));
  if (drip === "") return socket;
  let at = 0;
  const timer = setInterval(() => {
    if (!socket.destroyed && !socket.connecting) socket.write(drip.charAt(at++ % drip.length));
  }, DRIP_MS);
  socket.on("close", () => clearInterval(timer));
  return socket;
}
