import assert from "node:assert/strict";
import english from "../../domain/sentences/english.json" with { type: "json" };
import french from "../../domain/sentences/french.json" with { type: "json" };
import german from "../../domain/sentences/german.json" with { type: "json" };
import { type Part, restoredSentence, Sentence, sentence, type Text } from "../../domain/sentences/sentence.ts";
import spanish from "../../domain/sentences/spanish.json" with { type: "json" };
import { localeFor } from "../../admin/language/admin_language.ts";
import { type Choice, isConfirmation } from "../../cli/command/choice.ts";
import { readingChoices } from "../../cli/import/import_plan.ts";
import { checked, readPicture } from "../../cli/import/read_option_file.ts";
import { readAlertSettings, receiverOf } from "../../cli/alerts/alert_settings.ts";
import { sourceOf } from "../../cli/watch/source_settings.ts";
import { operatorTexts } from "../../domain/operator_error.ts";
import { BusinessWithPage } from "../../domain/page_settings.ts";
import { readText } from "../support/import/import_reading.ts";

const CATALOGUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: Object.fromEntries(Object.keys(german).map((text) => [text, (english as Record<string, string>)[text] ?? text])),
  de: german,
  es: spanish,
  fr: french,
};

function translatedTo(language: string): (text: Text) => string | null {
  return localeFor(new Headers({ "accept-language": language })).translated;
}

/** A value for each part of a text: numbers where it needs them, else the name of the part. */
function sampleParts(text: string, count: number): Record<string, Part> {
  const parts = [...text.matchAll(/\{(\w+)([:|]\w*)?/g)].map(([, name = "", kind = ""]) => {
    const sample: Part = kind === ":day" ? "2026-03-04" : kind === "" ? `<${name}>` : count;
    return [name, sample] as const;
  });
  // A name may stand several times, once with a form for a number.
  return Object.fromEntries(parts.sort(([, a], [, b]) => typeof a === "string" && typeof b !== "string" ? -1 : 0));
}

/** The names of the parts that a text shows. A number that only chooses a word is not shown. */
function shownParts(text: string): readonly string[] {
  const shown = [...text.matchAll(/\{(\w+)([^}]*)\}/g)]
    .filter(([, , kind = ""]) => !kind.startsWith("|") || kind.includes("#")).map(([, name = ""]) => name);
  return [...new Set(shown)].sort();
}

Deno.test("each sentence exists in each language, with all its parts, and none is English by accident", () => {
  // These have no word, or the same one.
  const alike = /^(?:[^\p{L}]|\{\w+[^|{}]*\})*$|^\{name\}, \{reviews\}$/u;
  for (const [language, catalogue] of Object.entries(CATALOGUES)) {
    assert.deepEqual(Object.keys(catalogue), Object.keys(german), language);
    const translated = translatedTo(language);
    for (const [text, translation] of Object.entries(catalogue)) {
      const owners = CATALOGUES.en?.[text] ?? "";
      assert.deepEqual(shownParts(translation), shownParts(owners), `${language}: ${text}`);
      for (const count of [1, 2]) {
        const parts = sampleParts(text, count);
        const shown = translated(new Sentence(text, parts)) ?? "";
        assert.match(shown, /^[^{}|]+$/, `${language}: ${text}`);
        const isEnglish = language !== "en" && shown === translatedTo("en")(new Sentence(text, parts));
        assert.ok(!isEnglish || alike.test(text), `${language}: ${text}`);
      }
    }
  }
  assert.deepEqual(Object.keys(english).filter((text) => !(text in german)), []);
});

Deno.test("no sentence sends an owner to a command line, a variable or a document", () => {
  for (const [language, catalogue] of Object.entries(CATALOGUES)) {
    const terminal = Object.values(catalogue).filter((text) =>
      /--[a-z]|deno |docs\/|[A-Z]{2,}_[A-Z]{2,}|[<>]=/.test(text)
    );
    assert.deepEqual(terminal, [], language);
  }
});

Deno.test("every sentence is said by the program", async () => {
  const sources: string[] = [];
  for (const folder of ["cli", "domain", "service", "admin"]) await readSources(folder);
  const code = sources.join("\n");
  const isSaid = (text: string) => code.includes(`"${text}"`) || code.includes(`'${text}'`);
  assert.deepEqual(Object.keys(german).filter((text) => !isSaid(text)), []);

  async function readSources(folder: string): Promise<void> {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (isDirectory) await readSources(`${folder}/${name}`);
      else if (/\.tsx?$/.test(name)) sources.push(await Deno.readTextFile(`${folder}/${name}`));
    }
  }
});

