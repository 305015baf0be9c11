import { sentence } from "../../../domain/sentences/sentence.ts";
import assert from "node:assert/strict";
import { checkAddress } from "../../../cli/doctor/address_check.ts";
import { checkClock, checkHub, checkSources } from "../../../cli/doctor.ts";
import { checkDisk, checkRevision } from "../../../cli/doctor/store_check.ts";
import { doctorReport, fault, type Finding, ok, warning, worstStatus } from "../../../cli/doctor/finding.ts";
import { checkService } from "../../../cli/doctor/service_check.ts";
import { outdatedSources } from "../../../cli/import/source_terms.ts";
import type { SourceState } from "../../../cli/watch/source_state.ts";
import { HEAD, readHead } from "../../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../../domain/dataset/publish_dataset.ts";
import { datasetOf, reviewOf } from "../../support/reviews/review_of.ts";
import { storeProxy } from "../../support/store/store_proxy.ts";
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

const LOCAL = { ...PUBLIC, certificate: null, answer: null };
const TOPIC = { path: "/reviews.json", backlog: 3, undeliveredSince: NOW - 300_000 } as const;
const COUNTS = { subscriptions: 2, pending: 1, failing: 0, topics: [] };
const FIGURES = { ...COUNTS, unverifiedSince: NOW - 59_999, bytesPerChange: 1_500_000 };
const TIMES = { polledAt: NOW - DAY, nextPollAt: NOW - 900_000, importedAt: null };
const STATE: SourceState = { ...TIMES, kind: "url", result: "nothing", reason: null, failures: 0, memory: {} };
const FAILED: SourceState = { ...STATE, result: "failed", reason: "shop.example answers with 503.", failures: 2 };

/** The finding of a check on an address. */
const address = (evidence: Partial<Parameters<typeof checkAddress>[0]>, of = "address") =>
  checkAddress({ ...PUBLIC, ...evidence }).find(({ check }) => check === of);
const certificate = (refusal: string | null, days: number) =>
  address({ certificate: { refusal, validTo: NOW + days * DAY } }, "certificate");
const clock = (now: number, publishedAt: number | null, answeredAt: number | null) =>
  checkClock({ now, publishedAt, answeredAt });
const disk = (free: number, revision = 0) => checkDisk({ free, needed: 16_000_000 }, revision);
const service = (answer: Parameters<typeof checkService>[1], published: string | null = "r1") =>
  checkService("http://127.0.0.1:8000", answer, published);
const hub = (figures: Partial<Parameters<typeof checkHub>[0]>) => checkHub({ ...FIGURES, ...figures }, NOW);
const sources = (states: Readonly<Record<string, SourceState>>, names: readonly string[] | null) =>
  checkSources(new Map(Object.entries(states)), names, NOW);

const JUDGED: readonly (readonly [found: Finding | null | undefined, status: string | undefined, says?: RegExp])[] = [
  // An address for this machine alone, without encryption, that leads nowhere or elsewhere, or on another store.
  [address({}), "ok"],
  [address({}, "certificate"), "ok"],
  [address({}, "proxy"), "ok"],
  [address({ ...LOCAL, baseUrl: "http://localhost:8000", isSet: false }), "warning"],
  [address({ ...LOCAL, baseUrl: "http://127.0.0.1:8000" }), "warning"],
  [address({ ...LOCAL, baseUrl: "http://127.0.0.1:8000" }, "certificate"), undefined],
  [address({ ...LOCAL, baseUrl: "http://reviews.example" }), "warning", /without encryption/],
  [address({ certificate: sentence("the name is not found") }), "fault", /cannot be reached from here: the name/],
  [address({ answer: { ...ANSWER, status: 404, revision: null } }), "fault", /answers with 404/],
  [address({ published: "r2" }), "warning"],
  [address({ hasTrustedProxies: false }, "proxy"), "warning"],
  [certificate(null, 14), "ok"],
  [certificate(null, 13), "warning"],
  [certificate(null, 1), "warning", /expires in 1 day\./],
  [certificate("CERT_HAS_EXPIRED", -3), "fault", /has expired 3 days ago/],
  [certificate("SELF_SIGNED_CERT_IN_CHAIN", 90), "fault", /not accepted: SELF_SIGNED_CERT_IN_CHAIN/],

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
  [service(sentence("the connection is refused")), "warning", /PORT=8001 deno task doctor/],
  [service({ ...ANSWER, trouble: "The disk is full." }), "fault"],
  [service({ ...ANSWER, revision: null, status: 503 }), "fault"],
  [service({ ...ANSWER, revision: null, status: 200 }), "warning"],
  [service(ANSWER, "r2"), "warning"],
  [service(ANSWER, null), "ok"],

  [hub({}), "ok", /^2 subscriptions \(a change sends 2 MB\), 1 request to verify, nothing behind\.\n/],
  [
    hub({ unverifiedSince: NOW - 60_000 }),
    "warning",
    /oldest of which has waited 60 seconds for its first verification/,
  ],
  [hub({ failing: MOST_COUNTED }), "warning"],
  [hub({ topics: [TOPIC] }), "fault"],
  [hub({ topics: [{ ...TOPIC, undeliveredSince: NOW - 299_000 }] }), "ok"],

  [sources({}, null), undefined],
  [sources({ shop: STATE }, ["shop"]), "ok"],
  [sources({ shop: FAILED }, null), "warning", /shop fails, 2 times in a row: shop\.example answers with 503/],
  [sources({}, ["shop"]), "warning", /^The source shop is not polled yet\.\n[^]*timer reviews-watch@NAME/],
  [sources({ shop: { ...STATE, nextPollAt: NOW - 900_001 } }, ["shop"]), "warning"],
  // The failure of a source that is no longer configured is ignored.
  [sources({ shop: STATE, old: FAILED }, ["shop"]), "ok"],
];

