import assert from "node:assert/strict";
import { talkFor } from "../../admin/language/admin_language.ts";
import sentences from "../../admin/language/sentences.json" with { type: "json" };
import { type Choice, isConfirmation } from "../../cli/command/choice.ts";
import { readPicture } from "../../cli/import/read_option_file.ts";
import { readingChoices } from "../../cli/import/import_plan.ts";
import { readText } from "../support/import/import_reading.ts";

function translatorOf(language: string): (english: string) => string | null {
  return talkFor(new Headers({ "accept-language": language })).translated;
}

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

/** Every choice about the reading of files. */
async function allChoices(): Promise<readonly Choice[]> {
  const choices: Choice[] = [];
  for (const [name, text] of Object.entries(FILES)) {
    for (const places of [[], ["Rom"]]) choices.push(...readingChoices(await readText(name, text, { places })));
  }
  return choices.map((one) => ({ ...one, question: one.question.replace(/^\S*\//, "") }));
}

Deno.test("every choice about files is asked in the owner's language", async () => {
  const choices = await allChoices();
  assert.ok(new Set(choices.map(({ id }) => id)).size > 14, JSON.stringify(choices.map(({ id }) => id)));
  assert.ok(choices.every((one) => !isConfirmation(one)));
  // Owners have no command line.
  const texts = choices.flatMap(({ question, choices }) => [question, ...choices.map(({ effect }) => effect)]);
  assert.deepEqual(texts.filter((text) => /--[a-z]/.test(text)), []);
  for (const language of ["de", "es", "fr"]) {
    const translated = translatorOf(language);
    const english = choices.flatMap(({ id, question, choices }) =>
      [question, ...choices.map(({ effect }) => effect)]
        .filter((text) => text !== "" && translated(text) === null).map((text) => `${id}: ${text}`)
    );
    assert.deepEqual(english, [], language);
  }
});

Deno.test("names, numbers and days stand in a translated sentence as the language writes them", () => {
  const cases = [
    [
      "a: b.csv: its dates may begin with the day or the month.",
      "a: b.csv: Steht in den Daten zuerst der Tag oder der Monat?",
    ],
    [
      'a.csv: Freigabe ("ja", "nein") may say which rows are not shown.',
      'a.csv: „Freigabe“ ("ja", "nein") sagt vielleicht, welche Zeilen nicht gezeigt werden.',
    ],
    ["The disk of the store has 75.2 GB free.", "Auf der Festplatte sind 75,2 GB frei."],
    ["leaves out 1 row", "1 Zeile auslassen"],
    [
      "1234 of 20000 published reviews (Yelp 4) would be withdrawn.",
      "1.234 von 20.000 veröffentlichten Bewertungen (Yelp 4) würden entfernt.",
    ],
    [
      'a.csv:3: Note is "IV"; expected a day that exists (and 7 more of this kind, such as lines 4 and 5)',
      'a.csv, Zeile 3: Note ist "IV". Erwartet: ein Tag, den es gibt. Dazu 7 weitere dieser Art, etwa in den Zeilen 4 und 5.',
    ],
    [
      "Hiding raises the average: 4.50 stars without, 3.33 with it.",
      "Das Verbergen hebt den Durchschnitt: 4,50 Sterne ohne, 3,33 mit.",
    ],
    [
      "The disk of the store is full, so nothing can be written at the moment. Free some space on that disk.",
      "Die Festplatte ist voll, zurzeit lässt sich nichts speichern. Schaffen Sie dort Platz.",
    ],
    [
      "x cannot be used:\n  email: Expected a text, not 5",
      "x lässt sich so nicht verwenden:\nemail: erwartet wird ein Text, nicht 5",
    ],
    ["a.csv: something new happens.", null],
  ] as const;
  for (const [english, german] of cases) assert.equal(translatorOf("de")(english), german);
  assert.equal(translatorOf("en")(cases[0][0]), cases[0][0]);
});

Deno.test("a hostile sentence stays English soon", () => {
  const begin = performance.now();
  assert.equal(translatorOf("de")("a b, c: d. e is f; expected ".repeat(1000)), null);
  assert.ok(performance.now() - begin < 2000);
});

Deno.test("every sentence with a translation is still written by a command", async () => {
  const words = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const sources: string[] = [];
  for (const room of ["cli", "domain", "service", "websub", "outbound", "admin"]) await readSources(room);
  const code = ` ${words(sources.join("\n").replace(/["`] \+\s*["`]/g, "")).join(" ")} `;
  // Commands join parts in few places; other words that do not stand side by side are of an old sentence.
  const isOld = (sentence: string) => {
    const pairs = sentence.split(/\{\w+\}/).map(words).flatMap((all) =>
      all.slice(1).map((word, at) => `${all[at]} ${word}`)
    );
    return pairs.filter((pair) => !code.includes(` ${pair} `)).length > 2;
  };
  assert.deepEqual(Object.keys(sentences).filter(isOld), []);

  async function readSources(folder: string): Promise<void> {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      const path = `${folder}/${name}`;
      if (isDirectory && path !== "admin/language") await readSources(path);
      else if (/\.(?:tsx?|json)$/.test(name)) sources.push(await Deno.readTextFile(path));
    }
  }
});

Deno.test("a picture that cannot be used is refused in the owner's language", async () => {
  for (const name of ["deno.json", "none.png"]) {
    const { message } = await readPicture(name, "").then(() => assert.fail(), (error) => error);
    for (const language of ["de", "es", "fr"]) {
      assert.doesNotMatch(translatorOf(language)(message) ?? message, /cannot/, `${language}: ${message}`);
    }
  }
});
