import assert from "node:assert/strict";
import { SERVICE, userAgent } from "../../domain/service.ts";
import { API_TEXT } from "../support/api/api_document.ts";
import { runCli } from "../support/service/run_cli.ts";

const ROOT = new URL("../../", import.meta.url);

Deno.test("the version of deno.json is that of every document, command and request", async () => {
  const versionIn = async (file: string) => JSON.parse(await Deno.readTextFile(new URL(file, ROOT))).version;
  const version = await versionIn("deno.json");
  assert.equal(SERVICE.version, version);
  assert.equal(await versionIn("server.json"), version);
  assert.equal(JSON.parse(API_TEXT).info.version, version);
  assert.equal(
    userAgent({ baseUrl: "https://reviews.example" }),
    `PublicReviewsService/${version} (+https://reviews.example/)`,
  );
  for (const command of ["import", "hub"]) {
    const { code, stdout } = await runCli(command, ["--version"], ":memory:");
    assert.deepEqual([code, stdout], [0, `${version}\n`]);
  }
});
