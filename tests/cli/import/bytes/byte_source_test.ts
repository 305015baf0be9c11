import assert from "node:assert/strict";
import { ByteSource, streamReader } from "../../../../cli/import/bytes/byte_source.ts";

Deno.test("ByteSource.chunks() yields pieces of the size that its reader gives", async () => {
  const [piece, pieces] = [16_384, 200];
  const stream = ReadableStream.from(Array.from({ length: pieces }, () => new Uint8Array(piece)));
  using source = await ByteSource.of("a.zip/a.csv", { ...streamReader(stream), size: piece * pieces });
  const sizes = (await Array.fromAsync(source.chunks())).map(({ length }) => length);
  assert.equal(sizes.reduce((sum, size) => sum + size, 0), piece * pieces);
  assert.deepEqual(new Set(sizes.slice(1)), new Set([piece]));
});
