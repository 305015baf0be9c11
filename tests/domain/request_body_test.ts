import assert from "node:assert/strict";
import { readBody } from "../../domain/request_body.ts";

const MOST = 65_536;

function post(body: BodyInit, headers: Readonly<Record<string, string>> = {}): Request {
  return new Request("https://reviews.example/mcp", { method: "POST", body, headers });
}

function streamed(chunks: Iterable<Uint8Array>): Request {
  return post(ReadableStream.from(chunks));
}

function* chunksOf(count: number, bytes: number): Generator<Uint8Array, undefined> {
  for (let n = 0; n < count; n++) yield new Uint8Array(bytes).fill(0x61);
}

/** A body that declares its length and has not ended, and the function that ends it. */
function unfinished(length: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const body = new ReadableStream({
    async pull(controller) {
      await promise;
      controller.close();
    },
  });
  return { request: post(body, { "content-length": String(length) }), end: resolve };
}

async function statusOf(read: ReturnType<typeof readBody>): Promise<number | string> {
  const answer = await read;
  return answer instanceof Uint8Array ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(answer) : answer.status;
}

Deno.test("a body is read up to its maximum length, with or without a declared length", async () => {
  const split = Array.from(new TextEncoder().encode("\ufeffé水😀"), (one) => new Uint8Array([one]));
  assert.equal(await statusOf(readBody(streamed(split), MOST)), "\ufeffé水😀");
  assert.equal(await statusOf(readBody(post("é", { "content-length": "2" }), 2)), "é");
  assert.equal(await statusOf(readBody(post("é", { "content-length": "2" }), 1)), 413);
  assert.equal(await statusOf(readBody(streamed(chunksOf(3, 1)), 2)), 413);
  assert.equal(await statusOf(readBody(new Request("https://reviews.example/", { method: "POST" }), MOST)), "");
});

Deno.test("a body of many small chunks is refused as soon as it is mostly framing", async () => {
  assert.equal(await statusOf(readBody(streamed(chunksOf(256, 1)), MOST)), "a".repeat(256));
  assert.equal(await statusOf(readBody(streamed(chunksOf(1000, 64)), MOST)), "a".repeat(64_000));
  let sent = 0;
  const counted = function* () {
    for (const chunk of chunksOf(10_000, 1)) yield (sent++, chunk);
  };
  const answer = await readBody(streamed(counted()), MOST);
  assert.match("message" in answer ? answer.message : "", /over 256 chunks with fewer than 64 bytes/);
  assert.ok(sent < 300, String(sent));
});

Deno.test("of too many unfinished bodies, the newest of the network that takes most is refused, and room returns", async () => {
  const ends: (() => void)[] = [];
  const read = (network: string, length = MOST) => {
    const { request, end } = unfinished(length);
    ends.push(end);
    return statusOf(readBody(request, MOST, network));
  };
  const refusals = async (bodies: readonly ReturnType<typeof statusOf>[]) => {
    for (const end of ends.splice(0)) end();
    return (await Promise.all(bodies)).map((status) => status === 429);
  };
  const alone = await refusals(Array.from({ length: 60 }, () => read("198.51.100.1")));
  const refused = alone.filter(Boolean).length;
  assert.ok(refused > 20 && refused < 40, String(refused));
  // The last ones, as none of the earlier ones has ended.
  assert.ok(alone.slice(-refused).every(Boolean));
  // Another network takes the rest, and a third still gets room for a short body: the first ones give way.
  const long = ["198.51.100.1", "198.51.100.2"].flatMap((network) => Array.from({ length: 60 }, () => read(network)));
  const short = Array.from({ length: 20 }, () => read("192.0.2.1", 300));
  const outcomes = await refusals([...long, ...short]);
  assert.ok(!outcomes.slice(long.length).some(Boolean));
  const left = outcomes.slice(0, long.length).filter((isRefused) => !isRefused).length;
  assert.ok(left < 2 * (60 - refused), String(left));
  assert.equal(await statusOf(readBody(post("again"), MOST, "198.51.100.1")), "again");
});

Deno.test("many networks with one unfinished body each lock nobody out: the oldest of them gives way", async () => {
  const held = Array.from({ length: 200 }, (_, n) => {
    const { request, end } = unfinished(1);
    return { end, ended: statusOf(readBody(request, MOST, `198.51.100.${n}`)) };
  });
  for (const network of ["192.0.2.1", "192.0.2.2"]) {
    const few = await Promise.all(["one", "two", "three"].map((text) => statusOf(readBody(post(text), MOST, network))));
    assert.deepEqual(few, ["one", "two", "three"]);
  }
  for (const { end } of held) end();
  const refused = (await Promise.all(held.map(({ ended }) => ended))).map((status) => status === 429);
  const count = refused.filter(Boolean).length;
  assert.ok(count > 40 && count < 70, String(count));
  assert.ok(refused.slice(0, count).every(Boolean));
});
