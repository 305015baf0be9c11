import assert from "node:assert/strict";
import { measuredDataset, ownDataset } from "../../support/reviews/measured_dataset.ts";
import { mentionFigures, namedThings } from "../../../domain/queries/named_things.ts";
import { reviewById } from "../../../domain/queries/snapshot_reviews.ts";
import { analysisOf, insightsOf } from "../../../domain/queries/snapshot_insights.ts";
import { DEFAULT_PAGE_SETTINGS } from "../../../domain/page_settings.ts";
import { PAGE_WORDS } from "../../../routes/pages/language/page_language.ts";
import { linksOf, readPage, shownReviews, textsOf } from "../../support/pages/read_page.ts";
import { compareReviews } from "../../../domain/review.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { testApp, testSnapshot } from "../../support/service/test_app.ts";

const snapshot = testSnapshot();
const app = testApp(snapshot);

Deno.test("the summary has all that the insights say, with who says it, when, and the reviews behind each answer", async () => {
  const { document } = await readPage(app, "/summary");
  const { summary, faq, aspects, entities, topics } = insightsOf(snapshot);
  assert.ok(textsOf(document, ".prose").includes(summary ?? "?"));
  const note = "Counted automatically from the reviews (how it is done, report an error).";
  assert.ok(textsOf(document, "main")[0]?.includes(note));
  const links = linksOf(document, "main a");
  for (const link of ["/policy#computed", "/policy#report", "/?max_rating=2#reviews"]) assert.ok(links.includes(link));
  assert.deepEqual(textsOf(document, ".question h3"), faq.map(({ question }) => question));
  const answers = document.querySelectorAll(".question");
  for (const [at, { answer, source_review_ids }] of faq.entries()) {
    assert.ok(textsOf(answers[at]!, "p")[0]?.includes(answer.replace(/\s+/g, " ")), answer);
    const behind = linksOf(answers[at]!, "p a").map((link) => link.replace("/reviews/", ""));
    assert.equal(behind.length, answer.split("“").length - 1, answer);
    assert.ok(behind.every((id) => source_review_ids.includes(id)), answer);
    assert.equal(answers[at]!.hasAttribute("open"), at < 1);
  }
  const charts = ["Rating", "Trend", "What customers say", "Ratings by platform", "Replies"];
  assert.deepEqual(textsOf(document, ".picture h2"), charts);
  assert.deepEqual(textsOf(document, ".tabs label"), ["Subjects", "People", "Services"]);
  assert.deepEqual(textsOf(document, ".panel h2"), ["Questions that the reviews answer", "People", "Services"]);
  assert.ok(document.querySelectorAll("table").every((one) => one.closest("details.figures-of") !== null));
  for (const { label, positive_count, negative_count } of aspects) {
    const counts = textsOf(document, ".aspects li").filter((text) => text.startsWith(`${label} `));
    const said = (count: number, verb: string) => `${count} ${verb}${count === 1 ? "s" : ""} it`;
    assert.equal(counts.length, 1, label);
    assert.ok(counts[0]?.includes(`${said(positive_count, "praise")}, ${said(negative_count, "criticise")}`), label);
  }
  const entries = document.querySelectorAll(".figures-of li, .cards li");
  for (const { label, mention_count } of [...Object.values(entities).flat(), ...topics]) {
    const counts = entries.filter((entry) => textsOf(entry, "bdi")[0] === label)
      .map((entry) => textsOf(entry, "b, span")[0] ?? "");
    assert.ok(counts.some((text) => new RegExp(`\\b${mention_count}\\b`).test(text)), label);
  }
});

Deno.test("pages and policy say in each language that the business supplied the insights, and only then", async () => {
  const supplied = testApp(testSnapshot(measuredDataset()));
  const pages = { ...DEFAULT_PAGE_SETTINGS, hide: ["aspects" as const] };
  const hiding = testApp(testSnapshot({ ...measuredDataset(), pages }));
  const { text } = await readPage(hiding, "/summary");
  assert.equal(text.split(PAGE_WORDS.en.by_business).length, 2);
  for (const [language, words] of Object.entries(PAGE_WORDS)) {
    const plain = (name: keyof typeof words) => words[name].replace(/\s/g, " ");
    const counted = plain("by_program").split(" (")[0] ?? "?";
    for (const path of ["/", "/summary", "/policy"]) {
      const [computed, other] = await Promise.all([app, supplied].map(async (from) => {
        const { document } = await readPage(from, path, { "accept-language": language });
        return textsOf(document, "main").join();
      }));
      const [ours, theirs] = path === "/policy"
        ? [plain("insights_computed"), plain("insights_supplied")]
        : [counted, plain("by_business")];
      // The home page marks only what the business supplied.
      const marked = [path !== "/", false];
      assert.deepEqual([computed?.includes(ours), computed?.includes(theirs)], marked, `${language} ${path}`);
      assert.deepEqual([other?.includes(ours), other?.includes(theirs)], [false, true], `${language} ${path}`);
    }
  }
});

Deno.test("the page names no month without reviews, no unknown language", async () => {
  const texts = [["2016-01-03", "Nice."], ["2021-05-09", "Wakt ewn siki torbu maten."], ["2026-05-14", "Fine."]];
  const reviews = texts.map(([date, text], at) => reviewOf({ native: `${at}`, date: date!, text: text!, rating: 3 }));
  const few = testApp(testSnapshot(ownDataset({ reviews: reviews.toReversed() })));
  const { document } = await readPage(few, "/summary");
  assert.deepEqual(textsOf(document, ".picture tbody th"), ["May 2026", "May 2021", "January 2016"]);
  const home = await readPage(few, "/");
  assert.deepEqual(textsOf(home.document, "select[name=language] option"), ["Any", "English (2)"]);
});

