import assert from "node:assert/strict";
import { SourceError, type SourcePoll } from "../../../cli/watch/source_poll.ts";
import type { Source } from "../../../cli/watch/source_settings.ts";
import { readSourceStates } from "../../../cli/watch/source_state.ts";
import { releaseTurn, takeTurn, TURN_MS } from "../../../cli/watch/source_turn.ts";
import { pollSources, trySources } from "../../../cli/watch/sources_watch.ts";
import { archivedBodies } from "../../../domain/dataset/dataset_archive.ts";
import { readHead } from "../../../domain/dataset/dataset_head.ts";
import { readPublished } from "../../../domain/dataset/dataset_store.ts";
import { readReviewsDocument } from "../../../domain/documents/reviews_document.ts";
import type { Store } from "../../../domain/store/store.ts";
import { StoreTroubleError } from "../../../domain/store/store_trouble.ts";
import { storeProxy } from "../../support/store/store_proxy.ts";
import { tempStore } from "../../support/service/run_cli.ts";
import { readRevisions } from "../../../domain/dataset/history.ts";

const NOW = Date.parse("2026-11-22T08:00:00Z");
const URL_SOURCE: Source = { kind: "url", name: "shop", url: "https://shop.example/a.json" };
const FOLDER: Source = { kind: "folder", name: "drop", folder: "in" };
const ANN = { id: "1", author: "Ann", rating: 5, date: "2025-11-20", source: "Google", text: "Quick." };
const BEN = { ...ANN, id: "2", author: "Ben", rating: 2 };

type Answer = () => Promise<SourcePoll> | SourcePoll;

/** A store, sources with scripted answers, and a fake clock. */
class Stage implements AsyncDisposable {
  now = NOW;
  readonly log: (readonly [string, Readonly<Record<string, unknown>>])[] = [];
  readonly asked: (readonly [string, Readonly<Record<string, string>>])[] = [];
  readonly answers = new Map<string, Answer>();

  private constructor(readonly kv: Deno.Kv, readonly folder: string) {}

  static async make(): Promise<Stage> {
    const { folder } = await tempStore();
    return new Stage(await Deno.openKv(":memory:"), folder);
  }

  /** Content of a source: a file with this text. */
  async file(text: string, name = "a.json", imported?: () => Promise<void>): Promise<SourcePoll["files"][number]> {
    await Deno.writeTextFile(`${this.folder}/${name}`, text);
    return { path: `${this.folder}/${name}`, shown: name, ...imported === undefined ? {} : { imported } };
  }

  /** A source whose answer is one file of reviews. */
  sends(source: Source, reviews: readonly unknown[], memory: SourcePoll["memory"] = null): void {
    this.answers.set(source.name, async () => ({ files: [await this.file(JSON.stringify(reviews))], memory }));
  }

  surroundings(sources: readonly Source[], owner = "me", kv: Store = this.kv) {
    const note = (message: string, fields: Readonly<Record<string, unknown>> = {}) =>
      void this.log.push([message, fields]);
    return {
      kv,
      sources,
      poll: async (source: Source, memory: Readonly<Record<string, string>>) => {
        this.asked.push([source.name, memory]);
        return await (this.answers.get(source.name)?.() ?? { files: [], memory: null });
      },
      intervalMilliseconds: 3_600_000,
      keptRevisions: 10,
      owner,
      log: { info: note, warn: note, error: note },
      now: () => this.now,
    };
  }

  look(sources: readonly Source[], all: boolean | "folders" = false, owner = "me", kv: Store = this.kv) {
    return pollSources(this.surroundings(sources, owner, kv), typeof all === "string" ? all : all ? "all" : "due");
  }

  /** Result of a look at the one source of a URL. */
  async result(all: boolean = false) {
    return (await this.look([URL_SOURCE], all)).results.get("shop");
  }

  async state(source: Source) {
    const state = (await readSourceStates(this.kv)).get(source.name);
    assert.ok(state);
    return state;
  }

