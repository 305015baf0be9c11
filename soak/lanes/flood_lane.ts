import { connect, type Socket } from "node:net";
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
];

/** Opens far more connections than the service may, and sends little or nothing over them. */
export function floodActions(stage: SoakStage, random: () => number): readonly Action[] {
  // Only there any address of 127.0.0.0/8 is this machine's own.
  if (stage.options.without.has("flood") || Deno.build.os !== "linux") return [];
  const { findings, timeline, over } = stage;

  async function flood(crowd: Crowd): Promise<void> {
    const service = pick(servicesUp(stage), random);
    const milliseconds = SHORTEST_MS + random() * (LONGEST_MS - SHORTEST_MS);
    if (service === undefined) return;
    findings.count(`flood: ${crowd.name}`);
    const end = timeline.begin("flood", service.name);
    const sockets = Array.from({ length: crowd.connections }, (_, n) => join(service, crowd, n));
    findings.count("flood: connections in all", sockets.length);
    await wait(milliseconds, over);
    findings.count("flood: connections closed by the service", sockets.filter(({ destroyed }) => destroyed).length);
    for (const socket of sockets) socket.destroy();
    end();
  }
  return CROWDS.map((crowd) => ({ name: crowd.name, times: 1, run: () => flood(crowd) }));
}

function join({ port }: Service, { addresses, head, drip }: Crowd, number: number): Socket {
  const localAddress = `127.0.7.${1 + number % addresses}`;
  const socket = connect({ host: "127.0.0.1", port, localAddress });
  // Refused or closed by the service, which is right.
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
