import assert from "node:assert/strict";
import { ownDataset } from "../../support/reviews/measured_dataset.ts";
import { mentionFigures, namedThings } from "../../../domain/queries/named_things.ts";
import { insightsOf } from "../../../domain/queries/snapshot_insights.ts";
import { PAGE_WORDS } from "../../../routes/pages/language/page_language.ts";
import { linksOf, readPage, shownReviews, textsOf } from "../../support/pages/read_page.ts";
import { measuredDataset } from "../../support/reviews/measured_dataset.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { testApp, testSnapshot } from "../../support/service/test_app.ts";

const snapshot = testSnapshot();
const app = testApp(snapshot);

Deno.test("the summary has all that the insights say, with who says it, when, and the reviews behind each answer", async () => {
  const { document, text } = await readPage(app, "/summary");
  const { summary, faq, aspects, entities, topics, model } = insightsOf(snapshot);
  assert.ok(text.includes(model) && textsOf(document, ".prose").includes(summary ?? "?"));
  assert.deepEqual(textsOf(document, ".question h3"), faq.map(({ question }) => question));
  const answers = document.querySelectorAll(".question");
  for (const [at, { answer, source_review_ids }] of faq.entries()) {
    assert.ok(textsOf(answers[at]!, "p")[0]?.includes(answer.replace(/\s+/g, " ")), answer);
    assert.deepEqual(linksOf(answers[at]!, ".examples a"), source_review_ids.slice(0, 4).map((id) => `/reviews/${id}`));
    assert.equal(answers[at]!.hasAttribute("open"), at < 3);
  }
  assert.deepEqual(textsOf(document, "h2").slice(0, 5), [
    ...["Most praised", "Most criticised", "What has changed", "What customers speak of"],
    "Questions that the reviews answer",
  ]);
  for (const { label, positive_count, negative_count } of aspects) {
    const counts = textsOf(document, ".aspects li").filter((text) => text.startsWith(`${label} `));
    assert.ok(counts[0]?.includes(`${positive_count} good, ${negative_count} bad`), label);
  }
  const { technicians, services, problems, service_areas } = entities;
  for (
    const { label, mention_count } of [
      ...technicians,
      ...services,
      ...problems,
      ...service_areas,
      ...topics,
    ]
  ) {
    const rows = document.querySelectorAll("tbody tr").filter((row) => row.querySelector("bdi")?.textContent === label);
    assert.ok(rows.some((row) => textsOf(row, "td")[0] === String(mention_count)), label);
  }
});

Deno.test("pages and policy say in each language that the business supplied the insights, and only then", async () => {
  const supplied = testApp(testSnapshot(measuredDataset()));
  for (const [language, words] of Object.entries(PAGE_WORDS)) {
    const { by_program, by_business, insights_computed, insights_supplied } = words;
    const supplier = words.supplied_for.split(" (")[0] ?? "?";
    for (const path of ["/", "/summary", "/policy"]) {
      const [computed, other] = await Promise.all([app, supplied].map(async (from) => {
        const { document } = await readPage(from, path, { "accept-language": language });
        return textsOf(document, "main").join();
      }));
      const [ours, theirs] = path === "/policy" ? [insights_computed, insights_supplied] : [by_program, by_business];
      // The home page marks only what the business supplied.
      const marked = [path !== "/", false];
      assert.deepEqual([computed?.includes(ours), computed?.includes(theirs)], marked, `${language} ${path}`);
      assert.deepEqual([other?.includes(ours), other?.includes(theirs)], [false, true], `${language} ${path}`);
      if (path === "/summary") {
        assert.deepEqual([computed?.includes(supplier), other?.includes(`${supplier} (measured`)], [false, true]);
      }
    }
  }
});

