import assert from "node:assert/strict";
import { byteStream, encodeTexts, joinBytes, moveBytes } from "../../domain/buffers.ts";
import { Buffer } from "node:buffer";

Deno.test("byteStream() sends all bytes in stretches of at most 64 KiB and leaves the pieces as they were", async () => {
  const whole = Uint8Array.from({ length: 200_000 }, (_, at) => at % 251);
  const pieces = [whole.subarray(0, 3), whole.subarray(3, 3), whole.subarray(3, 150_000), whole.subarray(150_000)];
  for (let time = 0; time < 2; time++) {
    const stretches = await Array.fromAsync(byteStream(pieces));
    assert.deepEqual(stretches.map(({ length }) => length), [3, 65_536, 65_536, 18_925, 50_000]);
    assert.deepEqual(await new Response(byteStream(pieces)).bytes(), whole);
  }
  assert.deepEqual(await Array.fromAsync(byteStream([])), []);
});

Deno.test("byteStream() takes no more from a document than its reader requests", async () => {
  let taken = 0;
  const piece = new Proxy(new Uint8Array(10_000_000), {
    get(target, key) {
      if (key === "subarray") taken++;
      const value = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const reader = byteStream([piece]).getReader();
  await reader.read();
  assert.ok(taken <= 2, `${taken} stretches`);
  await reader.cancel();
});

Deno.test("joinBytes() and moveBytes() concatenate pieces, and moveBytes() frees their memory", () => {
  const pieces = [[1, 2], [], [3]].map((bytes) => Uint8Array.from(bytes));
  for (const join of [joinBytes, moveBytes]) assert.deepEqual([[...join(pieces)], join([]).length], [[1, 2, 3], 0]);
  assert.deepEqual(pieces.map(({ buffer }) => buffer.byteLength), [0, 0, 0]);
});

Deno.test("encodeTexts() gives the bytes of all texts, whether they fit into one block or not", () => {
  const long = "é€😀".repeat(3_000_000);
  for (const texts of [[], [""], ["é"], ["a", "", "b€", "😀"], ["a", long, "b", long, "c"]]) {
    assert.ok(Buffer.from(texts.join("")).equals(encodeTexts(texts)));
  }
});
