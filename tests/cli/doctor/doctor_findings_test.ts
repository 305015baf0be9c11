import assert from "node:assert/strict";
import { checkAddress } from "../../../cli/doctor/address_check.ts";
import { checkClock, checkHub, checkSources } from "../../../cli/doctor.ts";
import { checkDisk } from "../../../cli/doctor/store_check.ts";
import { doctorReport, fault, ok, warning, worstStatus } from "../../../cli/doctor/finding.ts";
import { checkService } from "../../../cli/doctor/service_check.ts";
import { outdatedSources } from "../../../cli/import/source_terms.ts";
import type { SourceState } from "../../../cli/watch/source_state.ts";
import { MOST_COUNTED } from "../../../websub/hub_figures.ts";

const NOW = Date.parse("2026-11-22T08:00:00Z");
const DAY = 86_400_000;
const ANSWER = { status: 200, revision: "r1", trouble: null, at: NOW };
const PUBLIC = {
  baseUrl: "https://reviews.example",
  isSet: true,
  certificate: { refusal: null, validTo: NOW + 60 * DAY },
  answer: ANSWER,
  published: "r1",
  hasTrustedProxies: true,
  now: NOW,
};

/** Status of each finding by its check. */
function statuses(findings: ReturnType<typeof checkAddress>): Readonly<Record<string, string>> {
  return Object.fromEntries(findings.map(({ check, status }) => [check, status]));
}

Deno.test("no line of the report is longer than 80 columns, but for a word that is", () => {
  const long = "The disk of the store is read-only, so nothing can be written at the moment. ".repeat(5).trim();
  const report = doctorReport([ok("store", long), warning("certificate", long, long), fault("address", long)]);
  assert.ok(report.split("\n").every((line) => line.length <= 80), report);
  assert.match(report, /^ok {7}store {8}The disk/);
  assert.match(report, /\n1 fault, 1 warning\.$/);
  assert.equal(report.replace(/\s+/g, " ").split(long).length, 5);
});

Deno.test("the worst finding counts", () => {
  assert.equal(worstStatus([]), "ok");
  assert.equal(worstStatus([ok("a", "b"), warning("a", "b", "c"), ok("a", "b")]), "warning");
  assert.equal(worstStatus([fault("a", "b"), warning("a", "b", "c")]), "fault");
  assert.match(doctorReport([ok("a", "b")]), /\nEverything is in order\.$/);
});

Deno.test("an address for this machine alone, and one without encryption, are warned of; a public one is in order", () => {
  assert.deepEqual(statuses(checkAddress(PUBLIC)), { certificate: "ok", address: "ok", proxy: "ok" });
  const local = { ...PUBLIC, certificate: null, answer: null };
  assert.deepEqual(statuses(checkAddress({ ...local, baseUrl: "http://localhost:8000", isSet: false })), {
    address: "warning",
  });
  assert.deepEqual(statuses(checkAddress({ ...local, baseUrl: "http://127.0.0.1:8000" })), { address: "warning" });
  const [plain] = checkAddress({ ...local, baseUrl: "http://reviews.example" });
  assert.equal(plain?.status, "warning");
  assert.match(plain?.text ?? "", /without encryption/);
});

Deno.test("what is wrong with a certificate is told with the days that are left", () => {
  const judged = (refusal: string | null, days: number) =>
    checkAddress({ ...PUBLIC, certificate: { refusal, validTo: NOW + days * DAY } })
      .find(({ check }) => check === "certificate");
  assert.equal(judged(null, 14)?.status, "ok");
  assert.equal(judged(null, 13)?.status, "warning");
  assert.match(judged(null, 1)?.text ?? "", /expires in 1 day\./);
  assert.match(judged("CERT_HAS_EXPIRED", -3)?.text ?? "", /has expired 3 days ago/);
  assert.equal(judged("CERT_HAS_EXPIRED", -3)?.status, "fault");
  assert.match(judged("SELF_SIGNED_CERT_IN_CHAIN", 90)?.text ?? "", /not accepted: SELF_SIGNED_CERT_IN_CHAIN/);
});

Deno.test("an address that leads nowhere or elsewhere is a fault, one on another store a warning", () => {
  const address = (evidence: Partial<typeof PUBLIC> | { readonly certificate: string }) =>
    checkAddress({ ...PUBLIC, ...evidence }).find(({ check }) => check === "address");
  assert.match(address({ certificate: "the name is not found" })?.text ?? "", /cannot be reached from here: the name/);
  const elsewhere = { ...ANSWER, status: 404, revision: null };
  const wrong = checkAddress({ ...PUBLIC, answer: elsewhere }).find(({ check }) => check === "address");
  assert.equal(wrong?.status, "fault");
  assert.match(wrong?.text ?? "", /answers with 404/);
  assert.equal(address({ published: "r2" })?.status, "warning");
  assert.equal(statuses(checkAddress({ ...PUBLIC, hasTrustedProxies: false }))["proxy"], "warning");
});

