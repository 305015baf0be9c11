import assert from "node:assert/strict";
import { reviewOf } from "./support/reviews/review_of.ts";
import { runCli } from "./support/service/run_cli.ts";
import { tempStore } from "./support/service/temp_store.ts";
import { startServer } from "./support/service/test_server.ts";
import { TextLineStream } from "./support/service/text_line_stream.ts";

const ROOT = new URL("../", import.meta.url);
const TLS = new URL("tests/fixtures/tls/", ROOT).pathname;

Deno.test("the subscriber of the README confirms, receives a signed change and ignores a forged one", async () => {
  await using store = await tempStore();
  const readme = await Deno.readTextFile(new URL("README.md", ROOT));
  const [, code = ""] = /```ts\n(import \{ createHmac[^]*?)```/.exec(readme) ?? [];
  await Deno.writeTextFile(`${store.folder}/subscriber.ts`, code);
  await using server = await startServer(store.kvPath, {
    BASE_URL: "https://reviews.example",
    WEBSUB_CA_FILE: "tests/fixtures/tls/ca.pem",
    WEBSUB_ALLOW_CIDRS: "127.0.0.0/8",
    WEBSUB_DEBOUNCE_SECONDS: "0",
  });
  const topic = "https://reviews.example/reviews.json";
  await using subscriber = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--allow-net", "--allow-read", "--allow-env", `${store.folder}/subscriber.ts`],
    env: {
      TOPIC: topic,
      SECRET: "s3cret",
      CERT: `${TLS}subscriber.pem`,
      KEY: `${TLS}subscriber.key`,
      PORT: "0",
      NO_COLOR: "1",
    },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const printed = linesOf(subscriber.stdout);
  const told = linesOf(subscriber.stderr);
  const line = (pattern: RegExp) => lineOf(printed, pattern);

  const [, port] = await lineOf(told, /Listening on https:\/\/[\d.]+:(\d+)\//);
  const callback = `https://localhost:${port}/callback`;
  const body = new URLSearchParams({
    "hub.mode": "subscribe",
    "hub.topic": topic,
    "hub.callback": callback,
    "hub.secret": "s3cret",
  });
  const accepted = await fetch(`${server.origin}/api/websub/hub`, { method: "POST", body });
  assert.deepEqual([accepted.status, await accepted.text()], [202, ""]);
  await line(/^the hub says: subscribe/);

  await Deno.writeTextFile(`${store.folder}/more.json`, JSON.stringify([reviewOf()]));
  assert.equal((await runCli("import", [`${store.folder}/more.json`], store.kvPath)).code, 0);
  await line(/^received: 1 reviews, the newest of \d{4}-/);

  using client = Deno.createHttpClient({ caCerts: [await Deno.readTextFile(`${TLS}ca.pem`)] });
  for (const signature of ["", "sha256=" + "0".repeat(64)]) {
    const forged = await fetch(callback, {
      client,
      method: "POST",
      body: "{}",
      headers: { "x-hub-signature": signature },
    });
    assert.deepEqual([forged.status, await forged.text()], [204, ""]);
    await line(/^ignored/);
  }
  const other = await fetch(`${callback}?hub.mode=subscribe&hub.topic=other&hub.challenge=c`, { client });
  assert.equal(other.status, 404);
  await other.body?.cancel();
  subscriber.kill("SIGKILL");
  await Promise.all([printed.return?.(), told.return?.()]);
});

function linesOf(output: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncIterator<string> {
  return output.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream())[Symbol.asyncIterator]();
}

/** Reads lines until one matches the pattern. */
async function lineOf(lines: AsyncIterator<string>, pattern: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const { value, done } = await lines.next();
    assert.ok(!done, `The subscriber ended before it printed ${pattern}.`);
    const found = pattern.exec(value);
    if (found !== null) return found;
  }
}
