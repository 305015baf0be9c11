import assert from "node:assert/strict";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { callTool, mcpClient } from "../../support/mcp/mcp_requests.ts";
import { businessOf, datasetOf, reviewsOf } from "../../support/reviews/review_of.ts";
import { testSnapshot } from "../../support/service/test_app.ts";

const { reviews, business } = sampleDataset();
const snapshot = testSnapshot();
const insights = JSON.parse(new TextDecoder().decode(snapshot.documents["/insights.json"].bodies.identity.bytes));

/** The figures of a ranked subject that the tests read. */
type Ranked =
  & Readonly<Record<"id" | "label", string>>
  & Readonly<Record<`${"review" | "positive" | "neutral" | "negative"}_count`, number>>
  & Readonly<Record<`${"positive" | "negative"}_at_least_pct`, number>>
  & {
    readonly may_equal_first: boolean | null;
    readonly last_year: Readonly<Record<"review_count" | "negative_count", number>> | null;
    readonly year_before: Ranked["last_year"];
  };

async function rank(args: Record<string, unknown>, on = snapshot) {
  await using client = await mcpClient({ snapshot: on });
  const { isError, data, text } = await callTool(client, "rank_subjects", args);
  assert.ok(!isError, text);
  return { ranked: data["ranked"] as readonly Ranked[], total: Number(data["total"]), text };
}

/** A business with three technicians: each with a number of reviews, the good ones among them. */
function crewOf(counts: Readonly<Record<string, readonly [count: number, good: number]>>) {
  const technicians = Object.keys(counts).map((name) => ({ id: name.toLowerCase(), name, aliases: [] }));
  const named = Object.entries(counts).flatMap(([name, [count, good]]) => {
    const members = { native: name, text: `${name} came.`, mentioned_technicians: [name] };
    return reviewsOf(count, (at) => ({ ...members, rating: at < good ? 5 : 1 }));
  });
  return testSnapshot(datasetOf(named, { business: businessOf({ technicians }) }));
}

Deno.test("rankings respect small numbers: three good reviews of three do not rank above sixty of sixty-two", async () => {
  const few = crewOf({ Ada: [3, 3], Bea: [62, 60], Cem: [0, 0] });
  const best = await rank({ kind: "technicians" }, few);
  assert.deepEqual(best.ranked.map((one) => `${one.id} ${one.positive_at_least_pct}`), ["bea 89", "ada 43.8"]);
  const worst = await rank({ kind: "technicians", order: "worst" }, few);
  assert.deepEqual(worst.ranked.map(({ id }) => id), ["bea", "ada"]);
  assert.deepEqual((await rank({ kind: "technicians", mentions_technician: "Cem" }, few)).ranked, []);
});

Deno.test("aspects, worst first, show what the business does badly, with the counts of the insights", async () => {
  const { ranked, text } = await rank({ kind: "aspects", order: "worst", limit: 20 });
  for (const { id, positive_count, neutral_count, negative_count } of ranked) {
    const aspect = insights.aspects.find((one: Ranked) => one.id === id);
    const figures = [aspect.positive_count, aspect.neutral_count, aspect.negative_count];
    assert.deepEqual([positive_count, neutral_count, negative_count], figures, id);
  }
  const bounds = ranked.map(({ negative_at_least_pct: bound }) => bound);
  assert.deepEqual(bounds, bounds.toSorted((a, b) => b - a));
  assert.match(text, /^11 aspects, worst first\.\nSides are what is said of the aspect\.$/m);
  const problems = await rank({ kind: "problems", order: "worst", limit: 20 });
  const counts = problems.ranked.map(({ negative_count: count }) => count);
  assert.deepEqual([counts, problems.ranked[0]?.id], [counts.toSorted((a, b) => b - a), "poor_communication"]);
  assert.match(problems.text, /worst first, by the number of negative reviews\./);
});

