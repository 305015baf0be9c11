import assert from "node:assert/strict";
import { importWorkshop } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { alertReceivers } from "../../support/service/alert_receivers.ts";
import { runCli, runProcess } from "../../support/service/run_cli.ts";

Deno.test("a report on a month has its figures, the months before and what to answer, as text, page and mail", async () => {
  const of = (native: string, rating: number, date: string, more = {}) => reviewOf({ native, rating, date, ...more });
  const sorry = { text: "Sorry.", date: "2026-11-02" };
  const rude = { author: "<b>Ann</b>", text: "The technician was rude, and two hours late.", source: "Google" };
  const reviews = [
    of("1", 1, "2026-10-03", rude),
    of("2", 5, "2026-10-20", { text: "Friendly and punctual.", source: "csv" }),
    of("3", 2, "2026-10-31", { author: "Ben", owner_reply: sorry, source: "Google" }),
    of("4", 4, "2026-09-30"),
    of("5", 3, "2026-11-01"),
    // A subject counts from five reviews on.
    ...["6", "7", "8", "9"].map((id) => of(id, 1, "2026-08-01", { text: `Technician ${id} was rude.` })),
  ];
  await using shop = await importWorkshop({ "all.json": reviews });
  assert.equal((await shop.importing("all.json", "--taxonomy", "home_services")).code, 0);
  const report = JSON.parse((await runCli("report", ["--month", "2026-10", "--json"], shop.kvPath)).stdout);
  assert.deepEqual(report.months.at(-1), { label: "2026-10", count: 3, average: 2.67 });
  assert.deepEqual(report.months.at(-2), { label: "2026-09", count: 1, average: 4 });
  assert.deepEqual([report.months.length, report.months[0].label], [12, "2025-11"]);
  assert.deepEqual(report.total, { label: "all", count: 8, average: 2 });
  const google = { label: "Google", count: 2, average: 1.5 };
  assert.deepEqual(report.sources, [google, { label: "Tables of the business", count: 1, average: 5 }]);
  assert.deepEqual(report.unanswered.map(({ author }: { readonly author: string }) => author), ["<b>Ann</b>"]);
  assert.ok(report.criticised.some(({ label, quote }: Record<string, string>) => label && quote?.includes("rude")));

  await using receivers = await alertReceivers();
  const alerts = `${shop.folder}/alerts.json`;
  const mail = { mail: "owner@acme.example", smtp: receivers.smtp, from: "reviews@acme.example" };
  await Deno.writeTextFile(alerts, JSON.stringify([mail]));
  const page = `${shop.folder}/october.html`;
  const env = { ALERTS: alerts };
  const sent = await runProcess(
    "report",
    ["--month", "2026-10", "--language", "de", "--mail", "--html", page],
    shop.kvPath,
    env,
  );
  assert.deepEqual([sent.code, sent.stdout, sent.stderr], [0, "sent       mail\n", ""]);
  const html = await Deno.readTextFile(page);
  assert.match(html, /&lt;b&gt;Ann&lt;\/b&gt;/);
  assert.doesNotMatch(html, /<b>Ann|Ben|src=|<script/);
  assert.match(html, /lang="de"[^]*<svg[^]*2,67[^]*Gelobt[^]*<li>Freundlichkeit: /);
  assert.match(receivers.mails[0] ?? "", /^Subject: .*Bewertungen im Oktober 2026$/m);
  assert.match(receivers.mails[0] ?? "", /multipart\/alternative[^]*3 Bewertungen, 2,67 Sterne[^]*<svg/);
});