Deno.test("two months are an open table, without a chart", async () => {
  const reviews = [reviewOf({ native: "1", date: "2026-05-14" }), reviewOf({ native: "2", date: "2026-04-02" })];
  const few = testApp(testSnapshot(ownDataset({ reviews })));
  const { document } = await readPage(few, "/summary");
  assert.equal(document.querySelector(".months"), null);
  assert.deepEqual(textsOf(document, ".picture details[open] tbody tr"), ["May 202615.0", "April 202615.0"]);
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
      assert.ok(!linksOf(document, ".reviews a").includes(`/${kind}/${encodeURIComponent(id)}`), "a link to itself");
    }
  }
});

Deno.test("evidence is a sentence of the review that it links, and names what it is evidence of", async () => {
  const { document } = await readPage(app, "/summary");
  const evidence = document.querySelectorAll(".evidence a");
  const { aspects } = insightsOf(snapshot);
  assert.ok(evidence.length >= 6);
  for (const one of evidence) {
    const text = reviewById(snapshot, one.getAttribute("href")?.replace("/reviews/", "") ?? "")?.text;
    assert.ok(text?.includes(one.text), one.text);
  }
  // Of the majority's side first, and of both where a fifth take the other.
  const quoted = aspects.filter(({ quotes }) => quotes !== undefined);
  assert.ok(quoted.length >= 3);
  for (const { id, positive_count: good, negative_count: bad, quotes = [] } of quoted) {
    const sides = good >= bad ? ["positive", "negative"] : ["negative", "positive"];
    const count = 5 * Math.min(good, bad) >= good + bad ? 2 : 1;
    assert.deepEqual(quotes.map(({ sentiment }) => sentiment), sides.slice(0, count));
    for (const { review_id, sentiment } of quotes) {
      const said = analysisOf(snapshot, review_id)?.aspects.find((aspect) => aspect.id === id);
      assert.equal(said?.sentiment, sentiment, id);
    }
  }
  const people = document.querySelectorAll("#panel-people .cards li");
  assert.ok(people.length >= 5);
  for (const person of people) {
    const label = textsOf(person, "bdi")[0] ?? "";
    const { aliases = [] } = snapshot.business.technicians.find(({ name }) => name === label) ?? {};
    const names = [...label.split(" "), ...aliases];
    const quoted = textsOf(person, ".evidence")[0]?.toLowerCase();
    assert.ok(quoted === undefined || names.some((name) => quoted.includes(name.toLowerCase())), `${quoted}`);
  }
});

Deno.test("the chart shows the average of three months, labels its axes, and is one picture beside a table of all months", async () => {
  const { document } = await readPage(app, "/summary");
  const { monthly } = insightsOf(snapshot).temporal;
  assert.deepEqual(document.querySelectorAll("main [tabindex]").filter((one) => one.closest("svg") !== null), []);
  assert.equal(document.querySelectorAll(".months .month").length, Math.min(24, monthly.length));
  const axes = textsOf(document, ".months text:not(.figures)");
  for (const label of ["5", "3", "1", "0", "2025", "2026"]) assert.ok(axes.includes(label), `${label}: ${axes}`);
  assert.equal(textsOf(document, ".picture tbody tr").length, monthly.length);

  // Four reviews with 2 stars in March, two with 5 in May, twice as many as reviews of other months.
  const days = { "2026-01-10": 4, "2026-03-10": 2, "2026-03-11": 2, "2026-05-10": 5, "2026-06-10": 1 };
  const stars = Object.entries(days);
  const reviews = [...stars, ...stars].map(([date, rating], at) => reviewOf({ native: `${at}`, date, rating }))
    .toSorted(compareReviews);
  // And a year later, after seven months without a three-month average.
  const later = [reviewOf({ native: "later", date: "2027-04-10", rating: 3 }), ...reviews];
  const [line, none, broken] = await Promise.all([reviews, reviews.slice(1), later].map(async (reviews) => {
    const few = await readPage(testApp(testSnapshot(ownDataset({ reviews }))), "/summary");
    return few.document.querySelector(".months .line")?.getAttribute("d");
  }));
  const heights = line?.match(/(?<= )[\d.]+/g)?.map((y) => Number((5 - (Number(y) - 24) / 16).toFixed(2)));
  assert.deepEqual(heights, [4, 4, 2.67, 2, 3, 3]);
  assert.equal(none, undefined, "nine reviews are no line");
  assert.match(broken ?? "", /^M[\d. ]+h0(?:L[\d. ]+){7}M[\d. ]+h0$/);
  const [label] = document.querySelectorAll(".months text").filter(({ textContent }) => textContent === "5");
  assert.equal(label?.getAttribute("text-anchor"), "end");
});

Deno.test("aspects, problems, topics and questions have the language of the page", async () => {
  const { document } = await readPage(app, "/summary", { "accept-language": "de" });
  const text = textsOf(document, "main").join(" ");
  for (const german of ["Qualität der Arbeit", "Nicht erschienen", "Wartung", "Sind die Preise fair?"]) {
    assert.ok(text.includes(german), german);
  }
  assert.ok(textsOf(document, ".question h3").includes("Wie wird „Furnace and boiler service“ bewertet?"));
  const { document: review } = await readPage(app, "/?aspect=punctuality", { "accept-language": "fr" });
  assert.deepEqual(textsOf(review, ".chips .on bdi"), ["Ponctualité"]);
});
