import assert from "node:assert/strict";
import { compressedStream } from "../../../routes/answer/compress.ts";

/** Bytes that no coding makes smaller, so that the compressor has more than its reader takes. */
const PIECES = Array.from({ length: 16 }, () => crypto.getRandomValues(new Uint8Array(65_536)));

Deno.test("a reader that leaves while the compressor has more to give ends nothing but its own answer", async () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  for (const coding of ["gzip", "br"] as const) {
    for (let turns = 0; turns < 20; turns++) {
      const reader = compressedStream(PIECES, coding)?.getReader();
      assert.ok((await reader?.read())?.value !== undefined);
      for (let waited = 0; waited < turns; waited++) await turn();
      // The next piece is on its way when the reader leaves.
      await Promise.all([reader?.read(), reader?.cancel()]);
      await turn();
    }
  }
});
