import assert from "node:assert/strict";
import { pollFolder } from "../../../cli/watch/folder_source.ts";
import { readImportedFiles } from "../../../cli/watch/source_state.ts";
import { tempStore } from "../../support/service/run_cli.ts";

const NOW = Date.parse("2026-11-22T08:00:00Z");

async function withFolder(test: (folder: string, kv: Deno.Kv) => Promise<void>): Promise<void> {
  await using store = await tempStore();
  using kv = await Deno.openKv(":memory:");
  await test(store.folder, kv);
}

async function drop(path: string, text: string, changed = NOW - 60_000): Promise<void> {
  await Deno.writeTextFile(path, text);
  await Deno.utime(path, new Date(changed), new Date(changed));
}

Deno.test("a file is new until it is imported, and new again after a change; the store knows no name of one", () =>
  withFolder(async (folder, kv) => {
    await Deno.mkdir(`${folder}/old`);
    const unfinished = ["part", "partial", "crdownload", "download", "tmp", "filepart", "swp"].map((end) =>
      `c.csv.${end}`
    );
    for (const name of ["b.csv", "a wibble.json", ".hidden", "d.csv~", "old/e.csv", ...unfinished]) {
      await drop(`${folder}/${name}`, "1");
    }
    const look = () => pollFolder(kv, "drop", folder, NOW);
    const shown = async () => (await look()).files.map(({ shown }) => shown);
    assert.deepEqual(await shown(), ["a wibble.json", "b.csv"]);
    const [first] = (await look()).files;
    await first?.imported?.();
    assert.deepEqual(await shown(), ["b.csv"]);
    // A name may be one to erase.
    const rows = await Array.fromAsync(kv.list({ prefix: [] }));
    assert.deepEqual([rows.length, JSON.stringify(rows).includes("wibble")], [1, false]);
    await drop(`${folder}/a wibble.json`, "2", NOW - 50_000);
    assert.deepEqual(await shown(), ["a wibble.json", "b.csv"]);
    assert.equal((await look()).againIn, undefined);
    await drop(`${folder}/b.csv`, "2", NOW - 4999);
    assert.deepEqual(await shown(), ["a wibble.json"]);
    assert.equal((await look()).againIn, 5000);
    // The clock of a network drive may be ahead.
    await drop(`${folder}/b.csv`, "2", NOW + 60_000);
    assert.deepEqual(await shown(), ["a wibble.json", "b.csv"]);
    await Deno.remove(`${folder}/a wibble.json`);
    await look();
    assert.equal((await readImportedFiles(kv, "drop")).size, 0);
  }));

// Windows has no sockets in folders, and lets few users make links.
const test = Deno.build.os === "windows" ? Deno.test.ignore : Deno.test;

test("links are followed within the folder alone; one that leads out of it is refused in a sentence", () =>
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
      const { files } = await pollFolder(kv, "drop", watched, NOW);
      assert.deepEqual(files.map(({ shown, refusal }) => [shown, refusal !== undefined]), [
        ["a.csv", false],
        ["b.csv", true],
        ["c.csv", true],
        ["d.csv", true],
      ]);
      assert.equal(
        String(files[1]?.refusal),
        "b.csv is a link that leads out of the folder: put the file itself there.",
      );
      assert.equal(await Deno.readTextFile(files[0]?.path ?? ""), "1");
    }
  }));

test("a socket in a folder, and a folder that is missing, are refused in a sentence", () =>
  withFolder(async (folder, kv) => {
    using _socket = Deno.listen({ transport: "unix", path: `${folder}/a.csv` });
    await drop(`${folder}/b.csv`, "1");
    const { files } = await pollFolder(kv, "drop", folder, NOW);
    assert.deepEqual(files.map(({ shown, refusal }) => [shown, refusal && String(refusal)]), [
      ["a.csv", "a.csv is no file but a pipe, socket or device: put a file there."],
      ["b.csv", undefined],
    ]);
    const message = "The folder cannot be read: it is not there.";
    await assert.rejects(pollFolder(kv, "drop", `${folder}/none`, NOW), { name: "SourceError", message });
    await assert.rejects(pollFolder(kv, "drop", `${folder}/b.csv`, NOW), { message: /: it is a file\.$/ });
  }));
