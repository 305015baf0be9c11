import assert from "node:assert/strict";
import { ENGLISH, languageName, languageOf, readWords } from "../../../../domain/insights/text/language_of.ts";

Deno.test("languageOf() knows the language of a review", () => {
  const texts: Readonly<Record<string, readonly string[]>> = {
    en: [
      "Great job.",
      "They were on time and the price was fair.",
      "",
      "5 stars!!",
      "Prompt, precise, properly documented.",
      "Gus fixed it. Muchas gracias, Gus, you saved our weekend!",
      "The café's piñata party was lovely.",
      "Le Creuset pots? They packed the lot.",
      "The tacos at El Sol were the best that we have had.",
      "Don't die waiting. He was here in an hour.",
      "ok",
      "Die Hard fans will love it",
      "No no no",
      "A la carte menu, par for the course",
      "Top service",
      "Super team",
      "Man with a van",
    ],
    es: [
      "Llegaron puntuales y dejaron todo limpio.",
      "Muy caro y además no arreglaron la fuga.",
      "Excelente servicio, muy recomendable.",
      "El técnico fue muy amable con nosotros.",
    ],
    de: [
      "Sehr freundlich, saubere Arbeit, gerne wieder.",
      "Der Monteur kam zwei Stunden zu spät und war unfreundlich.",
      "Alles bestens, nur zu empfehlen!",
      "Was für ein Service, ich bin sehr zufrieden.",
      "Sehr nett",
      "Super Laden",
      "Toller Service",
      "Klare Empfehlung",
      "Danke!",
      "sachliche, qualifizierte Bearbeitung.",
      "Super einfache online Anmeldung",
      "So wird man Kunden auch los.... Adressänderung (per Post beauftragt) wurde von der Versicherung nicht bearbeitet.",
      "Finger weg von dieser Versicherung!!",
      "Alle Fragen gleich beantwortet",
    ],
    fr: [
      "Travail soigné, prix correct, je recommande.",
      "Personne n'est venu et personne n'a rappelé.",
      "Denise a réparé notre climatisation en pleine canicule, avec beaucoup de patience.",
      "Très bon accueil.",
      "Tres bon service, le technicien etait ponctuel.",
    ],
    it: ["Il tecnico è stato molto gentile e puntuale.", "Ottimo servizio, prezzi onesti, lo consiglio."],
    pt: ["Muito bom atendimento, recomendo a todos.", "O técnico não apareceu e ninguém ligou."],
    nl: ["De monteur was erg vriendelijk en netjes.", "Goed werk, niet te duur, aanrader."],
    pl: ["Bardzo dobra obsługa, polecam wszystkim.", "Nie przyjechał nikt i nikt nie zadzwonił."],
    sv: ["Mycket trevlig och duktig, jag är väldigt nöjd."],
    tr: ["Çok güzel bir hizmet, herkese tavsiye ederim."],
    el: ["Πολύ καλή εξυπηρέτηση."],
    ja: ["とても親切でした。"],
    zh: ["服务很好，价格合理。"],
    ko: ["정말 친절하고 빨라요."],
    he: ["שירות מצוין."],
    und: ["Prima", "prima 👍"],
    "und-Cyrl": ["Отличная работа, всем советую."],
    "und-Arab": ["خدمة ممتازة"],
  };
  const wrong: string[] = [];
  for (const [language, list] of Object.entries(texts)) {
    for (const text of list) {
      if (languageOf(text) !== language) wrong.push(`${text}: ${languageOf(text)}, not ${language}`);
    }
  }
  assert.deepEqual(wrong, []);
});

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

Deno.test("a word without its accents is of the same languages", () => {
  assert.ok(readWords("très", 400).found.length > 0);
  assert.deepEqual(
    readWords("tres", 400).found.flat().filter((place) => readWords("très", 400).found.flat().includes(place)),
    readWords("très", 400).found.flat(),
  );
});
