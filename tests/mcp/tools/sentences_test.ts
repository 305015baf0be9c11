import assert from "node:assert/strict";
import { findingNote } from "../../../domain/queries/finding_note.ts";
import { SORTS } from "../../../domain/search/search_index.ts";
import { type Comparison, comparisonSentence } from "../../../mcp/answers/comparison.ts";
import { RANKED_KINDS, RANKED_ORDERS, type RankedSubject } from "../../../mcp/answers/ranking.ts";
import { rankingSentences } from "../../../mcp/tools/rank_subjects.ts";
import { searchSentence } from "../../../mcp/tools/search_reviews.ts";
import { testSnapshot } from "../../support/service/test_app.ts";

const COUNTS = [0, 1, 2, 3];

/** What the sentence of a search may be: numbers agree with nouns and verbs, and an adjective has its noun. */
const SEARCH = new RegExp(
  "^(?:There are no reviews yet|The only review matches|None of (?:1 review|[23] reviews) matches|" +
    "(?:1 of [23] reviews matches|2 of 3 reviews match|All of [23] reviews match)(?:; here (?:" +
    "is the (?:newest|most helpful|oldest|best|worst|most relevant|next)|are the 2 (?:newest|most helpful|oldest|with most stars|with fewest stars|most relevant)|" +
    "are the next 2))?)\\.$",
);
const NOUNS = ["review", "star", ...RANKED_KINDS.map((kind) => kind.slice(0, -1).replace("_", " "))].join("|");
const FAULTY = new RegExp(
  `(?<![\\d.])(?:1 (?:${NOUNS})s|(?:[02-9]|\\d\\.\\d+) (?:${NOUNS}))(?! area)\\b|the with|  |undefined|null|NaN`,
);

/** Every combination of choices. */
function all<Chosen extends object>(choices: { readonly [Name in keyof Chosen]: readonly Chosen[Name][] }): Chosen[] {
  return Object.entries<readonly unknown[]>(choices).reduce<object[]>(
    (before, [name, values]) => before.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  ) as Chosen[];
}

Deno.test("every sentence of a search is right English, whatever matches and however it is sorted", () => {
  const counts = { total: COUNTS, matched: COUNTS, returned: COUNTS };
  const said = all<Parameters<typeof searchSentence>[0]>({ ...counts, sort: SORTS, isFirstPage: [true, false] })
    .filter(({ total, matched, returned }) => matched <= total && returned <= matched).map(searchSentence);
  assert.ok(new Set(said).size > 20);
  for (const sentence of said) assert.match(sentence, SEARCH);
});

Deno.test("every sentence of a ranking and of a comparison is right English, whatever was counted", () => {
  const rankings = all({
    ...{ kind: RANKED_KINDS, order: RANKED_ORDERS, total: COUNTS, shown: COUNTS },
    ...{ may: [null, true, false], by: ["negative reviews", null] as const },
  }).filter(({ total, shown }) => shown <= total && (shown > 0 || total === 0));
  const days = { since: [null, "2026-01-01"], until: [null, "2026-02-01"] };
  const periods = all({ ...days, review_count: [0, 1, 5], mean: [1, 4.3], isMore: [true, false, null] });
  const sentences = [
    ...rankings.flatMap(({ kind, order, total, shown, may, by }) => {
      const ranked = Array.from({ length: shown }, (_, at) => ({ may_equal_first: at === 0 && may === false || may }));
      return rankingSentences({ ranked: ranked as RankedSubject[], total, by }, kind, order, may ?? false);
    }),
    ...periods.map(({ mean, isMore, ...period }) => {
      const one = { ...period, average_rating: period.review_count === 0 ? null : mean, negative_count: 1 };
      return comparisonSentence({ earlier: one, later: one, is_more_than_chance: isMore } as unknown as Comparison);
    }),
  ];
  for (const sentence of sentences) {
    assert.doesNotMatch(sentence, FAULTY);
    assert.match(sentence, /^[A-Z1-9].*\.$/);
  }
});

Deno.test("every note on findings is right English, whatever filters find them", () => {
  const snapshot = testSnapshot();
  const [aspect, problem] = (["aspects", "problems"] as const).map((kind) => [
    ...[undefined, "none_such"],
    ...snapshot.subjects[kind].map(({ id }) => id),
  ]);
  for (const filters of all({ aspect: aspect!, problem: problem!, sentiment: [undefined, "negative"] as const })) {
    const note = findingNote(snapshot, { ...filters, technicians: ["Huy Tran"] });
    assert.equal(note === null, Object.values(filters).every((value) => value === undefined));
    assert.doesNotMatch(note ?? "", FAULTY);
    assert.match(note ?? "The.", /^The analysis [^]*\.$|^The\.$/);
  }
});
