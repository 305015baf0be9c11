import assert from "node:assert/strict";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { callTool, withMcpClient } from "../../support/mcp/mcp_requests.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";
import { testSnapshot } from "../../support/service/test_app.ts";

const { reviews, business } = sampleDataset();
const snapshot = testSnapshot();

interface Ranked {
  readonly id: string;
  readonly label: string;
  readonly review_count: number;
  readonly positive_count: number;
  readonly neutral_count: number;
  readonly negative_count: number;
  readonly average_rating: number;
  readonly positive_at_least_pct: number;
  readonly negative_at_least_pct: number;
  readonly may_equal_first: boolean | null;
  readonly last_year: { readonly review_count: number; readonly negative_count: number } | null;
  readonly year_before: { readonly review_count: number; readonly negative_count: number } | null;
  readonly praised: readonly { id: string; review_count: number }[];
  readonly example_review_ids: readonly string[];
}

function rank(
  args: Record<string, unknown>,
  on = snapshot,
): Promise<{ ranked: Ranked[]; total: number; text: string }> {
  return withMcpClient({ snapshot: on }, async (client) => {
    const { isError, data, text } = await callTool(client, "rank_subjects", args);
    assert.ok(!isError, text);
    return { ranked: data["ranked"] as Ranked[], total: Number(data["total"]), text };
  });
}

Deno.test("technicians are counted as the reviews name them, and ranked by a bound that respects small numbers", async () => {
  const { ranked, total } = await rank({ kind: "technicians", limit: 20 });
  assert.equal(total, ranked.length);
  for (const { label, ...figures } of ranked) {
    const own = reviews.filter(({ mentioned_technicians: names }) => names.includes(label));
    const stars = own.map(({ rating }) => rating);
    assert.deepEqual(
      [figures.review_count, figures.positive_count, figures.neutral_count, figures.negative_count],
      [
        own.length,
        stars.filter((rating) => rating >= 4).length,
        stars.filter((rating) => rating === 3).length,
        stars.filter((rating) => rating <= 2).length,
      ],
      label,
    );
  }
  const bounds = ranked.map(({ positive_at_least_pct: bound }) => bound);
  assert.deepEqual(bounds, bounds.toSorted((a, b) => b - a));
});

Deno.test("three good reviews of three do not rank above sixty of sixty-two", async () => {
  const of = (name: string, count: number, good: number) =>
    Array.from({ length: count }, (_, at) =>
      reviewOf({
        native: `${name} ${at}`,
        rating: at < good ? 5 : 1,
        text: `${name} came.`,
        mentioned_technicians: [name],
      }));
  const few = testSnapshot({
    business: {
      ...businessOf(),
      technicians: ["Ada", "Bea", "Cem"].map((name) => ({ id: name.toLowerCase(), name, aliases: [] })),
    },
    reviews: [...of("Ada", 3, 3), ...of("Bea", 62, 60)],
    operatorInsights: null,
    taxonomy: null,
  });
  const best = await rank({ kind: "technicians" }, few);
  assert.deepEqual(best.ranked.map(({ id, positive_at_least_pct: bound }) => [id, bound]), [["bea", 89], [
    "ada",
    43.8,
  ]]);
  const worst = await rank({ kind: "technicians", order: "worst" }, few);
  assert.deepEqual(worst.ranked.map(({ id }) => id), ["bea", "ada"]);
  assert.deepEqual((await rank({ kind: "technicians", mentions_technician: "Cem" }, few)).ranked, []);
});

