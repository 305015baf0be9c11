import assert from "node:assert/strict";
import { changesIn, ImportBook, newestChange, SLOTS, textOfChange } from "../../../tools/soak/import_book.ts";
import { type Fault, FAULTS, Findings } from "../../../tools/soak/findings.ts";
import { Timeline } from "../../../tools/soak/timeline.ts";
import { MemoryBook } from "../../../tools/soak/soak_report.ts";
import { type Subscriber, SubscriberBook, type SubscriberEvent } from "../../../tools/soak/subscriber_book.ts";

function importsOf(changes: number, timeline = new Timeline()) {
  const findings = new Findings(() => {}, new AbortController().signal);
  const book = new ImportBook(findings, timeline);
  for (let n = 0; n < changes; n++) book.accept(book.next());
  return { book, findings };
}

const textOf = (...changes: readonly number[]) => JSON.stringify(changes.map(textOfChange));

Deno.test("a document shows its change of each slot, and the newest one", () => {
  const text = textOf(3, 4, SLOTS + 5);
  assert.deepEqual([...changesIn(text)], [[3, 3], [4, 4], [5, SLOTS + 5]]);
  assert.equal(newestChange(text), SLOTS + 5);
  assert.equal(newestChange("{}"), -1);
});

Deno.test("an acknowledged change that is missing is a loss, a later one in its place is not", () => {
  const { book, findings } = importsOf(3);
  book.judgeWhole("It", textOf(0, 1, 2), book.accepted());
  for (let n = 0; n < SLOTS; n++) book.next();
  book.judgeWhole("It", textOf(0, 1 + SLOTS, 2), book.accepted());
  assert.equal(findings.faultCount, 0);
  book.judgeWhole("It", textOf(0, 2), book.accepted());
  assert.equal(findings.faults("lost").count, 1);
});

Deno.test("a change that was never made is a fault", () => {
  const { book, findings } = importsOf(1);
  book.judgeWhole("It", textOf(0, 7), book.accepted());
  assert.equal(findings.faults("wrong").count, 1);
});

Deno.test("a service may neither return to an older change nor stay behind for long", () => {
  const { book, findings } = importsOf(3);
  const now = Date.now();
  book.judgeNewest("first", 2, book.shown("first"), now);
  book.judgeNewest("second", 1, book.shown("second"), now);
  assert.equal(findings.faultCount, 0);
  book.judgeNewest("second", 1, book.shown("second"), now + 60_000);
  assert.equal(findings.faults("wrong").count, 1);
  book.judgeNewest("first", 1, book.shown("first"), now);
  assert.equal(findings.faults("wrong").count, 2);
});

Deno.test("a service that was down may stay behind", () => {
  const timeline = new Timeline();
  const { book, findings } = importsOf(3, timeline);
  timeline.begin("down", "first");
  book.judgeNewest("first", 1, -1, Date.now() + 60_000);
  assert.equal(findings.faultCount, 0);
});

/** The memory record of a process that ran for an hour, with a sample each minute. */
function memoryOf(mebibytes: (minute: number) => number) {
  const findings = new Findings(() => {}, new AbortController().signal);
  const book = new MemoryBook([], findings);
  for (let minute = 0; minute <= 60; minute++) {
    const memory = mebibytes(minute);
    book.samples.push({ at: minute * 60_000, service: "first", life: 1, memory, descriptors: 10 });
  }
  return { book, findings };
}

Deno.test("stable memory is no fault, even if it swings; growing memory is one", () => {
  const cases = [
    { name: "flat", mebibytes: (minute: number) => 200 + 40 * (minute % 2), isGrown: false },
    { name: "warm", mebibytes: (minute: number) => Math.min(300, 50 + 30 * minute), isGrown: false },
    { name: "leak", mebibytes: (minute: number) => 200 + 3 * minute, isGrown: true },
  ];
  for (const { name, mebibytes, isGrown } of cases) {
    const { book, findings } = memoryOf(mebibytes);
    using _ = book;
    book.judge();
    assert.equal(findings.faults("grown").count, isGrown ? 1 : 0, name);
  }
});

