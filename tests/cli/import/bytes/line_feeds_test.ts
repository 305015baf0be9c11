import assert from "node:assert/strict";
import { lineFeeds } from "../../../../cli/import/reading/read_source.ts";

async function* inPieces(text: string, length: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

Deno.test("lineFeeds() counts a CRLF once, even when it is cut between chunks", async () => {
  for (const length of [1, 2, 3, 100]) {
    const chunks = await Array.fromAsync(lineFeeds(inPieces("a\r\nb\rc\r\r\nd\n\r", length)));
    assert.equal(chunks.join(""), "a\nb\nc\n\nd\n\n");
  }
});
