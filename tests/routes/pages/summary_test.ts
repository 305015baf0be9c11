import assert from "node:assert/strict";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { mentionFigures, namedThings } from "../../../domain/queries/named_things.ts";
import { insightsOf } from "../../../domain/queries/snapshot_insights.ts";
import { linksOf, readPage, shownReviews, textsOf } from "../../support/pages/read_page.ts";
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
    assert.deepEqual(linksOf(answers[at]!, ".examples a"), source_review_ids.map((id) => `/reviews/${id}`));
  }
  const { technicians, services, problems, service_areas } = entities;
  for (
    const { label, mention_count } of [
      ...aspects,
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

Deno.test("of two months there is a table and no chart", async () => {
  const reviews = [reviewOf({ native: "1", date: "2026-05-14" }), reviewOf({ native: "2", date: "2026-04-02" })];
  const few = testApp(testSnapshot({ ...sampleDataset(), reviews, sample: false }));
  const { document } = await readPage(few, "/summary");
  assert.equal(document.querySelector(".months"), null);
  assert.deepEqual(textsOf(document, "#months ~ table tbody th"), ["May 2026", "April 2026"]);
  assert.ok(!textsOf((await readPage(few, "/")).document, "h2").includes("Month by month"));
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

Deno.test("examples of authors with one name are told by their days", async () => {
  const at = (native: string, author: string, date: string) =>
    reviewOf({ native, author, date, text: "The drain is clogged again, awful." });
  const examplesOf = async (...authors: string[]) => {
    const reviews = authors.map((author, n) => at(String(n), author, `2026-05-1${n}`));
    const app = testApp(testSnapshot({ ...sampleDataset(), reviews, sample: false }));
    const { document } = await readPage(app, "/summary");
    const row = document.querySelector("#aspects ~ .wide .examples");
    return row?.textContent?.replace(/\s+/g, " ").replace(/^.*: /, "").split(", ").toSorted() ?? [];
  };
  const same = await examplesOf("Anonymous", "Anonymous");
  assert.equal(same.join(" ").includes("Anonymous"), false);
  for (const day of ["10", "11"]) assert.ok(same.join(" ").includes(day), same.join("; "));
  assert.deepEqual(await examplesOf("Ann", "Ben"), ["Ann", "Ben"]);
  const mixed = await examplesOf("Anonymous", "Ben", "Anonymous");
  assert.ok(mixed.includes("Ben"));
  assert.equal(mixed.join(" ").match(/Anonymous \(/g)?.length, 2, mixed.join("; "));
});
