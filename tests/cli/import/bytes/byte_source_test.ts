import assert from "node:assert/strict";
import { ByteSource } from "../../../../cli/import/bytes/byte_source.ts";
import { fileContainer } from "../../../../cli/import/bytes/file_container.ts";
import { lineFeeds } from "../../../../cli/import/reading/read_source.ts";

Deno.test("ByteSource.chunks() yields pieces of the size that its stream gives", async () => {
  const [piece, pieces] = [16_384, 200];
  const stream = ReadableStream.from(Array.from({ length: pieces }, () => new Uint8Array(piece)));
  using source = await ByteSource.of("a.zip/a.csv", stream, piece * pieces);
  const sizes = (await Array.fromAsync(source.chunks())).map(({ length }) => length);
  assert.equal(sizes.reduce((sum, size) => sum + size, 0), piece * pieces);
  assert.deepEqual(new Set(sizes.slice(1)), new Set([piece]));
});

Deno.test("fileContainer() decides by a file's content, not by its name", () => {
  assert.equal(fileContainer('\n [{"rating": 5}]', "reviews.csv"), "json");
  assert.equal(fileContainer('{"reviews": [\n]}', "reviews.txt"), "json");
  assert.equal(fileContainer('{"rating": 5}\n{"rating": 4}\n', "reviews.json"), "ndjson");
  assert.equal(fileContainer('<?xml version="1.0"?>\n<rss version="2.0">', "reviews.html"), "xml");
  assert.equal(fileContainer('<?xml version="1.0"?>\n<!DOCTYPE html>\n<html>', "reviews.xml"), "html");
  assert.equal(fileContainer("rating,date\n5,2024-01-01", "reviews.txt"), "csv");
});

Deno.test("fileContainer() decides by the name if the content is ambiguous", () => {
  assert.equal(fileContainer('{"rating": 5}\n\n', "reviews.jsonl"), "ndjson");
  assert.equal(fileContainer('{"rating": 5}\n\n', "reviews.NDJSON"), "ndjson");
  assert.equal(fileContainer('{"rating": 5}\n\n', "reviews"), "json");
  assert.equal(fileContainer('{"rating": \n{"rating": 4}', "reviews.ndjson"), "ndjson");
  assert.equal(fileContainer('"reviews"', "reviews.json"), "json");
});

async function* inPieces(text: string, length: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

Deno.test("lineFeeds() counts a CRLF once, even when it is cut between chunks", async () => {
  for (const length of [1, 2, 3, 100]) {
    const chunks = await Array.fromAsync(lineFeeds(inPieces("a\r\nb\rc\r\r\nd\n\r", length)));
    assert.equal(chunks.join(""), "a\nb\nc\n\nd\n\n");
  }
});

Deno.test("ByteSource.whole() refuses a file that is too long for a text before it takes memory for it", async () => {
  using source = await ByteSource.of("a.json", ReadableStream.from([]), 1e15);
  await assert.rejects(source.whole(), /a\.json is longer than 500 MB/);
});
