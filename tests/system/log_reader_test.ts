import assert from "node:assert/strict";
import { filledStore } from "../support/hub/hub_under_test.ts";
import { denoCommand } from "../support/service/run_cli.ts";
import { within } from "../support/service/test_server.ts";

// More lines than the pipe and the service hold together.
const REQUESTS = 6000;
const AT_ONCE = 32;

/** Starts a service whose log is read only on demand. */
function startUnread(kvPath: string) {
  const settings = { PORT: "0", HOST: "127.0.0.1", KV_PATH: kvPath, LOG_FORMAT: "json", METRICS_ADDR: "127.0.0.1:0" };
  const process = denoCommand(["run", "-q", "-A", "main.ts"], settings, { stderr: "inherit" }).spawn();
  const reader = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  async function readOn(): Promise<boolean> {
    const { done, value = "" } = await reader.read();
    text += value;
    return !done;
  }
  return {
    process,
    /** Reads on until the text so far matches. */
    readUntil: async (pattern: RegExp) => {
      for (;;) {
        const found = text.match(pattern);
        if (found !== null) return found;
        if (!await within(`${pattern} in the log`, readOn())) throw new Error(`The log ended: ${text.slice(-500)}`);
      }
    },
    /** Reads to the end of the log; resolves to all of it. */
    rest: async () => {
      while (await within("The rest of the log", readOn()));
      return text;
    },
    closeLog: () => reader.cancel(),
    [Symbol.asyncDispose]: async () => {
      try {
        process.kill("SIGKILL");
      } catch {
        // The process has already ended.
      }
      await reader.cancel();
      await process.status;
    },
  };
}

/** Ports of the service and of its metrics. */
async function portsOf(
  { readUntil }: ReturnType<typeof startUnread>,
): Promise<readonly [string | undefined, string | undefined]> {
  const [, port] = await readUntil(/\bport"?[:=](\d+)/);
  const [, metricsPort] = await readUntil(/metrics_port"?[:=](\d+)/);
  return [port, metricsPort];
}

/** Requests `/healthz` repeatedly; each request must be answered. */
async function ask(port: string | undefined, count: number): Promise<void> {
  let left = count;
  const asking = Array.from({ length: AT_ONCE }, async () => {
    while (left-- > 0) {
      const response = await fetch(`http://127.0.0.1:${port}/healthz`);
      await response.body?.cancel();
      assert.equal(response.status, 200);
    }
  });
  await within(`${count} requests`, Promise.all(asking));
}

async function droppedOf(metricsPort: string | undefined): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^reviews_log_lines_dropped_total (\d+)$/m.exec(text)?.[1]);
}

Deno.test("an unread log stops no request, and later reports its dropped lines", async () => {
  await using store = await filledStore();
  await using service = startUnread(store.kvPath);
  const [port, metricsPort] = await portsOf(service);
  await ask(port, REQUESTS);
  const dropped = await droppedOf(metricsPort);
  assert.ok(dropped > 0 && dropped < REQUESTS, `${dropped} dropped`);
  await service.readUntil(/lines were dropped.*\n/);
  // After the gap the log has all lines again.
  await ask(port, 1);
  service.process.kill("SIGTERM");
  const lines = (await service.rest()).trimEnd().split("\n");
  assert.equal((await service.process.status).code, 0);
  assert.match(lines.at(-1) ?? "", /stopped/);
  const told = lines.filter((line) => /lines were dropped/.test(line)).map((line) =>
    /lines"?[:=](\d+)/.exec(line)?.[1]
  );
  assert.deepEqual(told, [String(dropped)]);
  const requests = lines.filter((line) => /request.*\/healthz.*200/.test(line));
  assert.equal(requests.length + dropped, REQUESTS + 1);
  for (const line of lines) JSON.parse(line);
});

Deno.test("a closed log pipe ends no service; an unread one does not delay a stop", async () => {
  await using store = await filledStore();
  await using service = startUnread(store.kvPath);
  const [port, metricsPort] = await portsOf(service);
  await service.closeLog();
  // The write that fails comes a moment after the request.
  for (let dropped = 0; dropped === 0; dropped = await droppedOf(metricsPort)) await ask(port, 1);
  service.process.kill("SIGTERM");
  assert.equal((await service.process.status).code, 0);
  await using unread = startUnread(store.kvPath);
  const [unreadPort] = await portsOf(unread);
  await ask(unreadPort, REQUESTS);
  unread.process.kill("SIGTERM");
  assert.equal((await within("The stop", unread.process.status, 20)).code, 0);
});