Deno.test("the page names no month without reviews, no unknown language, and no lack of strengths, complaints and changes", async () => {
  const texts = [["2016-01-03", "Nice."], ["2021-05-09", "Wakt ewn siki torbu maten."], ["2026-05-14", "Fine."]];
  const reviews = texts.map(([date, text], at) => reviewOf({ native: `${at}`, date: date!, text: text!, rating: 3 }));
  const few = testApp(testSnapshot(ownDataset({ reviews: reviews.toReversed() })));
  const { document } = await readPage(few, "/summary");
  assert.deepEqual(textsOf(document, ".months tbody th"), ["May 2026", "May 2021", "January 2016"]);
  assert.equal(document.querySelector(".strengths"), null);
  const home = await readPage(few, "/");
  assert.deepEqual(textsOf(home.document, "select[name=language] option"), ["Any", "English (2)"]);
});

Deno.test("two months are described in words, without a chart", async () => {
  const reviews = [reviewOf({ native: "1", date: "2026-05-14" }), reviewOf({ native: "2", date: "2026-04-02" })];
  const few = testApp(testSnapshot(ownDataset({ reviews })));
  const { document } = await readPage(few, "/summary");
  assert.equal(document.querySelector(".months"), null);
  assert.deepEqual(textsOf(document, "#months ~ ul li"), [
    "May 2026: 5.0 stars, 1 review",
    "April 2026: 5.0 stars, 1 review",
  ]);
});

Deno.test("each technician and service has a page with figures and reviews, and a way to search them all", async () => {
  for (const kind of ["technicians", "services"] as const) {
    const things = namedThings(snapshot, kind);
    assert.ok(things.length > 0);
    for (const { id, label } of things) {
      const { document, status } = await readPage(app, `/${kind}/${encodeURIComponent(id)}`);
      assert.equal(status, 200, id);
      assert.deepEqual(textsOf(document, "h1"), [label]);
      const { count } = mentionFigures(snapshot, { [kind]: [kind === "technicians" ? label : id] });
      assert.equal(textsOf(document, ".mean .quiet")[0], `${count} review${count === 1 ? "" : "s"}`);
      const search = linksOf(document, ".paging a")[0] ?? "";
      const found = await readPage(app, search);
      assert.deepEqual(shownReviews(document), shownReviews(found.document));
      assert.ok(shownReviews(document).length > 0);
    }
  }
});

Deno.test("examples are chosen by stars and days, whatever their authors' names", async () => {
  const { document } = await readPage(app, "/summary");
  const examples = document.querySelectorAll(".examples a");
  assert.ok(examples.length > 20);
  for (const example of examples) assert.match(example.textContent, /^[1-5] stars?, [A-Z][a-z]+ \d+, 20\d\d$/);
});

Deno.test("a monthly chart labels numbers and years on its axes, and each month's figures", async () => {
  const { document } = await readPage(app, "/summary");
  const { monthly } = insightsOf(snapshot).temporal;
  const months = document.querySelectorAll(".months .month");
  assert.equal(months.length, Math.min(24, monthly.length));
  const last = monthly.at(-1);
  assert.equal(
    months.at(-1)?.getAttribute("aria-label"),
    `November 2026: ${last?.average_rating?.toFixed(1)} stars, ${last?.review_count} reviews`,
  );
  const axes = textsOf(document, ".months text:not(.figures)");
  for (const label of ["5", "3", "1", "0", "2025", "2026"]) assert.ok(axes.includes(label), `${label}: ${axes}`);
  assert.equal(textsOf(document, ".months tbody tr").length, monthly.length);
});

Deno.test("aspects, problems, topics and questions have the language of the page", async () => {
  const { document } = await readPage(app, "/summary", { "accept-language": "de" });
  const text = textsOf(document, "main").join(" ");
  for (const german of ["Qualität der Arbeit", "Nicht erschienen", "Wartung", "Sind die Preise fair?"]) {
    assert.ok(text.includes(german), german);
  }
  assert.ok(textsOf(document, ".question h3").includes("Wie wird „AC repair“ bewertet?"));
  const { document: review } = await readPage(app, "/?aspect=punctuality", { "accept-language": "fr" });
  assert.deepEqual(textsOf(review, ".chips .on bdi"), ["Ponctualité"]);
});
