import assert from "node:assert/strict";
import { runDeno, tempStore } from "../../support/service/run_cli.ts";

/** Runs `deno task fleet` on a folder of businesses. */
function fleetIn(folder: string, env: Readonly<Record<string, string>> = {}) {
  return (...args: string[]) => runDeno(["run", "-qA", "cli/fleet.ts", ...args], { FLEET: folder, ...env });
}

Deno.test("a fleet is listed, worked on and backed up; one that fails does not keep the others back", async () => {
  await using store = await tempStore();
  const { folder } = store;
  for (const [name, port] of [["acme", "8001"], ["borel", "8002"], ["zero", "8003"]] as const) {
    await Deno.mkdir(`${folder}/${name}`);
    const settings = `# ${name}\nPORT=${port}\nBASE_URL=https://${name}.example\n`;
    await Deno.writeTextFile(`${folder}/${name}/reviews.env`, settings);
  }
  await Deno.mkdir(`${folder}/no business`);
  const review = { author: "Ann", rating: 2, date: "2025-11-20", source: "Google", text: "Late." };
  const both = [review, { ...review, rating: 5, author: "Ben" }];
  await Deno.writeTextFile(`${folder}/acme/reviews.json`, JSON.stringify(both));
  await Deno.writeTextFile(`${folder}/borel/reviews.json`, JSON.stringify([{ ...review, rating: 4 }]));
  await Deno.writeTextFile(`${folder}/zero/reviews.json`, "nonsense");
  const fleet = fleetIn(folder);
  const imported = await fleet("each", "--", "import", "{}/reviews.json", "--yes");
  assert.equal(imported.code, 1);
  assert.match(
    imported.stdout,
    /^== acme \(1 of 3\)\n[^]*^== borel \(2 of 3\)\n[^]*^== zero \(3 of 3\)\n== zero ended with 1\n$/m,
  );
  await Deno.writeTextFile(
    `${folder}/acme/reviews.kv.sources.json`,
    JSON.stringify([{ folder: `${folder}/acme/inbox` }]),
  );
  assert.match((await fleet("list", "--only", "acme")).stdout, / 1, not polled yet {2}/);
  const watched = await fleet("each", "--only", "acme", "--", "watch", "--once");
  assert.match(watched.stdout, /^== acme \(1 of 1\)\nfailed {5}inbox\n== acme ended with 1\n/);
  assert.match(watched.stderr, /source failed/);
  assert.doesNotMatch(watched.stderr, /^\{/m);
  const listed = JSON.parse((await fleet("list", "--json")).stdout).businesses;
  const members = ["name", "reviews", "average", "newest", "unanswered_low", "trouble"];
  assert.deepEqual(listed.map((row: Record<string, unknown>) => members.map((member) => row[member])), [
    ["acme", 2, 3.5, "2025-11-20", 1, null],
    ["borel", 1, 4, "2025-11-20", 0, null],
    ["zero", 0, null, null, 0, listed[2].trouble],
  ]);
  const today = () => new Date().toISOString().slice(0, 10);
  const before = today();
  const backup = await fleet("backup", "--to", `${folder}/backup`, "--only", "acme", "--only", "borel");
  assert.equal(backup.code, 0, backup.stderr);
  const saved = (await Array.fromAsync(Deno.readDir(`${folder}/backup`), ({ name }) => name)).sort();
  const onDay = (day: string) => ["acme", "borel"].map((name) => `${name}-${day}.json`).join();
  assert.ok([before, today()].map(onDay).includes(saved.join()), saved.join());
  const copy = `${folder}/backup/${saved[0]}`;
  assert.match(await Deno.readTextFile(copy), /Late\./);
  // A restore as docs/fleet.md writes it.
  const restore = () => fleet("each", "--only", "acme", "--", "import", copy, "--replace-all", "--yes");
  await Deno.writeTextFile(`${folder}/acme/reviews.kv`, "no database ".repeat(500));
  assert.match((await restore()).stderr, /the file is damaged, or .* Move it and its -wal and -shm away; /);
  await Deno.rename(`${folder}/acme/reviews.kv`, `${folder}/acme/damaged.kv`);
  assert.equal((await restore()).code, 0);
  const restored = JSON.parse((await fleet("list", "--json", "--only", "acme")).stdout).businesses;
  assert.deepEqual([restored[0].reviews, restored[0].average], [2, 3.5]);
  assert.match((await fleet("caddy")).stdout, /^https:\/\/acme\.example \{\n\treverse_proxy 127\.0\.0\.1:8001\n\}\n/);
  await Deno.writeTextFile(`${folder}/borel/reviews.env`, "SOURCES_FILE=none.json\n", { append: true });
  assert.match(
    (await fleet("list", "--only", "borel")).stdout,
    /^borel +1 .*\n[^]*^borel: SOURCES_FILE is "none\.json"/m,
  );
  const unknown = await fleet("list", "--only", "none");
  assert.match(unknown.stderr, /^No folder "none" in .* has a file reviews\.env;/);
});

Deno.test("a business sets its own variables alone, and no more than its site in the Caddyfile", async () => {
  await using store = await tempStore();
  const { folder } = store;
  const settings: Readonly<Record<string, string>> = {
    acme:
      "PORT=8001\nBASE_URL=https://acme.example\nADMIN_ORIGIN=https://owner.acme.example\nLD_PRELOAD=/tmp/none.so\nDENO_DIR=/etc\n",
    mallory: 'PORT="8099\\n}\\nevil.example {\\n\\trespond x"\nBASE_URL=https://mallory.example\n',
    norman: "PORT=8003\nBASE_URL=https://norman.example,evil.example\n",
    pat: "PORT=08001\nBASE_URL=https://pat.example\n",
    nina: "PORT=8005\nBASE_URL=https://nina.example\nADMIN_PORT=8090\nADMIN_ORIGIN=https://owner.nina.example\n",
    nils: "PORT=8007\nBASE_URL=https://nils.example\nADMIN_PORT=8007\nADMIN_ORIGIN=https://owner.nils.example\n",
    otto: "PORT=8006\nBASE_URL=https://otto.example\nADMIN_ORIGIN=https://{$HOME}\n",
    olga: "PORT=8004\nBASE_URL=https://{$HOME}\n",
  };
  for (const [name, text] of Object.entries(settings)) {
    await Deno.mkdir(`${folder}/${name}`);
    await Deno.writeTextFile(`${folder}/${name}/reviews.env`, text);
  }
  // Settings of another business, in the shell of the agency.
  const fleet = fleetIn(folder, { LOG_LEVEL: "loud" });
  const checked = await fleet("doctor", "--only", "acme");
  assert.doesNotMatch(checked.stdout + checked.stderr, /ld\.so|LOG_LEVEL/);
  assert.match(checked.stdout, /reviews\.env has LD_PRELOAD and DENO_DIR, which no program reads from it\./);
  const { businesses: [{ code, unknown_variables }] } = JSON.parse(
    (await fleet("doctor", "--json", "--only", "acme")).stdout,
  );
  assert.deepEqual([code, unknown_variables], [checked.code, ["LD_PRELOAD", "DENO_DIR"]]);
  const printed = await fleet("caddy");
  assert.equal(printed.code, 1);
  const site = (host: string, port: number, lines = "") =>
    `https://${host} {\n${lines}\treverse_proxy 127.0.0.1:${port}\n}\n`;
  const https = '\theader Strict-Transport-Security "max-age=31536000"\n';
  const sites = [
    ...[site("acme.example", 8001), site("owner.acme.example", 8090, https)],
    ...[site("nils.example", 8007), site("nina.example", 8005)],
  ];
  assert.equal(printed.stdout, sites.join(""));
  assert.match(
    printed.stderr,
    /^https:\/\/owner\.nina\.example is left out: ADMIN_PORT 8090 of nina is also ADMIN_PORT of acme\.$/m,
  );
  assert.match(printed.stderr, /: ADMIN_PORT 8007 of nils is also PORT of nils\.$/m);
  assert.match(printed.stderr, /^otto is left out: ADMIN_ORIGIN is ".*"; allowed is https:\/\/HOST/m);
  assert.match((await fleet("list", "--only", "acme")).stdout, / {2}https:\/\/owner\.acme\.example: nobody$/m);
  for (const setting of ["mallory is left out: PORT", "norman is left out: BASE_URL", "olga is left out: BASE_URL"]) {
    assert.match(printed.stderr, new RegExp(`^${setting} is ".*"; allowed is .*\\.$`, "m"));
  }
  assert.match(printed.stderr, /: PORT 8001 of pat is also PORT of acme\.$/m);
});
