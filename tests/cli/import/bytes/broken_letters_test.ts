import assert from "node:assert/strict";
import { brokenWord, mendedLetters } from "../../../../cli/import/bytes/broken_letters.ts";
import { readText } from "../../../support/import/import_reading.ts";

/** Decodes the UTF-8 of a text as Windows-1252. */
function broken(text: string): string {
  return new TextDecoder("windows-1252").decode(new TextEncoder().encode(text));
}

const TEXTS = [
  "Zoë",
  "it’s “fine” – really…",
  "Größe für 5 €",
  "cœur à l'œuvre",
  "Ça va, garçon?",
  "¡Olé! ¿Qué?",
  "São João 👍 ⭐",
  "Łukasz Żak: świetna obsługa",
  "Jiří Dvořák, Příbram",
  "Отлично, спасибо",
  "Πολύ καλό",
];

Deno.test("mendedLetters() repairs text that was decoded twice, and changes no other text", () => {
  for (const text of TEXTS) {
    assert.equal(mendedLetters(broken(text)), text);
    assert.equal(mendedLetters(text), text);
    assert.equal(brokenWord(text), null);
  }
  for (const text of ["„Spaß“", "café…”", "NÃO", "À côté d’Â", "Ärger…", "«Ãlvaro»"]) {
    assert.equal(mendedLetters(text), text);
  }
});

Deno.test("readImportFiles() reports reviews with broken letters, and repairs them only on request", async () => {
  const rows = [
    `${broken("Zoë")},5,2024-01-01,Good`,
    `Ada,4,2024-01-02,"${broken("Schön, it’s")}"`,
    "Ben,3,2024-01-03,Schön",
  ];
  const csv = ["Name,Score,Day,Words", ...rows].join("\n");
  const map = new Map([["author", "Name"], ["rating", "Score"], ["date", "Day"], ["text", "Words"]]);
  const files = await readText("a.csv", csv, { map });
  assert.deepEqual(files.reviews.map(({ author, text }) => [author, text]), [
    [broken("Zoë"), "Good"],
    ["Ada", broken("Schön, it’s")],
    ["Ben", "Schön"],
  ]);
  assert.equal(files.warnings.length, 1);
  assert.match(
    files.warnings[0] ?? "",
    /a\.csv has 2 reviews with broken letters, such as "ZoÃ«" for "Zoë": .* --mend-letters/,
  );
  const mended = await readText("a.csv", csv, { map, mendLetters: true });
  assert.deepEqual(mended.reviews.map(({ author, text }) => [author, text]), [
    ["Zoë", "Good"],
    ["Ada", "Schön, it’s"],
    ["Ben", "Schön"],
  ]);
  assert.deepEqual(mended.warnings, []);
});
