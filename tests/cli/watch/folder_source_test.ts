import assert from "node:assert/strict";
import { lookAtFolder } from "../../../cli/watch/folder_source.ts";
import { readImportedFiles } from "../../../cli/watch/source_state.ts";

const NOW = Date.parse("2026-11-22T08:00:00Z");

async function withFolder(test: (folder: string, kv: Deno.Kv) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "reviews-test-" });
  using kv = await Deno.openKv(":memory:");
  try {
    await test(folder, kv);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function drop(path: string, text: string, changed = NOW - 60_000): Promise<void> {
  await Deno.writeTextFile(path, text);
  await Deno.utime(path, new Date(changed), new Date(changed));
}

Deno.test("a file is new until it is imported, and new again after a change", () =>
  withFolder(async (folder, kv) => {
    await Deno.mkdir(`${folder}/old`);
    for (const name of ["b.csv", "a.json", ".hidden", "c.csv.part", "d.csv~", "old/e.csv"]) {
      await drop(`${folder}/${name}`, "1");
    }
    const shown = async () => (await lookAtFolder(kv, "drop", folder, NOW)).files.map(({ shown }) => shown);
    assert.deepEqual(await shown(), ["a.json", "b.csv"]);
    const [first] = (await lookAtFolder(kv, "drop", folder, NOW)).files;
    await first?.imported?.();
    assert.deepEqual(await shown(), ["b.csv"]);
    await drop(`${folder}/a.json`, "2", NOW - 50_000);
    assert.deepEqual(await shown(), ["a.json", "b.csv"]);
    assert.equal((await lookAtFolder(kv, "drop", folder, NOW)).againIn, undefined);
    await drop(`${folder}/b.csv`, "2", NOW - 4999);
    assert.deepEqual(await shown(), ["a.json"]);
    assert.equal((await lookAtFolder(kv, "drop", folder, NOW)).againIn, 5000);
  }));

Deno.test("a removed file is forgotten", () =>
  withFolder(async (folder, kv) => {
    await drop(`${folder}/a.json`, "1");
    await (await lookAtFolder(kv, "drop", folder, NOW)).files[0]?.imported?.();
    assert.equal((await readImportedFiles(kv, "drop")).size, 1);
    await Deno.remove(`${folder}/a.json`);
    await lookAtFolder(kv, "drop", folder, NOW);
    assert.equal((await readImportedFiles(kv, "drop")).size, 0);
  }));

Deno.test("a missing folder is reported in a sentence without its path", () =>
  withFolder(async (folder, kv) => {
    await assert.rejects(lookAtFolder(kv, "drop", `${folder}/none`, NOW), {
      name: "SourceError",
      message: "The folder cannot be read: it is not there.",
    });
  }));

Deno.test("the store has no file names, because one may contain a name to erase", () =>
  withFolder(async (folder, kv) => {
    await drop(`${folder}/quexal wibble.csv`, "1");
    for (const { imported } of (await lookAtFolder(kv, "drop", folder, NOW)).files) await imported?.();
    assert.deepEqual((await lookAtFolder(kv, "drop", folder, NOW)).files, []);
    const rows = await Array.fromAsync(kv.list({ prefix: [] }));
    assert.equal(rows.length, 1);
    assert.doesNotMatch(JSON.stringify(rows), /wibble/);
  }));

Deno.test("links are followed within the folder alone; one that leads out of it is refused in a sentence", () =>
  withFolder(async (folder, kv) => {
    const inbox = `${folder}/inbox`;
    await Deno.mkdir(`${inbox}/old`, { recursive: true });
    await Deno.mkdir(`${folder}/inbox-of-others`);
    for (const file of ["inbox/old/own.csv", "secret.csv", "inbox-of-others/secret.csv"]) {
      await drop(`${folder}/${file}`, "1");
    }
    await Deno.symlink("old/own.csv", `${inbox}/a.csv`);
    await Deno.symlink("../secret.csv", `${inbox}/b.csv`);
    await Deno.symlink(`${folder}/inbox-of-others/secret.csv`, `${inbox}/c.csv`);
    await Deno.symlink("b.csv", `${inbox}/d.csv`);
    await Deno.symlink("..", `${inbox}/e`);
    await Deno.symlink("nowhere.csv", `${inbox}/f.csv`);
    await Deno.symlink(inbox, `${folder}/link`);
    for (const watched of [inbox, `${folder}/link`]) {
      const { files } = await lookAtFolder(kv, "drop", watched, NOW);
      assert.deepEqual(files.map(({ shown, refusal }) => [shown, refusal !== undefined]), [
        ["a.csv", false],
        ["b.csv", true],
        ["c.csv", true],
        ["d.csv", true],
      ]);
      assert.equal(files[1]?.refusal, "b.csv is a link that leads out of the folder: put the file itself there.");
      assert.equal(await Deno.readTextFile(files[0]?.path ?? ""), "1");
    }
  }));

Deno.test("a socket in a folder is refused in a sentence", () =>
  withFolder(async (folder, kv) => {
    using _socket = Deno.listen({ transport: "unix", path: `${folder}/a.csv` });
    await drop(`${folder}/b.csv`, "1");
    const { files } = await lookAtFolder(kv, "drop", folder, NOW);
    assert.deepEqual(files.map(({ shown, refusal }) => [shown, refusal]), [
      ["a.csv", "a.csv is no file but a pipe, socket or device: put a file there."],
      ["b.csv", undefined],
    ]);
  }));
