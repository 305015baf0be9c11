import assert from "node:assert/strict";
import { ShellProgram } from "../../support/service/shell_program.ts";

const ROOT = `${import.meta.dirname}/../../..`;
const TLS = `${ROOT}/tests/fixtures/tls`;

Deno.test("the subscriber of the documents confirms its own topic alone, and ignores what the hub did not sign", async () => {
  const folder = await Deno.makeTempDir();
  const env = {
    TOPIC: "https://reviews.example/reviews.json",
    CERT: `${TLS}/subscriber.pem`,
    KEY: `${TLS}/subscriber.key`,
  };
  {
    await using subscriber = new ShellProgram(`deno run -A '${ROOT}/examples/subscriber.ts'`, folder, {
      ...env,
      PORT: "0",
      NO_COLOR: "1",
    });
    const [, port] = await subscriber.printed(/Listening on https:\/\/[\d.]+:(\d+)\//);
    const callback = `https://localhost:${port}/callback`;
    using client = Deno.createHttpClient({ caCerts: [await Deno.readTextFile(`${TLS}/ca.pem`)] });
    for (const [topic, status, text] of [[env.TOPIC, 200, "c"], ["other", 404, ""]] as const) {
      const query = new URLSearchParams({ "hub.mode": "subscribe", "hub.topic": topic, "hub.challenge": "c" });
      const answer = await fetch(`${callback}?${query}`, { client });
      assert.deepEqual([answer.status, await answer.text()], [status, text]);
    }
    for (const signature of ["", "sha256=" + "0".repeat(64)]) {
      const before = subscriber.lines.length;
      const headers = { "x-hub-signature": signature, "webhook-timestamp": String(Date.now() / 1000) };
      const forged = await fetch(callback, { client, method: "POST", body: "{}", headers });
      assert.deepEqual([forged.status, await forged.text()], [204, ""]);
      await subscriber.printed(/^ignored/, before);
    }
  }
  await Deno.remove(folder, { recursive: true });
});