Deno.test("rankings compare the last twelve months with the twelve before, if the reviews reach so far back", async () => {
  const { ranked } = await rank({ kind: "technicians", limit: 20 });
  const newest = reviews[0]?.date ?? "";
  const yearsBack = (years: number) => `${Number(newest.slice(0, 4)) - years}${newest.slice(4)}`;
  const isLast = ({ date }: { date: string }) => date >= yearsBack(1);
  const isBefore = ({ date }: { date: string }) => date < yearsBack(1) && date >= yearsBack(2);
  for (const { label, last_year, year_before } of ranked) {
    const own = reviews.filter(({ mentioned_technicians: names }) => names.includes(label));
    for (const [year, within] of [[last_year, isLast], [year_before, isBefore]] as const) {
      const these = own.filter(within);
      const negative = these.filter(({ rating }) => rating <= 2).length;
      assert.deepEqual([year?.review_count, year?.negative_count], [these.length, negative], label);
    }
  }
  const months = await rank({ kind: "months" });
  assert.deepEqual([months.ranked[0]?.last_year, months.ranked[0]?.year_before], [null, null]);
  // The selected reviews begin later.
  const few = testSnapshot({ ...sampleDataset(), reviews: reviews.slice(0, 20) });
  const late = [
    await rank({ kind: "services", since: `${yearsBack(1).slice(0, 4)}-12-20` }),
    await rank({ kind: "services", since: "2025-08-01" }),
    await rank({ kind: "services" }, few),
  ];
  for (const { ranked: [first, ...others] } of late) {
    assert.ok(first);
    assert.ok([first, ...others].every(({ year_before }) => year_before === null));
  }
});

Deno.test("a ranking names the subjects that may equal the first, and the others", async () => {
  const crew = crewOf({ Ada: [17, 17], Bea: [16, 16], Cem: [40, 10] });
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

Deno.test("a ranking counts the reviews of its days, service, technician and source, and with an aspect what they say of it", async () => {
  const said = (id: string, aspect: string): string =>
    insights.per_review[id]?.aspects.find((one: { id: string }) => one.id === aspect)?.sentiment;
  const kinds = {
    technicians: ({ mentioned_technicians: names }: typeof reviews[number], label: string) => names.includes(label),
    months: ({ date }: typeof reviews[number], label: string) => date.startsWith(label),
    sources: ({ source }: typeof reviews[number], label: string) => source === label,
    service_areas: ({ id }: typeof reviews[number], _: string, area: string) =>
      insights.per_review[id]?.service_areas.includes(area),
  };
  const [{ id: aspect }] = insights.aspects;
  const [technician] = business.technicians;
  const scopes: readonly (readonly [object, (review: typeof reviews[number]) => boolean])[] = [
    [{}, () => true],
    [{ aspect }, ({ id }) => said(id, aspect) !== undefined],
    [{ source: "Google" }, ({ source }) => source === "google"],
    [{ mentions_service: "AC repair" }, (one) => one.mentioned_services.includes("ac-repair")],
    [{ mentions_technician: technician?.id }, (one) => one.mentioned_technicians.includes(technician?.name ?? "")],
    [{ since: "2025-03-10", until: "2026-02-20" }, ({ date }) => date >= "2025-03-10" && date <= "2026-02-20"],
  ];
  for (const [kind, isOf] of Object.entries(kinds)) {
    for (const [args, isIn] of scopes) {
      const { ranked, total } = await rank({ kind, order: "worst", limit: 20, ...args });
      assert.ok(total > 0, kind);
      const bounds = ranked.map((one) => one.negative_at_least_pct);
      assert.deepEqual(bounds, bounds.toSorted((a, b) => b - a), kind);
      for (const { id, label, review_count, ...counts } of ranked) {
        const own = reviews.filter((one) => isOf(one, label, id) && isIn(one));
        const byStars = (rating: number) => rating >= 4 ? "positive" : rating === 3 ? "neutral" : "negative";
        const sides = own.map(({ id, rating }) => "aspect" in args ? said(id, aspect) : byStars(rating));
        const sizes = ["positive", "neutral", "negative"].map((side) => sides.filter((one) => one === side).length);
        const figures = [counts.positive_count, counts.neutral_count, counts.negative_count];
        assert.deepEqual([review_count, ...figures], [own.length, ...sizes], `${kind} ${label}`);
      }
    }
  }
});
