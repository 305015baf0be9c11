import { fc, runs } from "../../support/properties.ts";
import assert from "node:assert/strict";
import {
  changeCount,
  changeCursor,
  type ChangeLog,
  EMPTY_LOG,
  endOf,
  nextLog,
  readChangeCursor,
} from "../../../domain/dataset/change_log.ts";
import { entryHistory, MOST_DELETED_ENTRIES } from "../../../domain/documents/feed_entries.ts";
import { datasetDifference } from "../../../domain/dataset/publication.ts";
import { readChanges } from "../../../domain/queries/read_changes.ts";
import type { Review } from "../../../domain/review.ts";
import { businessOf, reviewOf, reviewsOf } from "../../support/reviews/review_of.ts";
import { ledgerEnd, testSnapshot } from "../../support/service/test_app.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const [A, B, C] = ["a", "b", "c"].map((native) => reviewOf({ native }));
const LEDGER = ledgerEnd(1);
const SAMPLE = testSnapshot();
const NOTHING = { added: [], changed: [], removed: [], isBusinessChanged: false };

/** Content of a revision: the rating of each review by number, and the name of the business. */
type Content = { readonly ratings: ReadonlyMap<number, number>; readonly name: string };

function datasetOf({ ratings, name }: Content) {
  const reviews = [...ratings].map(([native, rating]) => reviewOf({ native: String(native), rating }));
  return { business: businessOf({ name }), reviews };
}

/** The log after some publications, one a day; the first one begins the log. */
function logOf(contents: readonly Content[], salt = "", day = 1): ChangeLog {
  let log: ChangeLog | null = null;
  contents.forEach((content, at) => {
    const before = contents[at - 1];
    const difference = before ? datasetDifference(datasetOf(before), datasetOf(content)) : null;
    log = nextLog(log, lineOf(at + 1, day * at, salt), difference);
  });
  return log ?? EMPTY_LOG;
}

function lineOf(number: number, day: number, salt = "") {
  const hash = (number * 7919).toString(16).padStart(64, salt || "0");
  const published_at = new Date(day * DAY_MS).toISOString();
  return { number, hash: salt + hash.slice(-8) + hash, published_at, by_stars: [] };
}

/** State of a reader's copy: the rating of each review by id. */
const knownOf = (content: Content) => new Map(datasetOf(content).reviews.map(({ id, rating }) => [id, rating]));

const content: fc.Arbitrary<Content> = fc.record({
  ratings: fc.array(fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 5 })), { maxLength: 6 }).map((rows) => new Map(rows)),
  name: fc.constantFrom("Acme", "Acme", "Other"),
});

Deno.test("the changes since any cursor, in pages of any length, yield the published reviews", () => {
  fc.assert(
    fc.property(
      fc.array(content, { minLength: 1, maxLength: 8 }),
      fc.nat(),
      fc.integer({ min: 1, max: 5 }),
      (contents, from, limit) => {
        const log = logOf(contents);
        const now = contents.at(-1)!;
        const published = knownOf(now);
        const begin = from % contents.length;
        const known = knownOf(contents[begin]!);
        let { name } = contents[begin]!;
        let cursor = changeCursor([log.start, ...log.publications][begin]!);
        for (let hasMore = true; hasMore;) {
          const read = readChanges({ ...SAMPLE, changes: log, ledger: LEDGER }, readChangeCursor(cursor), limit);
          assert.ok(typeof read === "object");
          assert.ok(read.changes.length <= limit && (!read.hasMore || read.changes.length === limit));
          assert.notEqual(read.hasMore, read.cursor === changeCursor(endOf(log)));
          for (const { kind, id } of read.changes) {
            if (kind === "business") name = now.name;
            else if (kind !== "removed" && published.has(id!)) known.set(id!, published.get(id!)!);
            else known.delete(id!);
          }
          ({ cursor, hasMore } = read);
        }
        assert.deepEqual(new Map([...known].sort()), new Map([...published].sort()));
        assert.equal(name, now.name);
        assert.equal(cursor, changeCursor(endOf(log)));
      },
    ),
    runs(300),
  );
});

