import assert from "node:assert/strict";
import { createLog, type LogOptions } from "../../service/log.ts";

function recording(options: Partial<LogOptions> = {}) {
  const writes: string[] = [];
  let time = Date.parse("2026-11-20T09:15:00.123Z");
  const log = createLog({
    level: "info",
    format: "json",
    write: (bytes) => {
      writes.push(new TextDecoder().decode(bytes));
      return Promise.resolve(bytes.length);
    },
    now: () => new Date(time),
    ...options,
  });
  return { log, writes, pass: (milliseconds: number) => time += milliseconds };
}

Deno.test("createLog() writes a line of JSON with time, level and message first", async () => {
  const { log, writes, pass } = recording();
  log.info('say "hi"\n', { path: "/x", bytes: 5, ok: true, none: null });
  pass(1);
  log.info("bare");
  await log.flush();
  assert.deepEqual(writes.join("").trimEnd().split("\n"), [
    '{"time":"2026-11-20T09:15:00.123Z","level":"info","message":"say \\"hi\\"\\n","path":"/x","bytes":5,"ok":true,"none":null}',
    '{"time":"2026-11-20T09:15:00.124Z","level":"info","message":"bare"}',
  ]);
});

Deno.test("createLog() writes short lines for people, and leaves out what is below its level", async () => {
  for (const [level, expected] of [["info", "09:15:00 request path=/x status=200\n"], ["warn", ""]] as const) {
    const { log, writes } = recording({ format: "pretty", level });
    log.info("request", { path: "/x", status: 200 });
    log.warn("careful");
    await log.flush();
    assert.deepEqual(writes, [`${expected}09:15:00 WARN careful\n`]);
  }
});

Deno.test("createLog() holds lines back and writes them together, but a warning at once", async () => {
  const { log, writes } = recording();
  log.info("one");
  log.info("two");
  assert.equal(writes.join(""), "");
  log.error("three");
  assert.equal(writes.length, 1);
  await log.flush();
  assert.equal(writes.join("").split("\n").length, 4);
});

Deno.test("createLog() writes at once if the buffer is large", async () => {
  const { log, writes } = recording();
  for (let n = 0; n < 1000; n++) log.info("x".repeat(100));
  assert.equal(writes.length, 1);
  await log.flush();
  assert.equal(writes.join("").trimEnd().split("\n").length, 1000);
});
