import assert from "node:assert/strict";
import languages from "../../../../cli/import/cells/language_words.json" with { type: "json" };
import { readFlag, readVisibility } from "../../../../cli/import/cells/read_flag.ts";
import { foldedCell } from "../../../../cli/import/cells/source_row.ts";
import { ValueFault } from "../../../../cli/import/cells/row_reader.ts";

const YES = [..."true|TRUE| Yes |1|Ja|WAHR|oui|VRAI|sí|VERDADERO|VERO|Sim|WAAR|Tak|はい|可|是".split("|"), 1, true];
const NO = [..."false|No|0|nein|FALSCH|non|FAUX|FALSO|não|nee|ONWAAR|nie|いいえ|不可|否|No\u00a0".split("|"), 0, false];
// States of WordPress and of shops, in all languages.
const SHOWN = "published|approved|Veröffentlicht|Genehmigt|Publié|Approuvé|Publicado|Aprobada|Pubblicato|Approvata|" +
  "Publicada|Aprovado|Gepubliceerd|Goedgekeurd|Opublikowany|公開|已公开|";
const HIDDEN =
  "hidden|pending|trash|rejected|draft|unapproved|Entwurf|Papierkorb|Abgelehnt|En\u00a0attente|Brouillon|" +
  "Corbeille|Pendiente|Borrador|Papelera|Rechazado|Bozza|In attesa|Cestino|Non approvata|Pendente|Rascunho|Lixeira|" +
  "Prullenbak|Afgewezen|In Prüfung|Nicht freigegeben|En modération|En revisión|In revisione|Em análise|Oczekuje|Usunięty|非公開|削除|待审核";

Deno.test("readFlag() reads yes and no in every way that files write them", () => {
  for (const value of YES) assert.equal(readFlag(value, false), true, `${value}`);
  for (const value of NO) assert.equal(readFlag(value, true), false, `${value}`);
});

Deno.test("readFlag() refuses other values and a blank in a column that is there; without the column it is the default", () => {
  for (const value of ["maybe", "2", 2, "", " ", null, {}]) {
    assert.ok(readFlag(value, true) instanceof ValueFault, JSON.stringify(value));
  }
  assert.equal(readFlag(undefined, true), true);
  assert.equal(readFlag(undefined, false), false);
});

Deno.test("no cell word has two meanings, and all are stored folded", () => {
  for (const kind of ["months", "units", "recent", "flags", "states"] as const) {
    const meanings = new Map<string, number>();
    for (const words of Object.values(languages) as readonly Partial<typeof languages.en>[]) {
      for (const [meaning, group] of (words[kind] ?? "").split(",").entries()) {
        for (const word of group.split("|")) {
          assert.equal(foldedCell(word), word);
          assert.equal(meanings.get(word) ?? meaning, meaning, `${kind}: ${word}`);
          meanings.set(word, meaning);
        }
      }
    }
  }
});

Deno.test("readVisibility() reads the states of WordPress and of shops in all languages, and yes and no", () => {
  for (const value of [...SHOWN.split("|"), ...YES, null, undefined]) {
    assert.equal(readVisibility(value), null, String(value));
  }
  for (const value of [...HIDDEN.split("|"), ...NO]) {
    assert.equal(String(readVisibility(value)), "not published", String(value));
  }
  for (const value of ["Spam", "Indésirable", "スパム"]) {
    assert.equal(String(readVisibility(value)), "marked as spam", value);
  }
  for (const value of ["perhaps", 2, {}]) assert.ok(readVisibility(value) instanceof ValueFault, String(value));
});
