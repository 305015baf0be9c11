import assert from "node:assert/strict";
import { ENGLISH, languageName, languageOf } from "../../../../domain/insights/text/language_of.ts";

/** Words as typed on a keyboard without accents. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  Spanish: ["El tecnico fue muy amable y el precio justo", "No funciona la aplicacion desde ayer"],
  German: ["Die Monteure waren puenktlich und sehr freundlich.", "Leider hat niemand zurueckgerufen"],
  French: ["Tres bon service, le technicien etait ponctuel.", "L'application ne marche plus depuis la mise a jour"],
  Italian: ["Servizio pessimo, non lo consiglio a nessuno", "Ottima applicazione, facile da usare"],
  Portuguese: ["Aplicativo muito bom, recomendo a todos", "Nao consigo entrar na minha conta"],
  Dutch: ["De app werkt niet meer sinds de update"],
  Polish: ["Aplikacja nie dziala, nie polecam", "Fachowiec przyszedl na czas i wszystko naprawil."],
  Swedish: ["Mycket bra service, teknikern kom i tid."],
  Danish: ["Veldig bra service, teknikeren kom i tide.", "Appen virker ikke efter opdateringen"],
  Finnish: ["Erittain hyva palvelu, asentaja tuli ajallaan.", "En paase kirjautumaan sisaan"],
  Turkish: ["Cok memnun kaldik, tavsiye ederim", "Uygulama calismiyor, giris yapamiyorum artik"],
  Romanian: ["Serviciu foarte bun, tehnicianul a venit la timp."],
  Czech: ["Velmi dobra sluzba, technik prisel vcas.", "Aplikace nefunguje, nemohu se prihlasit"],
  Hungarian: ["Nagyon jo szolgaltatas, a szerelo idoben jott.", "Nem tudok belepni, nem mukodik"],
  Vietnamese: [
    "Ứng dụng không hoạt động, không đăng nhập được",
    "Dich vu rat tot, nhan vien than thien va nhiet tinh.",
    "App loi hoai khong dang nhap duoc",
  ],
  Indonesian: ["Aplikasi tidak bisa dibuka setelah update", "Pelayanan sangat bagus"],
  Tagalog: ["Hindi gumagana ang app pagkatapos ng update", "Maraming salamat po sa inyo"],
  Croatian: ["Vrlo dobra usluga, majstor je dosao na vrijeme."],
  Swahili: ["Huduma nzuri sana na wafanyakazi ni wakarimu."],
  "without a table": ["Baie goeie diens, die tegnikus was betyds.", "App kaam nahi kar raha hai, login nahi ho raha"],
  "of other scripts": ["በጣም ጥሩ አፕ ነው", "খুব ভালো সেবা", "மிகவும் நல்ல சேவை", "ძალიან კარგი სერვისი", "Շատ լավ ծառայություն"],
};

Deno.test("texts of twenty languages are not read as English, also without their accents", () => {
  for (const [language, texts] of Object.entries(FOREIGN)) {
    for (const text of texts) assert.notEqual(languageOf(text), ENGLISH, `${language}: ${text}`);
  }
});

Deno.test("short, misspelt and borrowed English stays English", () => {
  for (
    const text of [
      "Nice",
      "wow simple life",
      "bugs",
      "its not fast",
      "App no open",
      "do not work this week",
      "very good app sana",
      "Van came late, no call",
      "Il Mulino was great",
      "Bon appetit, loved it",
      "mai tai was good",
      "Disc was blank.",
      "No hot water, no heat, no show",
      "fast and simple easy to use 👌",
    ]
  ) assert.equal(languageOf(text), ENGLISH, text);
});

Deno.test("every language that is told has a name", () => {
  const tags = new Set(Object.values(FOREIGN).flat().map(languageOf));
  assert.ok(tags.size > 20);
  for (const tag of tags) assert.notEqual(languageName(tag), tag);
});
