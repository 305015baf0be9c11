import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { readBody } from "../../outbound/outbound_client.ts";

const encoder = new TextEncoder();

Deno.test("readBody returns up to the limit, in one piece, and whether it reached the end", async () => {
  for (const [limit, body, isComplete] of [[4, "abcd", true], [5, "abcd", true], [3, null, false]] as const) {
    const stream = new PassThrough();
    const reading = readBody(stream, limit);
    stream.write("ab");
    stream.end("cd");
    assert.deepEqual(await reading, { body: body && encoder.encode(body), isComplete });
  }
});

Deno.test("readBody returns an empty body", async () => {
  const stream = new PassThrough();
  stream.end();
  assert.deepEqual(await readBody(stream, 0), { body: new Uint8Array(0), isComplete: true });
});

Deno.test("readBody rejects when the stream fails, or closes without an end or an error", async () => {
  for (const [reason, message] of [[new Error("broken"), /broken/], [undefined, /closed before the end/]] as const) {
    const stream = new PassThrough();
    const reading = readBody(stream, 10);
    stream.write("ab");
    stream.destroy(reason);
    await assert.rejects(reading, message);
  }
});
