import { announcePort } from "./announce_port.ts";

// A network between the service and its store: every piece of a request arrives some milliseconds later. It counts round
// trips: a request that follows an answer on the same connection begins a new one. A second port tells how many.

const [target = "", delay = "0"] = Deno.args;
const delayMilliseconds = Number(delay);
let roundTrips = 0;

async function pass(inner: Deno.TcpConn): Promise<void> {
  const outer = await Deno.connect({ hostname: "127.0.0.1", port: Number(target) });
  inner.setNoDelay(true);
  outer.setNoDelay(true);
  let isAnswered = true;
  const requests = new TransformStream<Uint8Array, Uint8Array>({
    transform: async (bytes, controller) => {
      if (isAnswered) roundTrips++;
      isAnswered = false;
      if (delayMilliseconds > 0) await new Promise((resolve) => setTimeout(resolve, delayMilliseconds));
      controller.enqueue(bytes);
    },
  });
  const answers = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, controller) => {
      isAnswered = true;
      controller.enqueue(bytes);
    },
  });
  await Promise.allSettled([
    inner.readable.pipeThrough(requests).pipeTo(outer.writable),
    outer.readable.pipeThrough(answers).pipeTo(inner.writable),
  ]);
}

const quiet = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
const counter = Deno.serve(quiet, () => new Response(String(roundTrips)));
announcePort(listener.addr.port);
announcePort(counter.addr.port);
for await (const connection of listener) void pass(connection).catch(() => {});
