import assert from "node:assert/strict";
import { diff } from "../../cli/history/diff.ts";
import { list as listRevisions } from "../../cli/history/list.ts";
import { prune } from "../../cli/history/prune.ts";
import { show as showRevision } from "../../cli/history/show.ts";
import { undo } from "../../cli/history/undo.ts";
import { erase } from "../../cli/review/erase.ts";
import { hide, restore } from "../../cli/review/hide.ts";
import { list as listReviews } from "../../cli/review/list.ts";
import { reply } from "../../cli/review/reply.ts";
import { show as showReview } from "../../cli/review/show.ts";
import { runCli } from "../support/service/run_cli.ts";
import { list as listSubscriptions } from "../../cli/hub/list.ts";
import { remove } from "../../cli/hub/remove.ts";
import { replay } from "../../cli/hub/replay.ts";
import { show as showSubscription } from "../../cli/hub/show.ts";
import { stats } from "../../cli/hub/stats.ts";

const SUBCOMMANDS = [
  diff,
  listRevisions,
  prune,
  showRevision,
  undo,
  erase,
  hide,
  listReviews,
  reply,
  restore,
  showReview,
  listSubscriptions,
  remove,
  replay,
  showSubscription,
  stats,
];

Deno.test("every command has help that fits a terminal of 80 columns, and ends with 0 then", async () => {
  const commands = ["doctor", "export", "history", "hub", "import", "insights", "reader", "review", "watch"];
  const printed = await Promise.all(commands.map((name) => runCli(name, ["--help"], ":memory:")));
  assert.ok(printed.every(({ code, stdout }, at) => code === 0 && stdout.includes(`deno task ${commands[at]}`)));
  const helps = [...SUBCOMMANDS.map(({ help }) => help), ...printed.map(({ stdout }) => stdout)];
  assert.ok(helps.every((help) => help.includes("--help")), helps.join("\n---\n"));
  assert.deepEqual(helps.join("\n").split("\n").filter((line) => line.length > 80), []);
});
