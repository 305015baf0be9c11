import assert from "node:assert/strict";
import { checkAccess, secretFiles } from "../../../cli/doctor/access_check.ts";
import { tempStore } from "../../support/service/run_cli.ts";

Deno.test({
  name: "a file of variables or sources counts where secrets stand in it, and is named with its mode",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using folder = await tempStore();
    const path = `${folder.folder}/file`;
    const known = secretFiles(null, (name) => name === "SOURCES_FILE" ? path : undefined);
    const sources = known.find((file) => file.path === path);
    const variables = known.find((file) => file.path === ".env");
    assert.ok(sources && variables);
    const status = async (file: typeof sources, text: string, mode: number) => {
      await Deno.writeTextFile(path, text);
      await Deno.chmod(path, mode);
      return (await checkAccess([{ ...file, path }]))?.status ?? null;
    };
    const secrets = ["POSTGRES_PASSWORD=geheim\n", "A=1\nDENO_KV_ACCESS_TOKEN=t", "export GOOGLE_CLIENT_SECRET=x"];
    const stores = ["reviews:geheim", ":geheim"].map((user) => `KV_PATH=postgres://${user}@db.example/reviews`);
    for (const text of [...secrets, ...stores]) {
      assert.equal(await status(variables, text, 0o640), "warning", text);
      assert.equal(await status(variables, text, 0o600), "ok", text);
    }
    const others = ["BASE_URL=https://reviews.example\n", "KV_PATH=postgres://reviews@db.example/reviews", "PASSWORD="];
    for (const text of others) assert.equal(await status(variables, text, 0o644), null, text);
    assert.equal(await status(sources, `[{ "url": "https://shop.example/a.csv?key=secret" }]`, 0o644), "warning");
    assert.equal(await status(sources, `[{ "url": "https://shop.example/a.csv" }]`, 0o644), null);
    const found = await checkAccess([{ path, secrets: "credentials" }, { path: `${path}-missing`, secrets: "none" }]);
    assert.equal(
      found?.text,
      `Others on this machine may read files with secrets: ${path} (credentials, for every user: mode 0644).`,
    );
    assert.equal(found?.advice, `Make them readable by their owner only: chmod 600 ${path}`);
  },
});

Deno.test("files with secrets are the store's and those that variables name", () => {
  const variables: Readonly<Record<string, string>> = { GOOGLE_CREDENTIALS_FILE: "/etc/google.json" };
  const paths = secretFiles("/srv/a.kv", (name) => variables[name]).map(({ path }) => path);
  assert.deepEqual(paths.slice(0, 4), ["/srv/a.kv", "/srv/a.kv-wal", "/srv/a.kv-shm", "/etc/google.json"]);
  assert.equal(secretFiles(null, () => undefined).some(({ path }) => path.endsWith("-wal")), false);
});