  async authors(): Promise<readonly string[]> {
    const { archive } = await readPublished(this.kv);
    if (archive === null) return [];
    const { reviews } = readReviewsDocument(archivedBodies(archive, "/reviews.json").identity.bytes);
    return reviews.map(({ author }) => author).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kv.close();
    await Deno.remove(this.folder, { recursive: true });
  }
}

Deno.test("a source is imported, merged by id and written into the history; it is due again after its interval", async () => {
  await using stage = await Stage.make();
  stage.sends(URL_SOURCE, [ANN], { etag: '"1"' });
  assert.equal(await stage.result(), "published");
  assert.deepEqual(await stage.authors(), ["Ann"]);
  const { entries } = await readRevisions(stage.kv);
  assert.deepEqual(entries[0]?.record.publication?.sources, ["shop"]);
  assert.equal(entries[0]?.record.publication?.command, "watch");

  stage.now += 3_599_999;
  const early = await stage.look([URL_SOURCE]);
  assert.equal(early.results.get("shop"), null);
  assert.equal(early.waitMilliseconds, 1000);
  stage.now += 1;
  stage.sends(URL_SOURCE, [ANN, BEN]);
  assert.equal(await stage.result(), "published");
  assert.deepEqual(await stage.authors(), ["Ann", "Ben"]);
  assert.deepEqual(stage.asked, [["shop", {}], ["shop", { etag: '"1"' }]]);
  assert.equal(await stage.result(true), "unchanged");
  // A clock that was set back does not delay the source.
  stage.now -= 30 * 86_400_000;
  assert.equal(await stage.result(), "unchanged");
});

Deno.test("reviews that a source publishes a second time are told in the log, once", async () => {
  await using stage = await Stage.make();
  stage.sends(URL_SOURCE, [ANN]);
  await stage.result();
  stage.now += 3_600_000;
  stage.sends(URL_SOURCE, [ANN, { ...ANN, id: "again-1" }]);
  assert.equal(await stage.result(), "published");
  const told = () => stage.log.filter((line) => /1 review seems to be published twice/.test(JSON.stringify(line)));
  assert.equal(told().length, 1);
  stage.now += 3_600_000;
  await stage.result();
  assert.equal(told().length, 1);
});

Deno.test("a folder with an unfinished file is polled soon, and a changed folder at once", async () => {
  await using stage = await Stage.make();
  stage.answers.set("drop", () => ({ files: [], memory: null, againIn: 5000 }));
  stage.answers.set("shop", () => ({ files: [], memory: null }));
  assert.equal((await stage.look([FOLDER, URL_SOURCE])).waitMilliseconds, 5000);
  stage.now += 5000;
  stage.sends(FOLDER, [ANN]);
  assert.deepEqual([...(await stage.look([FOLDER, URL_SOURCE])).results], [["drop", "published"], ["shop", null]]);
  stage.sends(FOLDER, [ANN, BEN]);
  assert.deepEqual([...(await stage.look([FOLDER, URL_SOURCE])).results], [["drop", null], ["shop", null]]);
  const changed = await stage.look([FOLDER, URL_SOURCE], "folders");
  assert.deepEqual([...changed.results], [["drop", "published"], ["shop", null]]);
  assert.equal(changed.waitMilliseconds, 3_595_000);
});

Deno.test("a source without rows publishes nothing, and a shorter, empty or failing one withdraws no review", async () => {
  await using stage = await Stage.make();
  stage.sends(URL_SOURCE, []);
  await stage.look([URL_SOURCE], true);
  assert.equal((await readHead(stage.kv)).value, null);
  stage.sends(URL_SOURCE, [ANN, BEN]);
  await stage.look([URL_SOURCE], true);
  const { value: before } = await readHead(stage.kv);
  for (const [text, result] of [[JSON.stringify([BEN]), "unchanged"], ["[]", "nothing"], ["", "failed"]] as const) {
    stage.answers.set("shop", async () => ({ files: [await stage.file(text)], memory: null }));
    assert.equal(await stage.result(true), result, text);
    // The day of the last import stays on the owner's page when nothing new has come.
    assert.equal((await stage.state(URL_SOURCE)).importedAt, NOW);
  }
  assert.deepEqual((await readHead(stage.kv)).value, before);
});