Deno.test("a cursor is too old if dropped, foreign or impossible; a newer one is ahead", () => {
  const contents = [1, 2, 3].map((rating) => ({ ratings: new Map([[1, rating]]), name: "Acme" }));
  const [log, other] = [logOf(contents), logOf(contents, "f")];
  const snapshot = { ...SAMPLE, changes: log, ledger: LEDGER };
  const read = (cursor: string, of = snapshot) => readChanges(of, readChangeCursor(cursor), 10);
  for (const { number, hash } of [log.start, ...log.publications]) {
    assert.ok(typeof read(changeCursor({ number, hash })) === "object");
    assert.equal(read(changeCursor({ number, hash }, 2)), "too old");
  }
  for (const publication of [other.start, ...other.publications]) {
    assert.equal(read(changeCursor(publication)), "too old");
  }
  assert.equal(read(changeCursor({ ...log.start, number: 0 })), "too old");
  assert.equal(read(changeCursor({ number: 4, hash: "00000000" })), "ahead");
  // The sample and an empty store have no history.
  assert.equal(read(changeCursor(endOf(log)), SAMPLE as typeof snapshot), "too old");
  for (const text of ["", "1", "1-0", "1-0-xyz", "-1-0-00000000", "1-0-000000000", " 1-0-00000000"]) {
    assert.equal(readChangeCursor(text), null, text);
  }
});

Deno.test("the log keeps 10,000 changes or 90 days, whichever is more, but no more than 65,000", () => {
  const many = (count: number) => ({ ...NOTHING, added: reviewsOf(count) });
  const kept = (changes: number, daysEach: number, times: number) => {
    const difference = many(changes);
    let log = nextLog(null, lineOf(1, 0), null);
    for (let at = 1; at <= times; at++) log = nextLog(log, lineOf(at + 1, at * daysEach), difference);
    assert.equal(log.publications[0]!.number, log.start.number + 1);
    assert.equal(log.publications.at(-1)!.number, times + 1);
    return log.publications;
  };
  // Keeps the last 10,000 changes if they reach back more than 90 days.
  assert.ok(Math.abs(kept(1000, 30, 30).length - 10) <= 1);
  // Keeps all changes of the last 90 days if those are more than 10,000.
  assert.equal(kept(1000, 3, 60).length, 31);
  const most = kept(20_000, 1, 10);
  assert.equal(most.length, 3);
  assert.ok(JSON.stringify(most).length < 2_000_000);
  assert.equal(most.reduce((sum, one) => sum + changeCount(one), 0), 60_000);
  // More than a log may hold: it begins after that publication.
  const start = nextLog(nextLog(null, lineOf(1, 0), null), lineOf(2, 1), many(70_000));
  assert.deepEqual(start.publications, []);
  assert.equal(start.start.number, 2);
});

Deno.test("a log without the previous line, or with a changed line, starts anew", () => {
  const log = nextLog(null, lineOf(1, 0), null);
  assert.equal(nextLog(log, lineOf(2, 0), NOTHING).start.number, 1);
  assert.equal(nextLog(log, lineOf(2, 0), null).start.number, 2);
  assert.equal(nextLog(log, lineOf(3, 0), NOTHING).start.number, 3);
});

Deno.test("a feed lists reviews removed within 30 days, newest first, unless published again", () => {
  const all = [A, B, C] as Review[];
  const removedAt = (days: readonly (readonly [day: number, removed: readonly Review[]])[]) => {
    let log = nextLog(null, lineOf(1, 0), null);
    days.forEach(([day, removed], at) => {
      log = nextLog(log, lineOf(at + 2, day), { ...NOTHING, removed });
    });
    return log;
  };
  const ids = (log: ChangeLog, published: readonly Review[] = []) =>
    entryHistory(log.publications, [], published.map(({ id }) => id)).deleted.map(({ id }) =>
      all.findIndex((one) => one.id === id)
    );
  assert.deepEqual(ids(removedAt([[0, all.slice(0, 2)], [30, all.slice(2)]])), [2, 0, 1]);
  assert.deepEqual(ids(removedAt([[0, all.slice(0, 2)], [31, all.slice(2)]])), [2]);
  assert.deepEqual(ids(removedAt([[0, all.slice(0, 2)], [1, all.slice(0, 1)]])), [0, 1]);
  assert.deepEqual(ids(removedAt([[0, all]]), all.slice(1)), [0]);
  assert.deepEqual(entryHistory(EMPTY_LOG.publications, [], []).deleted, []);
  const many = reviewsOf(200);
  const { deleted } = entryHistory(removedAt([[0, many]]).publications, [], []);
  assert.deepEqual(deleted.map(({ id }) => id), many.slice(0, MOST_DELETED_ENTRIES).map(({ id }) => id));
});