Deno.test("aspects, worst first, show what the business does badly, with the counts of the insights", async () => {
  const { ranked, text } = await rank({ kind: "aspects", order: "worst", limit: 20 });
  const { aspects } = JSON.parse(
    new TextDecoder().decode(snapshot.documents["/insights.json"].bodies.identity.bytes),
  ) as { aspects: { id: string; positive_count: number; neutral_count: number; negative_count: number }[] };
  assert.deepEqual(
    new Map(ranked.map((one) => [one.id, [one.positive_count, one.neutral_count, one.negative_count]])),
    new Map(
      ranked.map(({ id }) => aspects.find((one) => one.id === id)).map((one) => [
        one?.id ?? "",
        [one?.positive_count ?? 0, one?.neutral_count ?? 0, one?.negative_count ?? 0],
      ]),
    ),
  );
  const bounds = ranked.map(({ negative_at_least_pct: bound }) => bound);
  assert.deepEqual(bounds, bounds.toSorted((a, b) => b - a));
  assert.match(text, /^12 of 12 aspects, worst first\. Sides are what is said of the aspect\. [^\n]+\n1\. "/);
});

Deno.test("rankings compare the last twelve months with the twelve before", async () => {
  const { ranked, text } = await rank({ kind: "technicians", limit: 20 });
  const newest = reviews[0]?.date ?? "";
  const yearsBack = (years: number) => `${Number(newest.slice(0, 4)) - years}${newest.slice(4)}`;
  const isLast = ({ date }: { date: string }) => date >= yearsBack(1);
  const isBefore = ({ date }: { date: string }) => date < yearsBack(1) && date >= yearsBack(2);
  for (const { label, last_year, year_before } of ranked) {
    const own = reviews.filter(({ mentioned_technicians: names }) => names.includes(label));
    for (const [year, within] of [[last_year, isLast], [year_before, isBefore]] as const) {
      const these = own.filter(within);
      assert.deepEqual(
        [year?.review_count, year?.negative_count],
        [these.length, these.filter(({ rating }) => rating <= 2).length],
        label,
      );
    }
  }
  const [last, before] = [reviews.filter(isLast).length, reviews.filter(isBefore).length];
  assert.ok(
    text.includes(`Of all that are counted, ${last} reviews are of the last 12 months and ${before} of the 12 before.`),
    text,
  );
  assert.match(text, /; last 12 months \d+ reviews, \d+ negative, 12 before \d+, \d+ negative/);
  const months = await rank({ kind: "months" });
  assert.deepEqual([months.ranked[0]?.last_year, months.ranked[0]?.year_before], [null, null]);
  assert.doesNotMatch(months.text, /12 months/);
});

Deno.test("rankings omit the year before if the selected reviews begin later", async () => {
  const newest = reviews[0]?.date ?? "";
  const since = `${Number(newest.slice(0, 4)) - 1}-12-20`;
  for (
    const { ranked, text } of [
      await rank({ kind: "services", since }),
      await rank({ kind: "services", since: "2025-08-01" }),
      await rank({ kind: "services" }, testSnapshot({ ...sampleDataset(), reviews: reviews.slice(0, 20) })),
    ]
  ) {
    assert.ok(ranked.length > 0);
    assert.deepEqual(ranked.map(({ year_before }) => year_before), ranked.map(() => null));
    assert.doesNotMatch(text, /12 before/);
  }
});

Deno.test("a ranking names the subjects that may equal the first, and the others", async () => {
  const of = (name: string, count: number, good: number) =>
    Array.from({ length: count }, (_, at) =>
      reviewOf({
        native: `${name} ${at}`,
        rating: at < good ? 5 : 1,
        text: `${name} came.`,
        mentioned_technicians: [name],
      }));
  const names = ["Ada", "Bea", "Cem"];
  const crew = testSnapshot({
    business: { ...businessOf(), technicians: names.map((name) => ({ id: name.toLowerCase(), name, aliases: [] })) },
    reviews: [...of("Ada", 17, 17), ...of("Bea", 16, 16), ...of("Cem", 40, 10)],
    operatorInsights: null,
    taxonomy: null,
  });
  const best = await rank({ kind: "technicians" }, crew);
  assert.deepEqual(best.ranked.map(({ id, may_equal_first }) => [id, may_equal_first]), [
    ["ada", true],
    ["bea", true],
    ["cem", false],
  ]);
  assert.match(best.text, /Number 2 may be as good as number 1: their 95 % intervals overlap\./);
  const worst = await rank({ kind: "technicians", order: "worst" }, crew);
  assert.deepEqual(worst.ranked.map(({ may_equal_first }) => may_equal_first), [true, false, false]);
  assert.match(worst.text, /Number 1 is surely ahead of those that follow: no 95 % interval overlaps\./);
  const most = await rank({ kind: "technicians", order: "most_mentioned" }, crew);
  assert.deepEqual(most.ranked.map(({ may_equal_first }) => may_equal_first), [null, null, null]);
  assert.doesNotMatch(most.text, /interval/);
});

Deno.test("problems, worst first, are ranked by their number of negative reviews", async () => {
  const { ranked, text } = await rank({ kind: "problems", order: "worst", limit: 20 });
  const counts = ranked.map(({ negative_count: count }) => count);
  assert.deepEqual(counts, counts.toSorted((a, b) => b - a));
  assert.equal(ranked[0]?.id, "poor_communication");
  assert.match(text, /worst first, by the number of negative reviews\./);
});

Deno.test("a ranking is of the reviews in the given days, of the given service and technician", async () => {
  const [since, until] = ["2025-03-10", "2026-02-20"];
  const { ranked } = await rank({ kind: "months", order: "most_mentioned", since, until, limit: 20 });
  assert.equal(
    ranked.reduce((sum, { review_count: count }) => sum + count, 0),
    reviews.filter(({ date }) => date >= since && date <= until).length,
  );
  const service = "ac-repair";
  const { ranked: people } = await rank({ kind: "technicians", mentions_service: "AC repair", limit: 20 });
  assert.ok(people.length > 1);
  for (const { label, review_count: count } of people) {
    const both = reviews.filter(({ mentioned_services: services, mentioned_technicians: names }) =>
      services.includes(service) && names.includes(label)
    );
    assert.equal(count, both.length, label);
  }
  const { ranked: services } = await rank({
    kind: "services",
    mentions_technician: business.technicians[0]?.id,
    limit: 20,
  });
  for (const { id, review_count: count } of services) {
    const both = reviews.filter(({ mentioned_services, mentioned_technicians }) =>
      mentioned_services.includes(id) && mentioned_technicians.includes(business.technicians[0]?.name ?? "")
    );
    assert.equal(count, both.length, id);
  }
});

Deno.test("an unknown name is an error that lists what exists, and a wrong kind names the kinds", async () => {
  await withMcpClient({ snapshot }, async (client) => {
    for (
      const [args, expected] of [
        [{ kind: "technicians", mentions_service: "roofing" }, /No service is called "roofing".*ac-repair/],
        [{ kind: "services", mentions_technician: "Bob" }, /No technician is called "Bob".*Huy Tran/],
        [{ kind: "people" }, /kind: Expected technicians, .*, sources or service_areas, got "people"/],
        [{}, /kind: Expected technicians/],
        [{ kind: "aspects", order: "loudest" }, /order: Expected best, worst or most_mentioned/],
      ] as const
    ) {
      const { isError, text } = await callTool(client, "rank_subjects", args);
      assert.ok(isError);
      assert.match(text, expected);
    }
  });
});

Deno.test("with an aspect the sides are what reviews say of it; sources and service areas are ranked as well", async () => {
  const insights = JSON.parse(new TextDecoder().decode(snapshot.documents["/insights.json"].bodies.identity.bytes));
  const said = (id: string, aspect: string) =>
    insights.per_review[id]?.aspects.find((one: { id: string }) => one.id === aspect)?.sentiment;
  const kinds = {
    technicians: ({ mentioned_technicians: names }: typeof reviews[number], label: string) => names.includes(label),
    sources: ({ source }: typeof reviews[number], label: string) => source === label,
    service_areas: ({ id }: typeof reviews[number], _: string, area: string) =>
      insights.per_review[id]?.service_areas.includes(area),
  };
  const [{ id: aspect }] = insights.aspects;
  for (const [kind, isOf] of Object.entries(kinds)) {
    for (const args of [{}, { aspect }, { source: "Google" }]) {
      const { ranked, total } = await rank({ kind, order: "worst", limit: 20, ...args });
      assert.ok(total > 0, kind);
      for (const { id, label, review_count, negative_count } of ranked) {
        const own = reviews.filter((one) =>
          isOf(one, label, id) && (!("source" in args) || one.source === "google") &&
          (!("aspect" in args) || said(one.id, aspect) !== undefined)
        );
        const negative = own.filter((one) => "aspect" in args ? said(one.id, aspect) === "negative" : one.rating <= 2);
        assert.deepEqual([review_count, negative_count], [own.length, negative.length], `${kind} ${label}`);
      }
    }
  }
  await withMcpClient({ snapshot }, async (client) => {
    const { isError, text } = await callTool(client, "rank_subjects", { kind: "technicians", aspect: "flying" });
    assert.ok(isError && text.includes("Known aspects"), text);
  });
});
