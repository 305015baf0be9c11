import assert from "node:assert/strict";
import { changesIn, ImportBook, newestChange, SLOTS, textOfChange } from "../../../tools/soak/import_book.ts";
import { type Fault, FAULTS, Findings } from "../../../tools/soak/findings.ts";
import { Timeline } from "../../../tools/soak/timeline.ts";
import { MemoryBook } from "../../../tools/soak/soak_report.ts";
import { type Ask, SubscriberBook, type SubscriberEvent } from "../../../tools/soak/subscriber_book.ts";

const noFindings = () => new Findings(() => {}, new AbortController().signal);

/** Kinds of faults that were found, with the number of each. */
function faultsOf(findings: Findings): Readonly<Partial<Record<Fault, number>>> {
  const counts = (Object.keys(FAULTS) as Fault[]).map((kind) => [kind, findings.faults(kind).count] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function importsOf(changes: number, timeline = new Timeline()) {
  const findings = noFindings();
  const book = new ImportBook(findings, timeline);
  for (let n = 0; n < changes; n++) book.accept(book.next());
  return { book, faults: () => faultsOf(findings) };
}

const textOf = (...changes: readonly number[]) => JSON.stringify(changes.map(textOfChange));

Deno.test("an acknowledged change that is missing is a loss, a later one in its place is not, an invented one is a fault", () => {
  const text = textOf(3, 4, SLOTS + 5);
  assert.deepEqual([[...changesIn(text)], newestChange(text)], [[[3, 3], [4, 4], [5, SLOTS + 5]], SLOTS + 5]);
  assert.equal(newestChange("{}"), -1);
  const { book, faults } = importsOf(3);
  for (let n = 0; n < SLOTS; n++) book.next();
  for (const changes of [[0, 1, 2], [0, 1 + SLOTS, 2]]) book.judgeWhole("It", textOf(...changes), book.accepted());
  assert.deepEqual(faults(), {});
  book.judgeWhole("It", textOf(0, 2), book.accepted());
  assert.deepEqual(faults(), { lost: 1 });
  book.judgeWhole("It", textOf(0, 1, 2, 3 + SLOTS), book.accepted());
  assert.deepEqual(faults(), { lost: 1, wrong: 1 });
});

Deno.test("a service may neither return to an older change nor stay behind for long, unless it was down", () => {
  const timeline = new Timeline();
  const { book, faults } = importsOf(3, timeline);
  const now = Date.now();
  book.judgeNewest("first", 2, book.shown("first"), now);
  book.judgeNewest("second", 1, book.shown("second"), now);
  assert.deepEqual(faults(), {});
  book.judgeNewest("second", 1, book.shown("second"), now + 60_000);
  book.judgeNewest("first", 1, book.shown("first"), now);
  assert.deepEqual(faults(), { wrong: 2 });
  timeline.begin("down", "third");
  book.judgeNewest("third", 1, -1, now + 60_000);
  assert.deepEqual(faults(), { wrong: 2 });
});

Deno.test("stable memory is no fault, even if it swings; growing memory is one", () => {
  const cases: readonly (readonly [mebibytes: (minute: number) => number, isGrown: boolean])[] = [
    [(minute) => 200 + 40 * (minute % 2), false],
    [(minute) => Math.min(300, 50 + 30 * minute), false],
    [(minute) => 200 + 3 * minute, true],
  ];
  for (const [mebibytes, isGrown] of cases) {
    const findings = noFindings();
    using book = new MemoryBook([], findings);
    for (let minute = 0; minute <= 60; minute++) {
      const memory = mebibytes(minute);
      book.samples.push({ at: minute * 60_000, service: "first", life: 1, memory, descriptors: 10 });
    }
    book.judge();
    assert.deepEqual(faultsOf(findings), isGrown ? { grown: 1 } : {}, String(mebibytes));
  }
});

type Event<Kind> = Partial<Extract<SubscriberEvent, { kind: Kind }>>;

const verified = (at = 0, more: Event<"verification"> = {}) => ({
  ...{ kind: "verification", at, mode: "subscribe", leaseSeconds: null, isConfirmed: true, ...more } as const,
});
const ended = (at: number) => verified(at, { mode: "unsubscribe" });
const delivered = (at = 1000, more: Event<"delivery"> = {}) => ({
  ...{ kind: "delivery", at, hash: "a", newest: 1, isWhole: true, generation: 0, isTaken: true, ...more } as const,
});
const denied = (at: number) => ({ kind: "denial", at, reason: "3 deliveries in a row failed" } as const);

type Told = ReturnType<typeof verified> | ReturnType<typeof delivered> | ReturnType<typeof denied>;

const brief = verified(0, { leaseSeconds: 15 });
const HOUR_MS = 3_600_000;

/** Events of a subscriber that has subscribed at time 0, and the faults that they are. */
const CASES: readonly (readonly [
  claim: string,
  name: string,
  events: readonly Told[],
  faults: readonly Fault[],
  options?: { readonly ask?: null; readonly ahead?: number; readonly isDisturbed?: true },
])[] = [
  ["whole, signed and due", "good-0", [verified(), delivered(), delivered(2000, { hash: "b", newest: 2 })], []],
  ["without a signature, as there is no secret", "plain-0", [verified(), delivered(1000, { generation: null })], []],
  ["a truncated body", "good-0", [verified(), delivered(1000, { isWhole: false })], ["wrong"]],
  ["an unknown signature", "good-0", [verified(), delivered(1000, { generation: -1 })], ["wrong"]],
  ["a missing signature", "good-0", [verified(), delivered(1000, { generation: null })], ["wrong"]],
  ...["good-0", "refuse-0", "wrong-1", "silent-0"].map((name) =>
    ["a delivery before the confirmation", name, [delivered()], ["sent"]] as const
  ),
  ["a verification without a request", "good-0", [verified()], ["sent"], { ask: null }],
  ["a delivery just after a confirmed end", "leaving-0", [verified(), ended(1000), delivered(2000)], []],
  ["a delivery long after a confirmed end", "leaving-0", [verified(), ended(1000), delivered(20_000)], ["sent"]],
  ["the same, verified again", "leaving-0", [verified(), ended(1000), delivered(20_000), ended(30_000)], []],
  ["a delivery within its lease", "brief-0", [brief, delivered(14_000)], []],
  ["a delivery after its lease", "brief-0", [brief, delivered(40_000)], ["sent"]],
  ["a delivery after its lease, by the shown clock", "brief-0", [brief, delivered(14_000)], ["sent"], {
    ahead: HOUR_MS,
  }],
  ["a delivery within its lease, by the shown clock", "brief-0", [brief, delivered(40_000)], [], { ahead: -HOUR_MS }],
  ["the same twice", "good-0", [verified(), delivered(), delivered(2000)], ["doubled"]],
  ["the same twice, disturbed", "good-0", [verified(), delivered(), delivered(2000)], [], { isDisturbed: true }],
  ["a repetition of what was not taken", "good-0", [verified(), delivered(1000, { isTaken: false }), delivered()], []],
  ["older after newer", "good-0", [verified(), delivered(1000, { hash: "b", newest: 2 }), delivered(2000)], [
    "doubled",
  ]],
  ["the end of an accepting subscription", "good-0", [verified(), denied(1000)], ["lost"]],
  ["the end of a leaving one", "leaving-0", [verified(), denied(1000)], ["lost"]],
  ["the end of a failing one", "failing-0", [verified(), denied(1000)], []],
  ["a delivery after that and a new confirmation", "failing-0", [
    ...[verified(), denied(1000), verified(20_000), delivered(30_000)],
  ], []],
  ["a delivery long after that", "failing-0", [verified(), denied(1000), delivered(60_000)], ["sent"]],
];

const SUBSCRIBED: Ask = { mode: "subscribe", generation: 0, at: 0, isAccepted: true };

/** A record in which all subscribers have subscribed at time 0. */
function bookOf(timeline = new Timeline(), ask: Ask | null = SUBSCRIBED, ahead = 0) {
  const findings = noFindings();
  const book = new SubscriberBook(findings, timeline, { shown: (at) => at < 5000 ? at : at + ahead });
  for (const one of book.all()) one.ask = ask;
  return { book, findings };
}

for (const [claim, name, events, faults, { ask, ahead, isDisturbed } = {}] of CASES) {
  Deno.test(`the book of ${name} judges ${claim}`, () => {
    const timeline = new Timeline();
    if (isDisturbed) timeline.begin("down", "first")();
    const begun = isDisturbed ? Date.now() : 0;
    const { book, findings } = bookOf(timeline, ask, ahead);
    for (const event of events) book.take({ ...event, name, at: begun + event.at });
    book.settle();
    assert.deepEqual(Object.keys(faultsOf(findings)), faults);
  });
}

Deno.test("one disturbance excuses as many repetitions as may be running or unrecorded", () => {
  const timeline = new Timeline();
  const { book, findings } = bookOf(timeline);
  const now = Date.now();
  timeline.begin("down", "first")();
  book.take({ ...verified(now), name: "good-0" });
  for (let n = 0; n <= 115; n++) book.take({ ...delivered(now + 1000), name: "good-0" });
  assert.equal(findings.counted("delivery: doubled"), 115);
  assert.deepEqual(faultsOf(findings), { doubled: 1 });
});

Deno.test("a subscriber is live if it was accepted and has not requested its end", () => {
  const { book } = bookOf();
  const names = () => book.live().map(({ name }) => name);
  const all = names();
  for (const one of book.all()) {
    if (one.name === "leaving-0") one.ask = { ...SUBSCRIBED, mode: "unsubscribe" };
    if (one.name === "good-0") one.ask = { ...SUBSCRIBED, isAccepted: false };
  }
  assert.ok(!all.includes("brief-0") && !all.includes("hang-0"));
  assert.deepEqual(all.filter((name) => !names().includes(name)), ["good-0", "leaving-0"]);
});
