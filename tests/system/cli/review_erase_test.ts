import assert from "node:assert/strict";
import { ulidToUuid } from "../../../domain/review_id.ts";
import { importWorkshop } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { runAtTerminal, runProcess } from "../../support/service/run_cli.ts";
import { startServer } from "../../support/service/test_server.ts";
import { Buffer } from "node:buffer";
import type { Store } from "../../../domain/store/store.ts";

const PIECE_BYTES = 16;
const STEP_BYTES = 61;

/** Short pieces of every archive in a store. They show whether bytes still contain part of an archive. */
async function archivePieces(kv: Store): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const { value } of kv.list<unknown>({ prefix: ["dataset"] })) {
    if (!(value instanceof Uint8Array)) continue;
    for (let at = 0; at + PIECE_BYTES <= value.length; at += STEP_BYTES) pieces.push(value.slice(at, at + PIECE_BYTES));
  }
  return pieces;
}

/** The pieces that no archive of a store contains any more. */
async function deletedPieces(kv: Store, pieces: readonly Uint8Array[]): Promise<readonly Uint8Array[]> {
  const rows = await Array.fromAsync(kv.list<unknown>({ prefix: ["dataset"] }), ({ value }) => value);
  const live = rows.filter((value) => value instanceof Uint8Array);
  return pieces.filter((piece) => !live.some((archive) => isIn(archive, piece)));
}

/** Counts the pieces and the occurrences of a text in the bytes of some files. A file may be missing. */
async function tracesIn(files: readonly string[], pieces: readonly Uint8Array[], text: string) {
  const contents = await Promise.all(files.map((file) => Deno.readFile(file).catch(() => new Uint8Array())));
  const words = new TextEncoder().encode(text);
  return {
    pieces: pieces.filter((piece) => contents.some((content) => isIn(content, piece))).length,
    texts: contents.filter((content) => isIn(content, words)).length,
  };
}

function isIn(content: Uint8Array, piece: Uint8Array): boolean {
  const view = ({ buffer, byteOffset, length }: Uint8Array) => Buffer.from(buffer, byteOffset, length);
  return view(content).includes(view(piece));
}

const NAME = "Jane Erasable";
const JANE = reviewOf({ native: "jane", author: NAME, text: "Erasable words of hers.", date: "2026-05-03" });
const OTHERS = Array.from({ length: 40 }, (_, n) => reviewOf({ native: `${n}`, text: `Good work, number ${n}.` }));

async function janesShop() {
  const shop = await importWorkshop({
    "all.json": [JANE, ...OTHERS],
    "again.json": [{ ...JANE, id: reviewOf({ native: "another id" }).id }],
  });
  await shop.imported("all.json");
  const files = ["", "-wal", "-shm"].map((suffix) => shop.kvPath + suffix);
  return {
    ...shop,
    [Symbol.asyncDispose]: shop[Symbol.asyncDispose],
    files,
    review: (...args: string[]) => runProcess("review", args, shop.kvPath),
  };
}

