import assert from "node:assert/strict";
import { readRevisions } from "../../../domain/dataset/history.ts";
import { adminServer } from "../../support/admin/admin_server.ts";
import { browserTest, makeVisits, type Visit, type VisitStep } from "../../support/pages/visits.ts";

const EXPORTS = new URL("../../fixtures/import/exports/", import.meta.url);
const OVERFLOW = "document.documentElement.scrollWidth - innerWidth";
const TOLD = "document.querySelector('[role=status]').textContent";
const EFFECT = "document.querySelector('.outcome').innerText";

/** A table with two columns of words, whose days may begin with the day or the month. */
const DOUBTFUL = [
  "Name,Stars,Date,About the work,About the people",
  ...Array.from({ length: 12 }, (_, n) =>
    [
      ["Ann", "Bob", "Cay", "Dee"][n % 4] + ` ${n}`,
      1 + n % 5,
      `0${1 + n % 9}/0${1 + (n + 3) % 9}/2026`,
      `The boiler was mended on day ${n} and the price was fair.`,
      `They called back within ${n} hours and were friendly to us.`,
    ].join(",")),
].join("\n");
const FAULTY = [
  "author,rating,date,text",
  "Eve,5,2026-05-01,Warm again",
  "Fay,eleven,2026-05-02,Cold",
  "Gil,4,soon,Good",
]
  .concat(Array.from({ length: 20 }, (_, n) => `Hal ${n},${1 + n % 5},2026-04-${10 + n},All fine ${n}`)).join("\n");

function added(name: string, bytes: Uint8Array): readonly VisitStep[] {
  return [
    { click: "link", name: "Add reviews" },
    { upload: "Files, or drop them here", files: [{ name, bytes }] },
    { click: "button", name: "Preview" },
  ];
}

const PUBLISHED: readonly VisitStep[] = [
  { shown: "Preview" },
  { evaluate: OVERFLOW },
  { evaluate: EFFECT },
  { click: "button", name: "Publish" },
  { arrive: "/" },
  { evaluate: TOLD },
];

browserTest(
  "an owner adds three files, one with doubts, one of several places, one faulty, and undoes the last",
  async (test) => {
    const text = new TextEncoder();
    const places = await Deno.readFile(new URL("Outscraper-three-restaurants.xlsx", EXPORTS));
    const steps: readonly VisitStep[] = [
      ...added("feedback.csv", text.encode(DOUBTFUL)),
      { shown: "How your file is read" },
      { evaluate: OVERFLOW },
      { check: "all of them, each below its name" },
      { check: "the month is first" },
      { fill: "Where do these reviews come from?", text: "Angi" },
      { click: "button", name: "Preview" },
      { shown: "Preview" },
      // Each answer stays open to another one.
      { click: "button", name: "Back" },
      { check: "the day is first" },
      { click: "button", name: "Preview" },
      ...PUBLISHED,
      ...added("three.xlsx", places),
      { shown: "How your file is read" },
      { check: "Noodle Bar Quay" },
      { check: "Noodle Bar Mall" },
      { click: "button", name: "Preview" },
      ...PUBLISHED,
      ...added("list.csv", text.encode(FAULTY)),
      { shown: "How your file is read" },
      { fill: "Where do these reviews come from?", text: "Website" },
      { click: "button", name: "Preview" },
      { shown: "Rows that cannot be read: 2 of 23" },
      { evaluate: "[...document.querySelectorAll('.warnings li')].map((one) => one.innerText).join()" },
      { click: "button", name: "Leave them out" },
      ...PUBLISHED,
      { click: "button", name: "Undo" },
      { arrive: "/draft/" },
      { click: "button", name: "Undo" },
      { arrive: "/history" },
      { evaluate: TOLD },
      // The same columns are read as before, and shown again.
      ...added(
        "feedback.csv",
        text.encode(`${DOUBTFUL}\nZoe,5,03/04/2026,Came at once to us.,Nothing to add here at all.`),
      ),
      { shown: "How your file is read" },
      { click: "button", name: "Preview" },
      ...PUBLISHED,
    ];
    await using phone = await adminServer();
    await using desktop = await adminServer();
    await using plain = await adminServer();
    const visits = ([[phone, 390, true], [desktop, 1440, true], [plain, 1000, false]] as const).map(
      ([admin, width, javaScript]): Visit => ({
        url: javaScript ? admin.address : admin.origin,
        ...{ width, javaScript, axe: javaScript },
        steps: javaScript
          ? steps
          : [{ fill: "Open the link that “deno task admin” has printed. Or paste it here:", text: admin.address }, {
            click: "button",
            name: "Come in",
          }, ...steps],
      }),
    );
    await using looked = await adminServer();
    await looked.enter();
    const looks = [390, 1440].map((width): Visit => ({
      url: `${looked.origin}/add`,
      ...{ width, language: "de", axe: true, cookie: looked.cookie() },
      steps: [
        { upload: "Dateien, gern hierher gezogen", files: [{ name: "a.csv", bytes: text.encode(DOUBTFUL) }] },
        { click: "button", name: "Vorschau" },
        { shown: "So wird Ihre Datei gelesen" },
        { evaluate: OVERFLOW },
      ],
    }));
    const visited = await makeVisits([...visits, ...looks]);

    await test.step("with and without script, on a phone and a desktop", () => {
      for (const { errors, violations } of visited) assert.deepEqual([...errors, ...violations], []);
      assert.deepEqual(visited.slice(visits.length).map(({ values }) => values), [["0"], ["0"]]);
      for (const { values } of visited.slice(0, visits.length)) {
        assert.deepEqual(values, [
          ...["0", "0", "12 new", "Done. Published now: 12 reviews."],
          ...["0", "7 new\n3 left out: of another place three.xlsx: 3, 7, 10", "Done. Published now: 19 reviews."],
          'list.csv, row 3: rating is "eleven". Expected: a rating of 1 to 5, such as 5, 4.5, 9/10, ★★★★☆, 5 stars or ' +
          'FIVE.,list.csv, row 4: date is "soon". Expected: a calendar date such as 2024-05-31.',
          ...["0", "21 new\n2 left out: with problems list.csv: 3, 4", "Done. Published now: 40 reviews."],
          "Undone. Published now: 19 reviews.",
          ...["0", "1 new\n12 as before", "Done. Published now: 20 reviews."],
        ]);
      }
    });

    await test.step("the history says that the admin did it", async () => {
      using kv = await Deno.openKv(desktop.kvPath);
      const { entries } = await readRevisions(kv);
      const names = entries.map(({ record: { publication } }) => publication?.command.split(" ")[0]);
      assert.deepEqual(names, Array.from({ length: 5 }, () => "admin"));
      assert.deepEqual(await Array.fromAsync(Deno.readDir(desktop.uploads)), []);
    });
  },
);