Deno.test("a failing source is polled after longer and longer waits, or its requested wait", async () => {
  await using stage = await Stage.make();
  let asked: number | null = null;
  stage.answers.set("shop", () => {
    throw new SourceError("shop.example answers with 503.", asked);
  });
  const waits: number[] = [];
  for (let n = 0; n < 12; n++) {
    assert.equal(await stage.result(), "failed");
    const { nextPollAt, failures, reason } = await stage.state(URL_SOURCE);
    assert.equal(failures, n + 1);
    assert.equal(reason, "shop.example answers with 503.");
    waits.push((nextPollAt - stage.now) / 60_000);
    stage.now = nextPollAt;
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
  asked = 7 * 3_600_000;
  await stage.look([URL_SOURCE]);
  assert.equal((await stage.state(URL_SOURCE)).nextPollAt, stage.now + 7 * 3_600_000);
  asked = 365 * 86_400_000;
  await stage.look([URL_SOURCE], true);
  assert.equal(
    (await stage.state(URL_SOURCE)).nextPollAt,
    stage.now + 86_400_000,
    "a source is silent for a day at most",
  );
  stage.sends(URL_SOURCE, [ANN]);
  await stage.look([URL_SOURCE], true);
  const { failures, reason, nextPollAt } = await stage.state(URL_SOURCE);
  assert.deepEqual([failures, reason, nextPollAt], [0, null, stage.now + 3_600_000]);
});

Deno.test("a refused file is imported again: only a successful import is remembered", async () => {
  await using stage = await Stage.make();
  stage.sends(URL_SOURCE, [BEN, { ...ANN, date: "some day" }], { etag: '"bad"' });
  assert.equal(await stage.result(), "failed");
  const { reason, memory } = await stage.state(URL_SOURCE);
  assert.equal(String(reason), "a.json was not imported: 1 of 2 rows has problems.");
  assert.deepEqual(memory, {});
  // Only the log contains the value.
  assert.ok(stage.log.some(([, { reason }]) => /some day/.test(String(reason))));
  for (const text of ["Who,Verdict\nAnn,as Bea said\n", "Bea,5,2025-11-20\nAnn,4,2025-11-21\n"]) {
    stage.answers.set("shop", async () => ({ files: [await stage.file(text, "a.csv")], memory: null }));
    assert.equal(await stage.result(true), "failed");
    const { reason } = await stage.state(URL_SOURCE);
    assert.equal(String(reason), "a.csv was not imported; the log says why.");
  }
  assert.equal(await readHead(stage.kv).then(({ value }) => value), null);
});

Deno.test("a source is refused while nobody has said whether its unverified reviews are shown", async () => {
  await using stage = await Stage.make();
  stage.sends(URL_SOURCE, [ANN, { ...BEN, verified: false }]);
  assert.equal(await stage.result(), "failed");
  const { reason } = await stage.state(URL_SOURCE);
  assert.match(String(reason), /^a\.json was not imported: it has to be confirmed once\. Download it and run /);
  assert.match(JSON.stringify(stage.log), /Google: 1 of 2 reviews is marked as not verified\./);
  assert.deepEqual(await stage.authors(), []);
});

Deno.test("a file to confirm is refused with the command that reads it as its source does", async () => {
  await using stage = await Stage.make();
  const source: Source = { ...URL_SOURCE, skip_invalid: true, source: "My shop", map: { author: "Who" }, place: ["7"] };
  stage.answers.set("shop", async () => ({
    files: [await stage.file("Who,Stars,Day,Words\nAnn,5,2025-11-20,Quick\n", "a.csv")],
    memory: null,
  }));
  assert.equal((await stage.look([source])).results.get("shop"), "failed");
  assert.equal(
    String((await stage.state(source)).reason),
    "a.csv was not imported: it has to be confirmed once. " +
      "Download it and run `deno task import a.csv --map=author=Who '--source=My shop' --place=7 --skip-invalid`.",
  );
});

Deno.test("a source that is only tried is not noted as imported", async () => {
  await using stage = await Stage.make();
  let noted = 0;
  const note = () => Promise.resolve(void noted++);
  stage.answers.set("shop", async () => ({
    files: [await stage.file(JSON.stringify([ANN]), "a.json", note)],
    memory: null,
  }));
  const [tried] = await trySources(stage.surroundings([URL_SOURCE]));
  assert.deepEqual([tried?.rows, tried?.reason, noted, await stage.authors()], [1, null, 0, []]);
});

Deno.test("one bad file of a folder stops neither its other files nor other sources", async () => {
  await using stage = await Stage.make();
  const imported: string[] = [];
  const note = (name: string) => () => Promise.resolve(void imported.push(name));
  stage.answers.set("drop", async () => ({
    files: [
      await stage.file("{", "bad.json", note("bad.json")),
      await stage.file(JSON.stringify([ANN]), "good.json", note("good.json")),
    ],
    memory: null,
  }));
  stage.sends(URL_SOURCE, [BEN]);
  const { results } = await stage.look([FOLDER, URL_SOURCE]);
  assert.deepEqual([...results.values()], ["failed", "published"]);
  assert.deepEqual(imported, ["good.json"]);
  assert.deepEqual(await stage.authors(), ["Ann", "Ben"]);
  const state = await stage.state(FOLDER);
  assert.equal(state.importedAt, NOW);
  assert.equal(state.nextPollAt, NOW + 60_000);
  assert.match(String(state.reason), /^bad\.json was not imported: .*\bJSON\b/);
});

Deno.test("a store that fails during an import is no failure of a source", async () => {
  await using stage = await Stage.make();
  let isAway = false;
  const away = () => Promise.reject(new StoreTroubleError("silent"));
  const kv = storeProxy(stage.kv, { commit: (commit) => isAway ? away() : commit() });
  stage.answers.set("shop", async () => {
    isAway = true;
    return { files: [await stage.file(JSON.stringify([ANN]))], memory: null };
  });
  await assert.rejects(stage.look([URL_SOURCE], false, "me", kv), StoreTroubleError);
  assert.equal((await readSourceStates(stage.kv)).size, 0);
  assert.deepEqual(stage.log, []);
});

Deno.test("only one of several processes polls, and after a crash another one when the turn has ended", async () => {
  await using stage = await Stage.make();
  assert.equal(await takeTurn(stage.kv, "other", stage.now), true);
  const busy = await stage.look([URL_SOURCE]);
  assert.equal(busy.isBusy, true);
  assert.deepEqual(stage.asked, []);
  stage.now += TURN_MS;
  assert.equal((await stage.look([URL_SOURCE])).isBusy, false);
  // It released the turn.
  assert.equal(await takeTurn(stage.kv, "other", stage.now), true);
  stage.now += 1;
  assert.equal(await takeTurn(stage.kv, "third", stage.now), false);
  // A turn from before the clock was put back does not last for years.
  assert.equal(await takeTurn(stage.kv, "third", stage.now - 86_400_000), true);
  await releaseTurn(stage.kv, "other");
  assert.equal(await takeTurn(stage.kv, "other", stage.now - 86_400_000), false, "nobody ends the turn of another");
});

Deno.test("two processes that start polling together never poll the same source", async () => {
  await using stage = await Stage.make();
  const gate = Promise.withResolvers<SourcePoll>();
  stage.answers.set("shop", () => gate.promise);
  const rounds = [stage.look([URL_SOURCE], false, "a"), stage.look([URL_SOURCE], false, "b")];
  const first = await Promise.race(rounds);
  assert.equal(first.isBusy, true);
  gate.resolve({ files: [], memory: null });
  const all = await Promise.all(rounds);
  assert.deepEqual(all.map(({ isBusy }) => isBusy).sort(), [false, true]);
  assert.equal(stage.asked.length, 1);
});
