import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import zlib from "node:zlib";
import { gunzip, gzip } from "../../../domain/documents/representation.ts";

Deno.test("gunzip() gives back what was compressed, in an array of its own length", () => {
  for (const length of [0, 1, 10, 70_000, 3_000_000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => at * at >> 7);
    const content = gunzip(gzip(bytes));
    assert.equal(Buffer.compare(content, bytes), 0);
    assert.ok(content.buffer.byteLength <= length + 1, `${content.buffer.byteLength} for ${length}`);
  }
});

Deno.test("gunzip() reads from the middle of a buffer, as parts of an archive stand", () => {
  const part = gzip(new TextEncoder().encode("good work"));
  const archive = new Uint8Array([...part, ...part, 1, 2, 3]);
  const content = gunzip(archive.subarray(part.length, 2 * part.length));
  assert.equal(new TextDecoder().decode(content), "good work");
});

Deno.test("gunzip() refuses damaged bytes, whatever length they tell", () => {
  const damaged = zlib.gzipSync("good work");
  damaged.fill(0xff, damaged.length - 4);
  assert.throws(() => gunzip(damaged));
});
