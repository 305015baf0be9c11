import assert from "node:assert/strict";
import { ImportFileError } from "../../../../cli/import/bytes/import_file_error.ts";
import { TextDecoding } from "../../../../cli/import/bytes/text_decoding.ts";

function decoded(bytes: Uint8Array, chunk: number): string {
  const decoding = new TextDecoding("reviews.csv", bytes);
  let text = "";
  for (let at = 0; at < bytes.length; at += chunk) text += decoding.push(bytes.subarray(at, at + chunk));
  decoding.end();
  return text;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function utf16(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}

Deno.test("TextDecoding puts characters together that are cut between chunks", () => {
  const text = "a – ü 🧑‍🔧 z";
  for (const chunk of [2, 3, 5, 100]) {
    assert.equal(decoded(bytesOf(`\ufeff${text}`), chunk), text);
    assert.equal(decoded(utf16(`\ufeff${text}`, true), chunk), text);
    assert.equal(decoded(utf16(`\ufeff${text}`, false), chunk), text);
  }
});

Deno.test("TextDecoding names the byte at which UTF-8 is not valid, wherever chunks end", () => {
  const start = bytesOf("Grüße 🧑 aus Köl");
  const bytes = new Uint8Array([...start, 0xfc, ...bytesOf("r – und weiter")]);
  for (const chunk of [1, 2, 3, 9, 10, 11, start.length, 1000]) {
    assert.throws(() => decoded(bytes, chunk), (error: unknown) => {
      assert.ok(error instanceof ImportFileError);
      assert.equal(
        error.message,
        `reviews.csv is not valid UTF-8 at byte ${start.length}: save it as UTF-8.`,
        `${chunk}`,
      );
      return true;
    });
  }
});

Deno.test("TextDecoding refuses a file that ends within a character", () => {
  const bytes = bytesOf("Kö").subarray(0, 2);
  assert.throws(() => decoded(bytes, 10), /not valid UTF-8 at byte 2/);
  assert.throws(() => decoded(utf16("\ufeffab", true).subarray(0, 5), 10), /begins as UTF-16LE but is not valid/);
});
