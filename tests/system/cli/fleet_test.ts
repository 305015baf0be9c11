import assert from "node:assert/strict";

const ROOT = new URL("../../../", import.meta.url);

Deno.test("a fleet is listed, worked on and backed up; one that fails does not keep the others back", async () => {
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, port] of [["acme", "8001"], ["borel", "8002"], ["zero", "8003"]] as const) {
      await Deno.mkdir(`${folder}/${name}`);
      await Deno.writeTextFile(
        `${folder}/${name}/reviews.env`,
        `# ${name}\nPORT=${port}\nBASE_URL=https://${name}.example\n`,
      );
    }
    await Deno.mkdir(`${folder}/no business`);
    const review = { author: "Ann", rating: 2, date: "2025-11-20", source: "Google", text: "Late." };
    await Deno.writeTextFile(
      `${folder}/acme/reviews.json`,
      JSON.stringify([review, { ...review, rating: 5, author: "Ben" }]),
    );
    await Deno.writeTextFile(`${folder}/borel/reviews.json`, JSON.stringify([{ ...review, rating: 4 }]));
    await Deno.writeTextFile(`${folder}/zero/reviews.json`, "nonsense");
    const fleet = async (...args: string[]) => {
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-qA", "cli/fleet.ts", ...args],
        cwd: ROOT,
        env: { FLEET: folder },
      }).output();
      const decoder = new TextDecoder();
      return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
    };
    const imported = await fleet("each", "--", "import", "{}/reviews.json", "--yes");
    assert.equal(imported.code, 1);
    assert.match(imported.stdout, /^== acme\n[^]*^== borel\n[^]*^== zero \(ended with 1\)$/m);
    await Deno.writeTextFile(`${folder}/acme/reviews.env`, `SOURCES=${folder}/acme/inbox\n`, { append: true });
    assert.match((await fleet("list", "--only", "acme")).stdout, / 1, not polled yet {2}/);
    const watched = await fleet("each", "--only", "acme", "--", "watch", "--once");
    assert.match(watched.stdout, /^== acme \(ended with 1\)\nfailed {5}inbox\n/);
    assert.match(watched.stderr, /source failed/);
    assert.doesNotMatch(watched.stderr, /^\{/m);
    const listed = JSON.parse((await fleet("list", "--json")).stdout).businesses;
    assert.deepEqual(
      listed.map((
        { name, reviews, average, newest, unanswered_low, trouble }: Record<string, unknown>,
      ) => [name, reviews, average, newest, unanswered_low, trouble]),
      [
        ["acme", 2, 3.5, "2025-11-20", 1, null],
        ["borel", 1, 4, "2025-11-20", 0, null],
        ["zero", 0, null, null, 0, listed[2].trouble],
      ],
    );
    const backup = await fleet("backup", "--to", `${folder}/backup`, "--only", "acme", "--only", "borel");
    assert.equal(backup.code, 0, backup.stderr);
    const day = new Date().toISOString().slice(0, 10);
    assert.match(await Deno.readTextFile(`${folder}/backup/acme-${day}.json`), /Late\./);
    assert.match((await fleet("caddy")).stdout, /^https:\/\/acme\.example \{\n\treverse_proxy 127\.0\.0\.1:8001\n\}\n/);
    await Deno.writeTextFile(`${folder}/borel/reviews.env`, "SOURCES=http://borel.example\n", { append: true });
    assert.match((await fleet("list", "--only", "borel")).stdout, /^borel +1 .*\n[^]*^borel: SOURCES has "http:/m);
    const unknown = await fleet("list", "--only", "none");
    assert.match(unknown.stderr, /^No folder "none" in .* has a file reviews\.env;/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