Deno.test("address, certificate, clock, disk, service, hub and sources are judged by what they show", () => {
  for (const [at, [found, status, says = /^/]] of JUDGED.entries()) {
    assert.equal(found?.status, status, `case ${at}: ${found?.text}`);
    assert.match(`${found?.text}\n${found?.advice ?? ""}`, says);
  }
});

Deno.test("what another version has computed is named until this version computes the same", async () => {
  using kv = await Deno.openKv(":memory:");
  const publish = async () => await publishDataset(kv, datasetOf([reviewOf({})]), await readHead(kv), new Date(NOW));
  const named = async () =>
    (await checkRevision(kv)).findings.flatMap(({ check, text }) => check === "version" ? [String(text)] : []);
  await publish();
  assert.deepEqual(await named(), []);
  await kv.set(HEAD, { ...(await readHead(kv)).value, version: "0.9.0" });
  assert.match(
    (await named()).join(),
    /^Version 0\.9\.0 has computed what is published, and this is version \d[\d.]+\.$/,
  );
  // A lost race repeats the publication. A full disk changes nothing.
  const publishing = async (commit: () => Promise<unknown>) =>
    (await publishDataset(storeProxy(kv, { commit }), datasetOf([reviewOf({})]), await readHead(kv), new Date(NOW)))
      .outcome;
  assert.equal(await publishing(() => Promise.resolve({ ok: false })), "overtaken");
  assert.equal(await publishing(() => Promise.reject(new Error("disk full"))), "unchanged");
  assert.equal((await publish()).outcome, "unchanged");
  assert.deepEqual(await named(), []);
});

Deno.test("serious complaints are named with the command that lists them, and are no fault", async () => {
  using kv = await Deno.openKv(":memory:");
  const reviews = [reviewOf({ rating: 1, text: "The driver stole my bag." })];
  await publishDataset(kv, datasetOf(reviews), await readHead(kv), new Date(NOW));
  const [found] = (await checkRevision(kv)).findings.filter(({ check }) => check === "complaints");
  assert.deepEqual(found, ok("complaints", "1 review may tell of: theft. deno task insights names the newest."));
});

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

Deno.test("reviews are out of date from the age on that the terms of their source name, and only of such sources", () => {
  const outdated = (source: string, days: number) => outdatedSources([{ source }], NOW - days * DAY, NOW).length;
  assert.deepEqual([outdated("trustpilot", 0.9), outdated("Trustpilot", 1), outdated("yelp", 3)], [0, 1, 1]);
  assert.deepEqual(["tripadvisor", "google", "csv"].map((source) => outdated(source, 0)), [1, 0, 0]);
  assert.match(outdatedSources([{ source: "yelp" }], NOW - 3 * DAY, NOW).join(), /^1 review from Yelp .* 3 days ago/);
});
