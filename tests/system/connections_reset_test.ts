import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { filledStore } from "../support/hub/hub_under_test.ts";
import { openConnections, startServer, type TestServer, within } from "../support/service/test_server.ts";

const GET = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
const HALF_A_BODY = "POST /api/websub/hub HTTP/1.1\r\nHost: localhost\r\n" +
  "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\nhub.mode=";

/** Fewer than the 511 connections that the system queues, and than the share of one client. */
const AT_ONCE = 200;
const ROUNDS = 5;

/** How a client leaves: with a reset (`SO_LINGER` 0), or by closing only its sending side. */
const LEAVING = {
  "a request and a reset": (socket: Socket) => socket.write(GET, () => socket.resetAndDestroy()),
  "half a body and a reset": (socket: Socket) => socket.write(HALF_A_BODY, () => socket.resetAndDestroy()),
  "a reset at once, as a proxy's probe": (socket: Socket) => socket.resetAndDestroy(),
  "a request and half an end": (socket: Socket) => socket.end(GET),
};

/** Connects while the service is stopped, so that every client has left before its connection is accepted. */
async function leaveUnaccepted(
  server: TestServer,
  count: number,
  leave: (socket: Socket) => void,
): Promise<readonly string[]> {
  server.kill("SIGSTOP");
  const clients = Array.from({ length: count }, () => {
    const socket = connect({ host: "127.0.0.1", port: Number(new URL(server.origin).port) });
    let received = "";
    socket.setEncoding("latin1").on("data", (text: string) => received += text).on("error", () => {});
    const left = new Promise((resolve) => socket.once("connect", () => resolve(leave(socket))));
    const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
    return { left, closed };
  });
  await Promise.all(clients.map(({ left }) => left));
  server.kill("SIGCONT");
  return await Promise.all(clients.map(({ closed }) => closed));
}

for (const [environment, name] of [[{}, "bounds"], [{ DENO_DEPLOYMENT_ID: "d" }, "no bounds"]] as const) {
  Deno.test(`with ${name}, hundreds of clients that leave before they are accepted delay no other client`, async () => {
    await using store = await filledStore();
    await using server = await startServer(store.kvPath, environment);
    for (const [what, leave] of Object.entries(LEAVING)) {
      for (let round = 0; round < ROUNDS; round++) {
        const answers = await within(what, leaveUnaccepted(server, AT_ONCE, leave), 30);
        using next = await openConnections(server.origin, 1);
        assert.equal(await within(`The next answer after ${what}`, next.list[0]!.health(), 30), 200);
        if (leave === LEAVING["a request and half an end"]) {
          assert.ok(answers.every((answer) => answer.startsWith("HTTP/1.1 200")));
        }
      }
    }
    assert.deepEqual(server.log.filter(({ level }) => level !== "info"), []);
  });
}
