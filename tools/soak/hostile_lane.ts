import { connect } from "node:net";
import type { SoakStage } from "./soak_stage.ts";
import { servicesUp } from "./exchange.ts";
import { type Action, pick } from "./lane.ts";

const END = "\r\nHost: reviews.example\r\nConnection: close\r\n\r\n";
const READ_WITHIN_MS = 5000;

/** Hostile requests as sent, by name. */
const REQUESTS: Readonly<Record<string, string>> = {
  "no HTTP": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".repeat(50),
  "bytes and line feeds": "\r\n\0\r\n\r\n\xff\xfe",
  "a head without end": `GET /reviews.json HTTP/1.1\r\nHost: x\r\n${"X-Filler: y\r\n".repeat(20_000)}`,
  "a long target": `GET /${"a".repeat(100_000)} HTTP/1.1${END}`,
  "a way out of the folder": `GET /docs/../../../../etc/passwd HTTP/1.1${END}`,
  "encoded ways": `GET /reviews/%2e%2e%2f%00%ff HTTP/1.1${END}`,
  "two lengths": `POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\nhello`,
  "length and chunks":
    `POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
  "a huge chunk": `POST /mcp HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n`,
  "a large form": post("/api/websub/hub", "application/x-www-form-urlencoded", "a=b&".repeat(100_000)),
  "deep JSON": post("/mcp", "application/json", "[".repeat(60_000)),
  "a batch": post("/mcp", "application/json", `[${`{"jsonrpc":"2.0","id":1,"method":"tools/list"},`.repeat(50)}1]`),
  "a search for everything": `GET /api/reviews/search?query=${"%25".repeat(500)}&limit=100 HTTP/1.1${END}`,
  "a target without a path": "GET http://x?q=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
  "a host that chooses the route": "GET /nothing HTTP/1.1\r\nHost: x/reviews.json?\r\nConnection: close\r\n\r\n",
  "an upgrade": `GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n`,
};

function post(path: string, type: string, body: string): string {
  const fields =
    `Content-Type: ${type}\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${body.length}`;
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields}\r\n\r\n${body}`;
}

/**
 * Returns actions that send hostile requests. The service must refuse each or close the connection, never answer with a
 * 5xx.
 */
export function hostileActions(stage: SoakStage, random: () => number): readonly Action[] {
  if (stage.options.without.has("hostile")) return [];
  const { findings } = stage;
  return Object.entries(REQUESTS).map(([name, request]) => [1, async () => {
    const service = pick(servicesUp(stage), random);
    if (service === undefined) return;
    const status = await statusOf(service.port, request);
    findings.count(`hostile: ${status ?? "closed or kept waiting"}`);
    if (status !== null && status >= 500 && status !== 503) {
      findings.fault("wrong", `${name} is answered by ${service.name} with ${status}.`);
    }
  }]);
}

/** Returns the status of the answer; null if the service closes the connection or waits for more. */
function statusOf(port: number, request: string): Promise<number | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, timeout: READ_WITHIN_MS });
    socket.on("data", (answer) => {
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(answer.toString("latin1")) ?? [];
      resolve(status === undefined ? null : Number(status));
      socket.destroy();
    });
    socket.on("timeout", () => socket.destroy());
    socket.on("error", () => {});
    socket.on("close", () => resolve(null));
    socket.write(request, "latin1");
  });
}
