import assert from "node:assert/strict";
import { talkFor } from "../../admin/language/admin_language.ts";
import sentences from "../../admin/language/sentences.json" with { type: "json" };
import { type Choice, isConfirmation } from "../../cli/command/choice.ts";
import { MAPPED_FIELDS, type MappedField, mappedFormat } from "../../cli/import/formats/import_format.ts";
import type { Doubt } from "../../cli/import/formats/understanding.ts";
import { readPicture } from "../../cli/import/read_option_file.ts";
import { readingChoices } from "../../cli/import/import_plan.ts";
import { ImportFiles } from "../../cli/import/reading/import_result.ts";

function translatorOf(language: string): (english: string) => string | null {
  return talkFor(new Headers({ "accept-language": language })).translated;
}

/** The subjects of doubts that are no fields: decisions about a file, and what a column may be that is not read. */
const OTHERS: Readonly<Record<Exclude<Doubt["field"], MappedField>, "file" | "column">> = {
  "column": "column",
  "format": "file",
  "scale": "file",
  "stars": "file",
  "date-order": "file",
  "relative-to": "file",
  "letters": "file",
};

/** Every choice about the reading of files, by a doubt of each kind. */
function allChoices(): readonly Choice[] {
  const subjects = Object.entries(OTHERS) as [keyof typeof OTHERS, "file" | "column"][];
  const doubts = [
    ...MAPPED_FIELDS.flatMap((field) => [
      { field, column: "A", rival: "B", parts: ["A", "B", "C"] },
      { field, column: "A", rival: "", parts: ["A"] },
    ]),
    ...[...MAPPED_FIELDS, ...subjects.flatMap(([field, kind]) => kind === "file" ? [field] : [])].flatMap((field) => [
      { field, column: "10", rival: "5" },
      { field, column: "1", rival: "5", examples: "7, 8" },
    ]),
    { field: "column", column: "none", rival: "N", offered: MAPPED_FIELDS, examples: '"x" 4 times, "y", …' } as const,
  ];
  const map = new Map([["rating", "S"], ["date", "D"]] as const);
  const choices = doubts.flatMap((doubt) => choicesOf({ doubts: [doubt] }));
  const places = [{ id: "Berlin", name: "", kind: "", rows: 1 }, { id: "b", name: "Bonn", kind: "", rows: 2 }];
  return [
    ...choices,
    ...choicesOf({ unknownStates: new Map([["Neu", 1], ["Alt", 3]]) }),
    ...[null, "Rom"].flatMap((missing) => choicesOf({}, { places, missing })),
    ...choicesOf({}, {
      places: [...places, ...places, ...places, ...places, { ...places[0]!, column: "Ort" }],
      missing: null,
    }),
  ];

  function choicesOf(understanding: object, openPlaces: ImportFiles["openPlaces"] = null) {
    const nothing = { columns: [], used: new Map(), leftOver: [], unknownStates: new Map(), doubts: [], needs: [] };
    // Without the ignored columns, no file can be read.
    const again = (_: unknown, ignored: readonly string[]) => ignored.length > 0 ? null : nothing;
    const files = new ImportFiles();
    files.understood.push(
      {
        file: "a: b.csv",
        understanding: { ...nothing, again, ground: "guessed", format: mappedFormat(map), ...understanding },
        samples: { rows: [], rules: {} },
      } as unknown as ImportFiles["understood"][number],
    );
    files.openPlaces = openPlaces;
    return readingChoices(files);
  }
}

Deno.test("every choice about files is asked in the owner's language", () => {
  const choices = allChoices();
  assert.equal(new Set(choices.map(({ id }) => id)).size > MAPPED_FIELDS.length * 2, true);
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
      'a.csv: Freigabe ("ja" 4 times, "nein") is ignored so far. What does it say?',
      "a.csv: Was steht in „Freigabe“ („ja“ 4-mal, „nein“)? Bisher wird die Spalte nicht verwendet.",
    ],
    ["line 4 (Clara Wolf): 8 is a problem", "Zeile 4 (Clara Wolf): 8 ist nicht lesbar"],
    ["The disk of the store has 75.2 GB free.", "Auf der Festplatte sind 75,2 GB frei."],
    ["leaves out 1 row", "1 Zeile auslassen"],
    [
      'line 3 (Doe, J.): 3/4/26 is 3 April 2026, by Ann, "3 is 4"',
      "Zeile 3 (Doe, J.): 3/4/26 ist der 3. April 2026, von Ann, „3 is 4“",
    ],
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
