import assert from "node:assert/strict";
import { findingNote } from "../../../domain/queries/finding_note.ts";
import { SORTS } from "../../../domain/search/search_index.ts";
import { type Comparison, comparisonSentence } from "../../../mcp/answers/comparison.ts";
import { RANKED_KINDS, RANKED_ORDERS, type RankedSubject } from "../../../mcp/answers/subject_figures.ts";
import { rankingSentences } from "../../../mcp/tools/rank_subjects.ts";
import { searchSentence } from "../../../mcp/tools/search_reviews.ts";
import { testSnapshot } from "../../support/service/test_app.ts";

const COUNTS = [0, 1, 2, 3];

/** What the sentence of a search may be: numbers agree with nouns and verbs, and an adjective has its noun. */
const SEARCH = new RegExp(
  "^(?:There are no reviews yet|The only review matches|None of (?:1 review|[23] reviews) matches|" +
    "(?:1 of [23] reviews matches|2 of 3 reviews match|All of [23] reviews match)(?:; here (?:" +
    "is the (?:newest|oldest|best|worst|next)|are the 2 (?:newest|oldest|with most stars|with fewest stars)|" +
    "are the next 2))?)\\.$",
);
const NOUNS = ["review", "star", ...RANKED_KINDS.map((kind) => kind.slice(0, -1).replace("_", " "))].join("|");
const FAULTY = new RegExp(
  `(?<![\\d.])(?:1 (?:${NOUNS})s|(?:[02-9]|\\d\\.\\d+) (?:${NOUNS}))(?! area)\\b|the with|  |undefined|null|NaN`,
);

Deno.test("every sentence of a search is right English, whatever matches and however it is sorted", () => {
  const said = new Set<string>();
  for (const sort of [undefined, ...SORTS]) {
    for (const isFirstPage of [true, false]) {
      for (const total of COUNTS) {
        for (const matched of COUNTS.filter((count) => count <= total)) {
          for (const returned of COUNTS.filter((count) => count <= matched)) {
            said.add(searchSentence({ total, matched, returned, sort, isFirstPage }));
          }
        }
      }
    }
  }
  assert.ok(said.size > 20);
  for (const sentence of said) assert.match(sentence, SEARCH);
});

Deno.test("every sentence of a ranking and of a comparison is right English, whatever was counted", () => {
  const sentences: string[] = [];
  for (const kind of RANKED_KINDS) {
    for (const order of RANKED_ORDERS) {
      for (const total of COUNTS) {
        for (const shown of COUNTS.filter((count) => count <= total && (count > 0 || total === 0))) {
          for (const may of [null, true, false]) {
            const ranked = Array.from({ length: shown }, (_, at) => ({
              may_equal_first: at === 0 && may === false ? true : may,
            })) as RankedSubject[];
            for (const by of ["negative reviews", null] as const) {
              sentences.push(...rankingSentences({ ranked, total, by }, kind, order, may ?? false));
            }
          }
        }
      }
    }
  }
  for (const count of [0, 1, 5]) {
    for (const mean of [1, 4.3]) {
      for (
        const [since, until] of [[null, null], ["2026-01-01", null], [null, "2026-02-01"], ["2026-01-01", "2026-02-01"]]
      ) {
        const average_rating = count === 0 ? null : mean;
        const period = { since, until, average_rating, review_count: count, negative_count: 1 };
        for (const is_more_than_chance of [true, false, null]) {
          sentences.push(
            comparisonSentence({ earlier: period, later: period, is_more_than_chance } as unknown as Comparison),
          );
        }
      }
    }
  }
  for (const sentence of sentences) {
    assert.doesNotMatch(sentence, FAULTY);
    assert.match(sentence, /^[A-Z1-9].*\.$/);
  }
});

Deno.test("every note on findings is right English, whatever filters find them", () => {
  const snapshot = testSnapshot();
  const ids = (
    kind: "aspects" | "problems",
  ) => [undefined, "none_such", ...snapshot.subjects[kind].map(({ id }) => id)];
  for (const aspect of ids("aspects")) {
    for (const problem of ids("problems")) {
      for (const sentiment of [undefined, "negative"] as const) {
        const note = findingNote(snapshot, { aspect, problem, sentiment, technicians: ["Huy Tran"] });
        assert.equal(note === null, aspect === undefined && problem === undefined && sentiment === undefined);
        assert.doesNotMatch(note ?? "", FAULTY);
        assert.match(note ?? "The.", /^The analysis [^]*\.$|^The\.$/);
      }
    }
  }
});
