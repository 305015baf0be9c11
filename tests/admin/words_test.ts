import assert from "node:assert/strict";
import { TAXONOMY_NAMES } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import english from "../../admin/language/english.json" with { type: "json" };
import { localeFor } from "../../admin/language/admin_language.ts";

Deno.test("each language names all kinds of business, and fills the same places", () => {
  for (const language of ["en", "de", "es", "fr"]) {
    const { words } = localeFor(new Headers({ "accept-language": language }));
    for (const name of TAXONOMY_NAMES) assert.ok(`kind_${name}` in words, `${language}: ${name}`);
    const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [name, text] of Object.entries(english)) {
      assert.deepEqual(places(words[name as keyof typeof english]), places(text), `${language}: ${name}`);
    }
  }
});

Deno.test("times are those of the browser, which names its time zone", () => {
  const [own, tokyo, wrong] = ["", "a=b; zone=Asia/Tokyo", "zone=Asia/Nowhere"].map((cookie) =>
    localeFor(new Headers({ "accept-language": "de", cookie })).time("2026-01-01T16:00:00Z")
  );
  assert.match(tokyo ?? "", /^02\.01\.2026, 01:00$/);
  assert.equal(wrong, own);
});

Deno.test("every word of the program is used", () => {
  const folders = ["", "frame/", "language/", "people/", "screens/"].map((path) =>
    new URL(`../../admin/${path}`, import.meta.url)
  );
  const files = folders.flatMap((folder) => [...Deno.readDirSync(folder)].map(({ name }) => new URL(name, folder)));
  const code = files.filter(({ pathname }) => /\.tsx?$/.test(pathname)).map(Deno.readTextFileSync)
    .join();
  // These are found by the name of a change, condition or field.
  const named =
    /^(?:hide_review$|restore_review$|relate_review$|(?:relation|passkey|role|verb|count|condition|meaning|kind|telling|tag|source|about|account|step|widget)_)/;
  assert.deepEqual(
    Object.keys(english).filter((name) => !named.test(name) && !RegExp(`\\b${name}\\b`).test(code)),
    [],
  );
});
