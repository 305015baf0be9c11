import { type Sentence } from "../../../../domain/sentences/sentence.ts";
import assert from "node:assert/strict";
import { TextDecoding } from "../../../../cli/import/bytes/text_decoding.ts";
import { brokenWord, mendedLetters } from "../../../../cli/import/bytes/broken_letters.ts";
import { mapOf, readText } from "../../../support/import/import_reading.ts";

function decoded(bytes: Uint8Array, chunk: number, onWarning: (warning: Sentence) => void = () => {}): string {
  const decoding = new TextDecoding("reviews.csv", bytes, onWarning);
  let text = "";
  for (let at = 0; at < bytes.length; at += chunk) text += decoding.push(bytes.subarray(at, at + chunk));
  return text + decoding.end();
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

Deno.test("TextDecoding refuses UTF-8 that is not valid, wherever chunks end", () => {
  const start = bytesOf("Grüße 🧑 aus Köl");
  const bytes = new Uint8Array([...start, 0xfc, ...bytesOf("r – und weiter")]);
  for (const chunk of [1, 2, 3, 9, 10, 11, start.length, 1000]) {
    const message = "reviews.csv is not valid UTF-8, and does not look like Windows-1252: save it as UTF-8.";
    assert.throws(() => decoded(bytes, chunk), { name: "ImportFileError", message }, `${chunk}`);
  }
});

Deno.test("TextDecoding refuses a file that ends within a character", () => {
  const bytes = bytesOf("Kö").subarray(0, 2);
  assert.throws(() => decoded(bytes, 10), /not valid UTF-8, and/);
  assert.throws(() => decoded(utf16("\ufeffab", true).subarray(0, 5), 10), /begins as UTF-16LE but is not valid/);
});

Deno.test("TextDecoding reads Windows-1252 wherever chunks end, and shows a word of it", () => {
  // Single bytes as a spreadsheet writes them: "Wer,Text" and so on.
  const bytes = latin('Wer,Text\nMüller,"Sehr gut – 5 \x80 für „alles“, it\x92s fine é"\n');
  const text = 'Wer,Text\nMüller,"Sehr gut – 5 € für „alles“, it’s fine é"\n';
  for (const chunk of [1, 2, 3, 10, 11, 1000]) {
    const sentences: string[] = [];
    assert.equal(decoded(bytes, chunk, (warning) => sentences.push(String(warning))), text, `${chunk}`);
    assert.equal(sentences.length, 1, `${chunk}`);
    if (chunk > 15) assert.match(sentences[0] ?? "", /read as Windows-1252, such as "Müller"\./);
  }
  // This letter could begin a character in UTF-8, so the decoder holds it back at the end of a piece.
  for (const chunk of [1, 2, 3, 4]) assert.equal(decoded(latin("Zoé is fine"), chunk), "Zoé is fine", `${chunk}`);
  assert.equal(decoded(latin("¿Qué tal? ¡Olé! 20 °C, n° 3, d´accord, «café»"), 100).slice(0, 9), "¿Qué tal?");
});

Deno.test("TextDecoding refuses what is in another code page than Windows-1252, or damaged UTF-8", () => {
  const refused: Readonly<Record<string, Uint8Array>> = {
    "Cyrillic (1251)": new Uint8Array([0x41, 0x2c, 0xce, 0xf7, 0xe5, 0xed, 0xfc, 0x0a]),
    "Polish (1250): dzia³a": new Uint8Array([...bytesOf("A,dzia"), 0xb3, ...bytesOf("a dobrze\n")]),
    "Japanese (Shift JIS)": new Uint8Array([0x41, 0x2c, 0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x0a]),
    "undefined bytes": new Uint8Array([0x41, 0x81, 0x42]),
    "UTF-8 after a broken byte": new Uint8Array([...bytesOf("A,K"), 0xfc, ...bytesOf("che, Küche\n")]),
    "with the mark of UTF-8": new Uint8Array([0xef, 0xbb, 0xbf, 0x4b, 0xfc, 0x63]),
  };
  for (const [name, bytes] of Object.entries(refused)) {
    assert.throws(() => decoded(bytes, 1000), /not valid UTF-8, and does not look like Windows-1252: save it as/, name);
  }
});

/** Encodes characters up to U+00FF, and the few of Windows-1252 beyond, as single bytes. */
function latin(text: string): Uint8Array {
  const beyond = new Map([["–", 0x96], ["„", 0x84], ["“", 0x93]]);
  return Uint8Array.from(text, (character) => beyond.get(character) ?? character.charCodeAt(0));
}

/** Decodes the UTF-8 of a text as Windows-1252. */
function broken(text: string): string {
  return new TextDecoder("windows-1252").decode(new TextEncoder().encode(text));
}

/** Decodes the UTF-8 of a text as Latin-1, as Facebook's download does. */
function latin1(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

const TEXTS = "Zoë|it’s “fine” – really…|Größe für 5 €|cœur à l'œuvre|Ça va, garçon?|¡Olé! ¿Qué?|São João 👍 ⭐|" +
  "Łukasz Żak: świetna obsługa|Jiří Dvořák, Příbram|Отлично, спасибо|Πολύ καλό";

Deno.test("mendedLetters() repairs text that was decoded twice, and changes no other text", () => {
  for (const text of TEXTS.split("|")) {
    assert.equal(mendedLetters(broken(text)), text);
    assert.equal(mendedLetters(latin1(text)), text);
    assert.equal(mendedLetters(text), text);
    assert.equal(brokenWord(text), null);
  }
  for (const text of ["„Spaß“", "café…”", "NÃO", "À côté d’Â", "Ärger…", "«Ãlvaro»"]) {
    assert.equal(mendedLetters(text), text);
  }
});

Deno.test("readImportFiles() reports reviews with broken letters, and repairs them only on request", async () => {
  const [zoe, fine] = ["Zoë", "Schön, it’s"];
  const csv = `Name,Score,Day,Words\n${broken(zoe)},5,2024-01-01,Good\n` +
    `Ada,4,2024-01-02,"${broken(fine)}"\nBen,3,2024-01-03,Schön\n`;
  const map = mapOf("author=Name,rating=Score,date=Day,text=Words");
  for (const mendLetters of [false, true]) {
    const files = await readText("a.csv", csv, { map, ...mendLetters && { mendLetters } });
    const letters = (text: string) => mendLetters ? text : broken(text);
    assert.deepEqual(
      files.reviews.map(({ author, text }) => [author, text]),
      [[letters(zoe), "Good"], ["Ada", letters(fine)], ["Ben", "Schön"]],
    );
    const asked = files.understood[0]?.understanding.doubts.map(({ choices }) => String(choices[0]?.effect));
    assert.deepEqual(asked, mendLetters ? [] : ['repairs them, such as "Zoë"']);
  }
  const { understood } = await readText("a.csv", `Name,Stars,Date\n${latin1("Çelik")},5,2024-01-01\n`);
  assert.deepEqual(understood[0]?.understanding.doubts.map(({ choices }) => String(choices[0]?.effect)), [
    'repairs them, such as "Çelik"',
  ]);
});
