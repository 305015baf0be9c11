import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import zlib from "node:zlib";
import { gunzip, gzip } from "../../../domain/documents/representation.ts";
import { acceptedCodings } from "../../../domain/documents/content_negotiation.ts";
import { DECODERS } from "../../support/api/content_codings.ts";

Deno.test("gunzip() gives back what was compressed, in an array of its own length, also from within an archive", () => {
  for (const length of [0, 1, 10, 70_000, 3_000_000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => at * at >> 7);
    const part = gzip(bytes);
    for (const packed of [part, new Uint8Array([...part, ...part, 1]).subarray(part.length, 2 * part.length)]) {
      const content = gunzip(packed);
      assert.equal(Buffer.compare(content, bytes), 0);
      assert.ok(content.buffer.byteLength <= length + 1, `${content.buffer.byteLength} for ${length}`);
    }
  }
  const damaged = zlib.gzipSync("good work");
  damaged.fill(0xff, damaged.length - 4);
  assert.throws(() => gunzip(damaged));
});

Deno.test("acceptedCodings() lists by weight, among equals the smallest or the quickest first", () => {
  const cases: readonly [string | null, string, string][] = [
    [null, "identity", "identity"],
    ["", "identity", "identity"],
    ["gzip", "gzip,identity", "gzip,identity"],
    ["x-gzip", "gzip,identity", "gzip,identity"],
    ["gzip, br", "br,gzip,identity", "gzip,br,identity"],
    ["gzip, deflate, br, zstd", "br,zstd,gzip,identity", "zstd,gzip,br,identity"],
    ["gzip;q=1.0, br;q=0.5", "gzip,br,identity", "gzip,br,identity"],
    ["GZIP ; Q=0.8", "gzip,identity", "gzip,identity"],
    ["*", "br,zstd,gzip,identity", "zstd,gzip,br,identity"],
    ["*;q=0.5, gzip;q=0.6", "gzip,br,zstd,identity", "gzip,zstd,br,identity"],
    ["br;q=0, *", "zstd,gzip,identity", "zstd,gzip,identity"],
    ["identity", "identity", "identity"],
    ["identity, gzip;q=0.5", "identity,gzip", "identity,gzip"],
    ["gzip;q=0", "identity", "identity"],
    ["deflate", "identity", "identity"],
    ["gzip;q=nonsense", "gzip,identity", "gzip,identity"],
    // A weight that is not well-formed is 1, and of two the first counts.
    ["gzip;q=2, br;q=0.1234;x=y, zstd;q=", "br,zstd,gzip,identity", "zstd,gzip,br,identity"],
    [" gzip ; level=1 ; q=0.125 ;q=1 ,BR;Q=0.5", "br,gzip,identity", "br,gzip,identity"],
    ["gzip;q=0.001", "gzip,identity", "gzip,identity"],
  ];
  for (const [field, prepared, made] of cases) {
    const { ofPrepared, ofMade } = acceptedCodings(field);
    assert.equal(ofPrepared.join(), prepared, String(field));
    assert.deepEqual(ofMade, made.split(",").filter((coding) => coding in DECODERS), String(field));
  }
});

Deno.test("acceptedCodings() leaves identity out where it is refused, by name or with everything else", () => {
  const cases: readonly [string, string][] = [
    ["identity;q=0", ""],
    ["*;q=0", ""],
    ["*;q=0.0, gzip;q=0", ""],
    ["identity;q=0, gzip", "gzip"],
    ["gzip, *;q=0", "gzip"],
    ["*;q=0, identity;q=0.1", "identity"],
    ["identity;q=0, *;q=0.5", "br,zstd,gzip"],
  ];
  for (const [field, expected] of cases) assert.equal(acceptedCodings(field).ofPrepared.join(), expected, field);
});