/** Files that together raise every choice about their reading. */
const FILES = {
  "rivals.csv": "Who,Rating,Score,Date,Day,Remarks on it\nAnn,5,3,01/02/2024,05/06/2024,They came in time\n" +
    "Ben,4,1,03/04/2024,07/08/2024,They came too late\n",
  "words.csv": "Who,Rating,Date,Text\nAnn,Good,2024-01-02,They came\nBen,Bad,2024-01-03,They left\n",
  "states.csv":
    "Who,Stars,Date,Text,Reply,Status,Show my name to all,Publish it ok,Reply published,Deleted by,Anonymous ok\n" +
    "Ann,5,2 days ago,ZoÃ« came,Thanks,Neu,yes,yes,yes,Kim,yes\nBen,4,a week ago,In time,,Neu,no,no,no,,no\n" +
    "Cem,4,a week ago,Fair,,Alt,no,no,no,,no\n",
  "grades.csv": "Who,Note,Date,Filiale\nAnn,1,2024-01-02,Berlin\nBen,2,2024-01-03,Bonn\nCem,2,2024-01-03,Bonn\n",
  "scale.csv": "Who,Points,Date\nAnn,37,2024-01-02\n",
};

Deno.test("every choice about files is asked in the owner's language", async () => {
  const choices: Choice[] = [];
  for (const [name, text] of Object.entries(FILES)) {
    for (const places of [[], ["Rom"]]) choices.push(...readingChoices(await readText(name, text, { places })));
  }
  assert.ok(new Set(choices.map(({ id }) => id)).size > 14, JSON.stringify(choices.map(({ id }) => id)));
  assert.ok(choices.every((one) => !isConfirmation(one)));
  const texts = choices.flatMap(({ question, choices }) => [question, ...choices.map(({ effect }) => effect)]);
  assert.deepEqual(texts.filter((text) => translatedTo("de")(text) === null), []);
});

Deno.test("parts stand in a sentence as the language writes them, also after a store has kept it", () => {
  const reviews = sentence("{count} of {all|# published review|# published reviews} ({sources})", {
    ...{ count: 1234, all: 20_000, sources: ["Yelp 4", "Google 3"] },
  });
  const withdrawn = sentence("{reviews} would be withdrawn.", { reviews });
  const hiding = sentence(
    "{doing} raises the average: {without:stars} stars without, {together:stars} with {count|it|them}.",
    { doing: sentence("Hiding"), without: 4.5, together: 10 / 3, count: 1 },
  );
  const day = sentence("the day is first: {written} is {day:day}", { written: "3/4/26 {day}", day: "2026-04-03" });
  const cases = [
    [
      withdrawn,
      "1,234 of 20,000 published reviews (Yelp 4, Google 3) would be withdrawn.",
      "1.234 von 20.000 veröffentlichten Bewertungen (Yelp 4, Google 3) würden entfernt.",
    ],
    [
      hiding,
      "Hiding raises the average: 4.50 stars without, 3.33 with it.",
      "Das Verbergen hebt den Durchschnitt: 4,50 Sterne ohne, 3,33 mit.",
    ],
    [day, "the day is first: 3/4/26 {day} is 3 April 2026", "zuerst der Tag: 3/4/26 {day} ist der 3. April 2026"],
  ] as const;
  for (const [said, terminal, german] of cases) {
    assert.equal(JSON.stringify({ said }), JSON.stringify({ said: terminal }));
    assert.equal(translatedTo("de")(said), german);
    assert.equal(translatedTo("de")(restoredSentence(structuredClone(said)) ?? ""), german);
  }
  assert.equal(translatedTo("de")("English alone"), null);
  assert.equal(restoredSentence("of an earlier version"), "of an earlier version");
});

Deno.test("a faulty picture, receiver, source, business or file of settings is refused in the owner's language", async () => {
  const mail = { mail: "a@b.example", smtp: "smtp://b.example", from: "a@b.example" };
  const hook = { slack: "https://x.example" };
  const subjects = [{ label: "!", words: { en: ["a"] } }];
  const refused: readonly (() => unknown)[] = [
    () => readPicture("deno.json", ""),
    () => readPicture("none.png", ""),
    ...[
      { ...mail, mail: 5 },
      { ...mail, mail: "x" },
      { ...mail, smtp: "x" },
      { ...hook, name: "!" },
      { slack: "x" },
      {},
    ]
      .map((entry) => () => receiverOf(entry)),
    ...[{ max_rating: 0 }, { words: [] }, { average_below: "x" }, { stars: 1 }]
      .map((when) => () => receiverOf({ ...hook, when })),
    ...[{ url: "http://x.example" }, { google_location: "x" }, { folder: "a", name: "!" }, { folder: "a", map: 1 }, {}]
      .map((entry) => () => sourceOf(entry)),
    ...["{", "{}", JSON.stringify([hook, hook]), "[{}]"]
      .map((text) => () => readAlertSettings(() => "a.json", () => text)),
    () => checked("a.json", { name: "A", email: "x", page: { hide: ["x"] }, subjects }, BusinessWithPage),
  ];
  for (const refusal of refused) {
    const error = await Promise.resolve().then(refusal).then(() => assert.fail(String(refusal)), (error) => error);
    const texts = operatorTexts(error) ?? assert.fail(String(error));
    for (const text of texts) {
      assert.doesNotMatch(translatedTo("de")(text) ?? "cannot", /cannot|Expected|Invalid|\b(?:it|entry|entries)\b/);
    }
  }
});
