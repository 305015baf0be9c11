import assert from "node:assert/strict";
import { languageOf } from "../../../../domain/insights/text/language_of.ts";

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
      "Don't die waiting. He was here in an hour.",
      "ok",
      "Die Hard fans will love it",
      "No no no",
      "A la carte menu, par for the course",
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
    ],
    fr: [
      "Travail soigné, prix correct, je recommande.",
      "Personne n'est venu et personne n'a rappelé.",
      "Denise a réparé notre climatisation en pleine canicule, avec beaucoup de patience.",
      "Très bon accueil.",
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
