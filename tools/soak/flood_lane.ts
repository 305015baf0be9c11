import { connect, type Socket } from "node:net";
import { servicesUp } from "./exchange.ts";
import { type Action, pick } from "./lane.ts";
import { MOST_DESCRIPTORS, type Service } from "./service.ts";
import type { SoakStage } from "./soak_stage.ts";
import { wait } from "./timeline.ts";

/** Number of connections of a flood: more than the service may have open. */
const TOO_MANY = Math.ceil(MOST_DESCRIPTORS * 1.4);
const SHORTEST_MS = 2000;
const LONGEST_MS = 8000;
const DRIP_MS = 300;

/** Flood of similar connections. */
interface Crowd {
  readonly name: string;
  readonly connections: number;
  /** Number of client addresses of the flood. Readers have another address. */
  readonly addresses: number;
  /** Bytes that each connection sends at once. */
  readonly head?: string;
  /** Bytes that each connection then sends one by one. */
  readonly drip?: string;
}

const HOST = "Host: reviews.example\r\n";
const FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
const CROWDS: readonly Crowd[] = [
  { name: "silent", connections: TOO_MANY, addresses: 1 },
  { name: "silent, many addresses", connections: TOO_MANY, addresses: 60 },
  { name: "dripping heads", connections: 200, addresses: 20, drip: `GET /reviews.json HTTP/1.1\r\n${HOST}X-A: ` },
  {
    name: "dripping bodies",
    connections: 60,
    addresses: 20,
    head: `POST /api/websub/hub HTTP/1.1\r\n${HOST}${FORM}Content-Length: 900\r\n\r\n`,
    drip: "hub.mode=subscribe&hub.topic=",
  },
  { name: "idle", connections: 200, addresses: 20, head: `GET /healthz HTTP/1.1\r\n${HOST}\r\n` },
  {
    name: "readers of compressed answers that do not read, from five addresses",
    connections: TOO_MANY,
    addresses: 5,
    head: `GET /api/reviews/since/2000-01-01 HTTP/1.1\r\n${HOST}Accept-Encoding: gzip\r\n\r\n`,
  },
];

/**
 * Returns actions that open far more connections than the service may have. The connections send little or nothing. The
 * tests of connections cover resets and HTTP/2.
 */
export function floodActions(stage: SoakStage, random: () => number): readonly Action[] {
  // Only Linux accepts all addresses of 127.0.0.0/8.
  if (stage.options.without.has("flood") || Deno.build.os !== "linux") return [];
  const { findings, timeline, over } = stage;
  return CROWDS.map((crowd) => [1, async () => {
    const service = pick(servicesUp(stage), random);
    const milliseconds = SHORTEST_MS + random() * (LONGEST_MS - SHORTEST_MS);
    if (service === undefined) return;
    findings.count(`flood: ${crowd.name}`);
    findings.count("flood: connections in all", crowd.connections);
    const end = timeline.begin("flood", service.name);
    const sockets = Array.from({ length: crowd.connections }, (_, number) => join(service, crowd, number));
    await wait(milliseconds, over);
    findings.count("flood: connections closed by the service", sockets.filter(({ destroyed }) => destroyed).length);
    for (const socket of sockets) socket.destroy();
    end();
  }]);
}

/** Opens one connection of a flood. The service may refuse or close it. */
function join({ port }: Service, { addresses, head = "", drip = "" }: Crowd, number: number): Socket {
  const socket = connect({ host: "127.0.0.1", port, localAddress: `127.0.7.${1 + number % addresses}` });
  socket.on("error", () => socket.destroy());
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
