import assert from "node:assert/strict";
import { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import { builtInTaxonomy, TAXONOMY_NAMES } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { PARK, type Said, saidByRules, saidUnder } from "../../../support/insights/said_of.ts";
import ownTaxonomies from "../../../fixtures/readings/taxonomies.json" with { type: "json" };

// Runs the files of `tests/fixtures/readings`, whose lines are of these kinds:
//
//   # CLAIM                             name of a test
//   @ TAXONOMY [rules] STARS...         how the texts below are read; `rules` leaves out the trained models
//   ASPECT SENTIMENT: TEXT | TEXT       each text has this sentiment towards the aspect; `none` if it has no mention;
//                                       `not SENTIMENT` for any other; `any` stands for every aspect of the text
//   aspects ASPECT SENTIMENT, ...: ...  the aspects are exactly these
//   problems PROBLEM ...: ...           the problems are exactly these; `problems with PROBLEM` for at least this one
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

function taxonomyOf(name: string): Taxonomy {
  if (TAXONOMY_NAMES.includes(name)) return builtInTaxonomy(name);
  if (name === "park") return PARK;
  if (name === "built_in_park") return { ...PARK, id: "restaurant" };
  const { aspects, problems = {} } = OWN[name]!;
  return Taxonomy.parse({
    id: name,
    version: 1,
    aspects: entriesOf(aspects),
    problems: entriesOf(problems),
    topics: [],
  });
}

const readers = new Map<string, ReturnType<typeof saidUnder>>();

function readerOf(name: string, isByRules: boolean): ReturnType<typeof saidUnder> {
  const key = `${name} ${isByRules}`;
  const reader = readers.get(key) ?? (isByRules ? saidByRules : saidUnder)(taxonomyOf(name));
  readers.set(key, reader);
  return reader;
}

/** Asserts one expectation, such as `price not negative`, of what was read in a text. */
function assertReading({ aspects, problems }: Said, expected: string, message: string): void {
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
  const found = subject === "any" ? Object.values(aspects) : [aspects[subject] ?? "none"];
  const sentiment = first === "not" ? more : [first];
  for (const one of found) {
    if (first === "not") assert.ok(!sentiment.includes(one), `${message}: ${one}`);
    else assert.deepEqual([one], sentiment, message);
  }
}

for (const { name } of [...Deno.readDirSync(FOLDER)].filter(({ name }) => name.endsWith(".txt"))) {
  for (const part of Deno.readTextFileSync(`${FOLDER}/${name}`).split(/^# /m).slice(1)) {
    const [claim = "", ...lines] = part.trim().split("\n");
    Deno.test(claim, () => {
      let [reader, stars]: [ReturnType<typeof saidUnder>, readonly string[]] = [saidUnder(), []];
      let read = 0;
      for (const line of lines) {
        if (line.startsWith("@ ")) {
          const [taxonomy = "", ...rest] = line.slice(2).split(" ");
          reader = readerOf(taxonomy, rest[0] === "rules");
          stars = rest.filter((one) => one !== "rules");
          continue;
        }
        const end = line.indexOf(":");
        const expected = line.slice(0, end);
        for (const text of line.slice(end + 1).split("|").map((text) => text.trim())) {
          for (const one of stars) {
            assertReading(reader(text, Number(one)), expected, `${expected}, ${one} stars: ${text}`);
            read++;
          }
        }
      }
      assert.ok(read > 0);
    });
  }
}