Deno.test("an erased review is gone from a running service and from the bytes of its store, and stays away", async () => {
  await using shop = await janesShop();
  await using server = await startServer(shop.kvPath);
  assert.equal((await shop.review("hide", "--reason", "spam", JANE.id)).code, 0);
  assert.equal((await shop.review("restore", JANE.id)).code, 0);
  using kv = await Deno.openKv(shop.kvPath);
  const pieces = await archivePieces(kv);
  const before = await tracesIn(shop.files, pieces, NAME);
  assert.ok(before.pieces > pieces.length * 0.9 && pieces.length > 100, `${before.pieces} of ${pieces.length}`);

  const erased = await shop.review("erase", "--yes", "--author", NAME);
  assert.equal(erased.code, 0, erased.stderr + erased.stdout);
  assert.match(
    erased.stdout,
    /^Erased 1 review: \w{26}\.\nPublished 40 reviews as revision 4\. A running server shows/,
  );
  assert.match(erased.stdout, /\nWritten anew without them: revisions 3, 2, 1\.[^\n]*\nThe file of the store was/);
  assert.doesNotMatch(erased.stdout + erased.stderr, /Erasable/);
  const gone = await deletedPieces(kv, pieces);
  assert.ok(gone.length > 50, `${gone.length} pieces`);
  assert.deepEqual(await tracesIn(shop.files, gone, NAME), { pieces: 0, texts: 0 });

  await server.logged((line) => line["message"] === "dataset loaded" && line["reviews"] === 40);
  const get = async (path: string, accept = "*/*") => {
    const answer = await fetch(server.origin + path, { headers: { accept } });
    return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
  };
  for (const path of [`/api/reviews/${JANE.id}`, `/reviews/${JANE.id}`]) {
    const { status, text } = await get(path, "application/json");
    const gone = {
      type: "/developers#error-410",
      title: "Gone",
      status: 410,
      detail: "The review with this id was erased.",
    };
    assert.deepEqual([status, JSON.parse(text)], [410, gone]);
  }
  assert.equal((await get(`/reviews/${JANE.id}`, "text/html")).status, 410);
  assert.equal((await get(`/api/reviews/${reviewOf({ native: "never" }).id}`)).status, 404);
  const paths = ["/reviews.json", "/insights.json", "/feed.xml", "/api/feed.json", "/api/reviews/search?query=words"];
  const documents = await Promise.all(paths.map(async (path) => (await get(path)).text));
  assert.doesNotMatch(documents.join("\n"), /Erasable/);
  assert.match(
    documents[2] ?? "",
    new RegExp(`<at:deleted-entry ref="urn:uuid:${ulidToUuid(JANE.id)}" when="\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}Z"/>`),
  );

  for (const file of ["all.json", "again.json"]) {
    const report = await shop.imported(file);
    assert.match(report, /Left out 1 row: erased before\.\n[^]*Nothing changed: 40 reviews are published/);
  }
  assert.equal((await shop.run("history", "undo", "--yes", "1")).code, 0);
  assert.doesNotMatch((await shop.run("export")).stdout, /Erasable/);
  assert.match((await shop.review("restore", JANE.id)).stderr, /^No review has an id that begins with/);
});

Deno.test("an erasure that cannot write the file anew says so, and the next one does it", async () => {
  await using shop = await janesShop();
  using kv = await Deno.openKv(shop.kvPath);
  const pieces = await archivePieces(kv);
  const erased = await runProcess("review", ["erase", "--yes", JANE.id], shop.kvPath);
  assert.equal(erased.code, 0);
  // As if the process had been killed before that step.
  await kv.set(["erasing"], { since: new Date().toISOString(), tracesOnly: true });
  // An import may not write the file anew: it has fewer permissions than an erasure.
  const imported = await runProcess("import", [shop.path("all.json")], shop.kvPath);
  assert.equal(imported.code, 0, imported.stderr);
  assert.notEqual((await kv.get(["erasing"])).value, null);
  const again = await shop.review("erase", JANE.id);
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stdout, /^An unfinished erasure was completed\.\n[^]*The file of the store was written anew/);
  assert.equal((await kv.get(["erasing"])).value, null);
  assert.equal((await tracesIn(shop.files, await deletedPieces(kv, pieces), NAME)).pieces, 0);
});

Deno.test("an erasure asks at a terminal", async () => {
  await using shop = await importWorkshop({
    "all.json": [JANE, reviewOf({ native: "surname", author: "Mia", text: "Mrs. Erasable sent us there." })],
  });
  await shop.imported("all.json");
  const chosen = await runAtTerminal("review", ["erase", "--text", "erasable"], shop.kvPath, "1 n");
  assert.match(
    chosen.shown,
    /Which is meant\?[^]*Which\? \[1-3\][^]*Erase 1 review for good\?[^]*Nothing was erased\.\n$/,
  );
  const refused = await runAtTerminal("review", ["erase", JANE.id], shop.kvPath, "n");
  assert.equal(refused.code, 2);
  assert.match(refused.shown, /Jane Erasable[^]*Erase 1 review for good\? \[y\/N\][^]*Nothing was erased\.\n$/);
  const erased = await runAtTerminal("review", ["erase", JANE.id], shop.kvPath, "y");
  assert.equal(erased.code, 0, erased.shown);
});