type Delivery = Extract<SubscriberEvent, { kind: "delivery" }>;

/** A record in which all subscribers subscribe at time 0, and its faults. */
function bookOf(timeline = new Timeline(), shown = (at: number) => at) {
  const findings = new Findings(() => {}, new AbortController().signal);
  const book = new SubscriberBook(findings, timeline, { shown });
  const subscriber = (name: string): Subscriber => {
    const found = book.all().find((one) => one.name === name);
    assert.ok(found, name);
    return found;
  };
  const verify = (name: string, mode: string, at: number, leaseSeconds: number | null = null) =>
    book.take({ kind: "verification", at, name, mode, leaseSeconds, isConfirmed: true });
  for (const one of book.all()) one.ask = { mode: "subscribe", generation: 0, at: 0, isAccepted: true };
  const deliver = (name: string, members: Partial<Delivery> = {}) =>
    book.take({
      kind: "delivery",
      at: 1000,
      name,
      hash: "a",
      newest: 1,
      isWhole: true,
      generation: 0,
      isTaken: true,
      ...members,
    });
  const faults = () => (Object.keys(FAULTS) as Fault[]).filter((kind) => findings.faults(kind).count > 0);
  return { book, findings, subscriber, verify, deliver, faults };
}

const HOUR_MS = 3_600_000;

Deno.test("a delivery that is whole, signed and due is no fault", () => {
  const { verify, deliver, faults } = bookOf();
  verify("good-0", "subscribe", 0, 100);
  deliver("good-0");
  deliver("good-0", { hash: "b", newest: 2, at: 2000 });
  verify("plain-0", "subscribe", 0);
  deliver("plain-0", { generation: null });
  assert.deepEqual(faults(), []);
});

Deno.test("a truncated body, an unknown signature and a missing one are faults", () => {
  for (const wrong of [{ isWhole: false }, { generation: -1 }, { generation: null }]) {
    const { verify, deliver, faults } = bookOf();
    verify("good-0", "subscribe", 0);
    deliver("good-0", wrong);
    assert.deepEqual(faults(), ["wrong"], JSON.stringify(wrong));
  }
});

Deno.test("a delivery before the confirmation is a fault", () => {
  for (const name of ["good-0", "refuse-0", "wrong-1", "silent-0"]) {
    const { deliver, faults } = bookOf();
    deliver(name);
    assert.deepEqual(faults(), ["sent"], name);
  }
});

Deno.test("a verification without a request is a fault", () => {
  const { subscriber, verify, faults } = bookOf();
  subscriber("good-0").ask = null;
  verify("good-0", "subscribe", 0);
  assert.deepEqual(faults(), ["sent"]);
});

Deno.test("a delivery after a confirmed end is a fault, unless the hub verifies again", () => {
  for (const [asksAgain, expected] of [[false, ["sent"]], [true, []]] as const) {
    const { book, verify, deliver, faults } = bookOf();
    verify("leaving-0", "subscribe", 0);
    verify("leaving-0", "unsubscribe", 1000);
    deliver("leaving-0", { at: 2000 });
    deliver("leaving-0", { at: 20_000, hash: "b" });
    if (asksAgain) verify("leaving-0", "unsubscribe", 30_000);
    book.settle();
    assert.deepEqual(faults(), expected);
  }
});

Deno.test("a lease ends by the clock that the service was shown", () => {
  const cases = [
    { at: 14_000, ahead: 0, expected: [] },
    { at: 40_000, ahead: 0, expected: ["sent"] },
    { at: 14_000, ahead: HOUR_MS, expected: ["sent"] },
    { at: 40_000, ahead: -HOUR_MS, expected: [] },
  ];
  for (const { at, ahead, expected } of cases) {
    const { verify, deliver, faults } = bookOf(new Timeline(), (time) => time < 5000 ? time : time + ahead);
    verify("brief-0", "subscribe", 0, 15);
    deliver("brief-0", { at });
    assert.deepEqual(faults(), expected, `${at} ${ahead}`);
  }
});

