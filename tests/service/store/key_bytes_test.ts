import assert from "node:assert/strict";
import { fc, runs } from "../../support/properties.ts";
import { keyBytes, keyOf, selectorRange } from "../../../service/store/key_bytes.ts";

const part: fc.Arbitrary<Deno.KvKeyPart> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 5 }),
  fc.constantFrom("", "\0", "\0\0", "a\0", "\u{1F44B}", "ÿ"),
  fc.double({ noNaN: true }),
  fc.integer(),
  fc.boolean(),
  fc.uint8Array({ maxLength: 4 }),
);
const key = fc.array(part, { minLength: 1, maxLength: 4 });

function compare(a: Uint8Array, b: Uint8Array): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

Deno.test("keyBytes() sorts keys as Deno KV does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(key, { minLength: 2, maxLength: 20, selector: String }), async (keys) => {
      using kv = await Deno.openKv(":memory:");
      for (const each of keys) await kv.set(["k", ...each], 0);
      const sorted = (await Array.fromAsync(kv.list({ prefix: ["k"] }))).map((entry) => entry.key);
      assert.deepEqual([...sorted].sort((a, b) => compare(keyBytes(a), keyBytes(b))), sorted);
    }),
    runs(60),
  );
});

Deno.test("keyOf() reads what keyBytes() has written", () => {
  fc.assert(fc.property(key, (each) => assert.deepEqual(keyOf(keyBytes(each)), each)));
});

Deno.test("the keys of a prefix lie between the bytes of its range", () => {
  fc.assert(fc.property(key, part, (prefix, last) => {
    const { start, end } = selectorRange({ prefix });
    const bytes = keyBytes([...prefix, last]);
    assert.ok(compare(start, bytes) <= 0);
    assert.ok(compare(bytes, end) < 0);
    assert.ok(compare(keyBytes(prefix), start) < 0);
  }));
});

Deno.test("keyBytes() refuses a part of another type", () => {
  assert.throws(() => keyBytes([1n]), /A part of a key is a bigint; allowed are text, numbers/);
});
