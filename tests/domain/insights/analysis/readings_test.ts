import assert from "node:assert/strict";
import type { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import { builtInTaxonomy, TAXONOMY_NAMES } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { testClaims } from "../../../support/claims.ts";
import { PARK, type Reading, readingByRules, readingUnder, taxonomyOf } from "../../../support/insights/reading_of.ts";
import ownTaxonomies from "../../../fixtures/readings/taxonomies.json" with { type: "json" };

// Runs the files of `tests/fixtures/readings`, whose lines are of these kinds:
//
//   # CLAIM                             name of a test
//   @ TAXONOMY [rules] STARS...         how the texts below are read; `rules` leaves out the trained models
//   ASPECT SENTIMENT: TEXT | TEXT       each text has this sentiment towards the aspect; `none` if it has no mention;
//                                       `not SENTIMENT` for any other; `any` stands for every aspect of the text
//   aspects ASPECT SENTIMENT, ...: ...  the aspects are exactly these
//   problems PROBLEM ...: ...           the problems are exactly these; `problems with PROBLEM` for at least this one
//   found SUBJECT: ...                  this aspect, problem or topic is among what is found; `not found` for none
//   nothing: ...                        there is no opinion, no aspect and no problem
const FOLDER = `${import.meta.dirname}/../../../fixtures/readings`;

type Entries = Readonly<Record<string, readonly string[] | { readonly words: readonly string[] }>>;
const OWN: Readonly<Record<string, { readonly aspects: Entries; readonly problems?: Entries }>> = ownTaxonomies;

function entriesOf(entries: Entries) {
  return Object.entries(entries).map(([id, entry]) => ({
    id,
    label: id,
    ...("words" in entry ? entry : { words: entry }),
  }));
}

function taxonomyNamed(name: string): Taxonomy {
  if (TAXONOMY_NAMES.includes(name)) return builtInTaxonomy(name);
  if (name === "park") return PARK;
  if (name === "built_in_park") return { ...PARK, id: "restaurant" };
  const { aspects, problems = {} } = OWN[name]!;
  return taxonomyOf({ id: name, aspects: entriesOf(aspects), problems: entriesOf(problems) });
}

const readers = new Map<string, ReturnType<typeof readingUnder>>();

function readerOf(name: string, isByRules: boolean): ReturnType<typeof readingUnder> {
  const key = `${name} ${isByRules}`;
  const reader = readers.get(key) ?? (isByRules ? readingByRules : readingUnder)(taxonomyNamed(name));
  readers.set(key, reader);
  return reader;
}

/** Asserts one expectation, such as `price not negative`, of what was read in a text. */
function assertReading(said: Reading, expected: string, message: string): void {
  const { aspects, problems } = said;
  const [subject = "", first = "", ...more] = expected.split(/[ ,]+/);
  if (subject === "aspects") {
    const pairs = expected.split(/[ ,]+/).slice(1);
    const exact = Object.fromEntries(pairs.flatMap((id, at) => at % 2 === 0 ? [[id, pairs[at + 1]]] : []));
    return assert.deepEqual(aspects, exact, message);
  }
  if (subject === "problems") {
    if (first === "with") return assert.ok(more.every((id) => problems.includes(id)), `${message}: ${problems}`);
    return assert.deepEqual(problems, [first, ...more].filter((id) => id !== ""), message);
  }
  if (subject === "nothing") {
    return assert.deepEqual([said.sentiment, aspects, problems], ["neutral", {}, []], message);
  }
  if (subject === "found" || `${subject} ${first}` === "not found") {
    const [id = ""] = subject === "found" ? [first] : more;
    const isFound = [...Object.keys(aspects), ...problems, ...said.topics].includes(id);
    return assert.equal(isFound, subject === "found", message);
  }
  const found = subject === "any" ? Object.values(aspects) : [aspects[subject] ?? "none"];
  const sentiment = first === "not" ? more : [first];
  for (const one of found) {
    if (first === "not") assert.ok(!sentiment.includes(one), `${message}: ${one}`);
    else assert.deepEqual([one], sentiment, message);
  }
}

for (const { name } of [...Deno.readDirSync(FOLDER)].filter(({ name }) => name.endsWith(".txt"))) {
  testClaims(`${FOLDER}/${name}`, ({ expected, texts, setting: [taxonomy = "", ...rest] }) => {
    const reader = readerOf(taxonomy, rest[0] === "rules");
    const stars = rest.filter((one) => one !== "rules");
    assert.ok(stars.length > 0, expected);
    for (const text of texts) {
      for (const one of stars) {
        assertReading(reader(text, Number(one)), expected, `${expected}, ${one} stars: ${text}`);
      }
    }
  });
}

Deno.test("the readings of health_care show every aspect praised and criticised, every problem and every topic", () => {
  const { aspects, problems, topics } = builtInTaxonomy("health_care");
  const shown = Deno.readTextFileSync(`${FOLDER}/health_care.txt`).split("\n").map((line) => line.split(":")[0]);
  const expected = [
    ...aspects.flatMap(({ id }) => [`${id} positive`, `${id} negative`]),
    ...[...problems, ...topics].map(({ id }) => `found ${id}`),
  ];
  assert.deepEqual(expected.filter((each) => !shown.includes(each)), []);
});