Deno.test("a second delivery of the same is a fault, unless something was disturbed", () => {
  for (const [isDisturbed, expected] of [[false, ["doubled"]], [true, []]] as const) {
    const timeline = new Timeline();
    const { findings, verify, deliver, faults } = bookOf(timeline);
    const now = Date.now();
    if (isDisturbed) timeline.begin("down", "first")();
    verify("good-0", "subscribe", now - 1000);
    deliver("good-0", { at: now - 500 });
    deliver("good-0", { at: now + 500 });
    assert.deepEqual(faults(), expected);
    assert.equal(findings.counted("delivery: doubled"), 1);
  }
});

Deno.test("repeating a delivery that was not accepted is no fault", () => {
  const { verify, deliver, faults } = bookOf();
  verify("good-0", "subscribe", 0);
  deliver("good-0", { isTaken: false });
  deliver("good-0", { at: 5000 });
  assert.deepEqual(faults(), []);
});

Deno.test("one disturbance excuses as many repetitions as may be running or unrecorded", () => {
  const timeline = new Timeline();
  const { findings, verify, deliver } = bookOf(timeline);
  const now = Date.now();
  timeline.begin("down", "first")();
  verify("good-0", "subscribe", now);
  for (let n = 0; n <= 115; n++) deliver("good-0", { at: now + 1000 });
  assert.equal(findings.counted("delivery: doubled"), 115);
  assert.equal(findings.faults("doubled").count, 1);
});

Deno.test("something older after something newer is a fault when nothing was disturbed", () => {
  const { verify, deliver, faults } = bookOf();
  verify("good-0", "subscribe", 0);
  deliver("good-0", { hash: "b", newest: 2 });
  deliver("good-0", { hash: "a", newest: 1, at: 2000 });
  assert.deepEqual(faults(), ["doubled"]);
});

Deno.test("the end of an accepting subscription is a loss, of a failing one is not", () => {
  for (const [name, expected] of [["good-0", ["lost"]], ["leaving-0", ["lost"]], ["failing-0", []]] as const) {
    const { book, verify, faults } = bookOf();
    verify(name, "subscribe", 0);
    book.take({ kind: "denial", at: 1000, name, reason: "3 deliveries in a row failed" });
    assert.deepEqual(faults(), expected, name);
  }
});

Deno.test("a failing subscription that has ended may be sent nothing until it is verified again", () => {
  const { book, verify, deliver, faults } = bookOf();
  verify("failing-0", "subscribe", 0);
  book.take({ kind: "denial", at: 1000, name: "failing-0", reason: "" });
  verify("failing-0", "subscribe", 20_000);
  deliver("failing-0", { at: 30_000, isTaken: false });
  assert.deepEqual(faults(), []);
  book.take({ kind: "denial", at: 31_000, name: "failing-0", reason: "" });
  deliver("failing-0", { at: 90_000, isTaken: false, hash: "b" });
  assert.deepEqual(faults(), ["sent"]);
});

Deno.test("a subscriber is live if it was accepted and has not requested its end", () => {
  const { book, subscriber } = bookOf();
  const all = book.live().map(({ name }) => name);
  subscriber("leaving-0").ask = { mode: "unsubscribe", generation: 0, at: 0, isAccepted: true };
  subscriber("good-0").ask = { mode: "subscribe", generation: 1, at: 0, isAccepted: false };
  assert.ok(!all.includes("brief-0") && !all.includes("hang-0"));
  assert.deepEqual(all.filter((name) => !book.live().some((one) => one.name === name)), ["good-0", "leaving-0"]);
});
