import assert from "node:assert/strict";
import { signalProgram } from "../../../cli/command/child_process.ts";
import { adminClient } from "../../support/admin/admin_server.ts";
import { importWorkshop } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { denoCommand } from "../../support/service/run_cli.ts";
import { linesOf, startServer, type TestServer } from "../../support/service/test_server.ts";

const JANE = reviewOf({ native: "jane", author: "Jane Erasable", text: "Erasable words of hers." });
const BOB = reviewOf({ native: "bob", author: "Bob", rating: 1 });

/** Starts `deno task admin` with the permissions of the task. */
function startAdmin(kvPath: string, args: readonly string[]): Deno.ChildProcess {
  const line = ["run", "-qA", "cli/launch/launch.ts", "admin", "--no-open", ...args];
  return denoCommand(line, { KV_PATH: kvPath, NO_COLOR: "1" }).spawn();
}

Deno.test("deno task admin prints its address alone, acts beside a running service, and finishes an erasure", async () => {
  await using shop = await importWorkshop({ "all.json": [JANE, BOB] });
  await shop.imported("all.json");
  await using service = await startServer(shop.kvPath);
  await Deno.writeTextFile(`${shop.kvPath}.alerts.json`, JSON.stringify([{ webhook: `${service.origin}/healthz` }]));
  const program = startAdmin(shop.kvPath, ["--port", "0"]);
  const printed: string[] = [];
  const errors = new Response(program.stderr).text();
  try {
    for await (const line of linesOf(program.stdout)) {
      printed.push(line);
      await act(adminClient(line), shop.kvPath, service);
      program.kill("SIGINT");
    }
  } finally {
    signalProgram(program, "SIGINT");
  }
  assert.equal((await program.status).code, 0);
  assert.equal(await errors, "");
  assert.equal(printed.length, 1);
  assert.match(printed[0] ?? "", /^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/);
});

/** Hides a review, sees it gone from the service, looks at a restore, and erases the other review. */
async function act(admin: ReturnType<typeof adminClient>, kvPath: string, service: TestServer): Promise<void> {
  await admin.enter();
  const busy = await startAdmin(kvPath, ["--port", String(admin.port)]).output();
  assert.match(
    new TextDecoder().decode(busy.stdout),
    /^It runs already\. This is a new link:\nhttp:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}\n$/,
  );
  assert.equal(
    await admin.agree("/reviews/hide", { id: BOB.id, reason: "spam" }),
    "Hidden. Published now: 1 review.",
  );
  await service.logged(({ message, reviews }) => message === "dataset loaded" && reviews === 1);
  assert.match((await admin.post("/business/publish", { name: "Acme", "page.color": "#7a1f3d" })).text, /<ins>Acme/);
  const { text: pages } = await admin.get("/business/preview/");
  const [, asset = ""] = /href="([^"]*\/style-[^"]*)"/.exec(pages) ?? [];
  assert.match((await admin.get(asset)).text, /#7a1f3d/);
  for (const path of ["docs", "embed.js", "embed/widget.css"]) {
    assert.equal((await admin.get(`/business/preview/${path}`)).response.status, 200, path);
  }
  assert.match((await admin.post("/sources/add", { kind: "folder", place: `${Deno.cwd()}/inbox` })).text, /not there/);
  const hook = { kind: "slack", entry: "", slack: `${service.origin}/healthz` };
  assert.match((await admin.post("/alerts/save", hook)).text, /answers with 405/);
  const backup = await admin.get("/backup/download");
  const file = new File([backup.text], "reviews.json");
  assert.match((await admin.post("/backup/restore", { file })).text, /is replaced by the content/);
  await admin.agree("/reviews/erase", { id: JANE.id }, { "plan:typed": JANE.author });
  while (/erasure is not finished/.test((await admin.get("/")).text));
}