Deno.test("clock, disk and service are judged by what they show", () => {
  const clock = (now: number, publishedAt: number | null, answeredAt: number | null) =>
    checkClock({ now, publishedAt, answeredAt }).status;
  const disk = (free: number, revision = 0) => checkDisk({ free, needed: 16_000_000 }, revision).status;
  const service = (answer: Parameters<typeof checkService>[1], published: string | null = "r1") =>
    checkService("http://127.0.0.1:8000", answer, published).status;
  const judged: readonly (readonly [found: string, status: string])[] = [
    [clock(NOW, NOW - DAY, NOW), "ok"],
    [clock(NOW, null, null), "ok"],
    [clock(Date.parse("1970-01-01T00:03:00Z"), null, null), "fault"],
    [clock(NOW, NOW + 61_000, null), "warning"],
    [clock(NOW, NOW, NOW - 61_000), "warning"],
    [disk(15_999_999), "fault"],
    [disk(16_000_000), "warning"],
    [disk(66_000_000), "ok"],
    [disk(66_000_000, 20_000_000), "warning"],
    [disk(76_000_000, 20_000_000), "ok"],
    [service(ANSWER), "ok"],
    [service("the connection is refused"), "warning"],
    [service({ ...ANSWER, trouble: "The disk is full." }), "fault"],
    [service({ ...ANSWER, revision: null, status: 503 }), "fault"],
    [service({ ...ANSWER, revision: null, status: 200 }), "warning"],
    [service(ANSWER, "r2"), "warning"],
    [service(ANSWER, null), "ok"],
  ];
  for (const [at, [found, status]] of judged.entries()) assert.equal(found, status, `case ${at}`);
  const { advice } = checkService("http://127.0.0.1:8000", "the connection is refused", "r1");
  assert.match(advice ?? "", /PORT=8001 deno task doctor/);
});

Deno.test("a hub that is behind is a fault; subscribers that fail and requests that wait are warnings", () => {
  const topic = { path: "/reviews.json", backlog: 3, undeliveredSince: NOW - 300_000 } as const;
  const counts = { subscriptions: 2, pending: 1, failing: 0 };
  const figures = { ...counts, topics: [], unverifiedSince: NOW - 59_999, bytesPerChange: 1_500_000 };
  const text = "2 subscriptions (a change sends 2 MB), 1 request to verify, nothing behind.";
  assert.deepEqual([checkHub(figures, NOW).status, checkHub(figures, NOW).text], ["ok", text]);
  const late = checkHub({ ...figures, unverifiedSince: NOW - 60_000 }, NOW);
  assert.equal(late.status, "warning");
  assert.match(late.text, /the oldest of which has waited 60 seconds for its first verification/);
  assert.equal(checkHub({ ...figures, failing: MOST_COUNTED }, NOW).status, "warning");
  assert.equal(checkHub({ ...figures, topics: [topic] }, NOW).status, "fault");
  assert.equal(checkHub({ ...figures, topics: [{ ...topic, undeliveredSince: NOW - 299_000 }] }, NOW).status, "ok");
});

Deno.test("sources that fail and sources that nobody looks at are warned of", () => {
  const times = { lookedAt: NOW - DAY, nextLookAt: NOW - 900_000, importedAt: null };
  const state: SourceState = { ...times, kind: "url", result: "nothing", reason: null, failures: 0, memory: {} };
  const failed: SourceState = { ...state, result: "failed", reason: "shop.example answers with 503.", failures: 2 };
  const judged = (states: Readonly<Record<string, SourceState>>, names: readonly string[] | null) =>
    checkSources(new Map(Object.entries(states)), names, NOW);
  assert.equal(judged({}, null), null);
  assert.equal(judged({ shop: state }, ["shop"])?.status, "ok");
  assert.match(
    judged({ shop: failed }, null)?.text ?? "",
    /shop fails, 2 times in a row: shop\.example answers with 503/,
  );
  assert.match(judged({}, ["shop"])?.text ?? "", /^The source shop is not polled yet\.$/);
  assert.match(judged({}, ["shop"])?.advice ?? "", /timer reviews-watch@NAME/);
  assert.equal(judged({ shop: { ...state, nextLookAt: NOW - 900_001 } }, ["shop"])?.status, "warning");
  // The failure of a source that is no longer configured is ignored.
  assert.equal(judged({ shop: state, old: failed }, ["shop"])?.status, "ok");
});

Deno.test("reviews are out of date from the age on that the terms of their source name, and only of such sources", () => {
  const outdated = (source: string, days: number) => outdatedSources([{ source }], NOW - days * DAY, NOW).length;
  assert.deepEqual([outdated("trustpilot", 0.9), outdated("Trustpilot", 1), outdated("yelp", 3)], [0, 1, 1]);
  assert.deepEqual(["tripadvisor", "google", "csv"].map((source) => outdated(source, 0)), [1, 0, 0]);
  assert.match(outdatedSources([{ source: "yelp" }], NOW - 3 * DAY, NOW).join(), /^1 review from Yelp .* 3 days ago/);
});
