import assert from "node:assert/strict";
import { helpWords, SCRIPTS } from "../../../cli/completions.ts";
import { list } from "../../../cli/hub/list.ts";
import { runCli } from "../../support/service/run_cli.ts";

Deno.test("the words of a command are the options and subcommands of its help text", async () => {
  assert.deepEqual(helpWords("hub", list.help).map(([word]) => word), [
    "--topic",
    "--host",
    "--failing",
    "--json",
    "--help",
  ]);
  const [history, imports] = await Promise.all(
    ["history", "import"].map(async (name) => helpWords(name, (await runCli(name, ["--help"], ":memory:")).stdout)),
  );
  assert.deepEqual(history?.slice(1, 2), [["diff", "list the reviews in which two differ"]]);
  assert.deepEqual(imports?.find(([word]) => word === "--quiet"), ["--quiet", "print problems only"]);
});

Deno.test("bash completes tasks, subcommands and options, and files elsewhere", async () => {
  const table = new Map([
    ["", [["hub", "it's"], ["import", "of"]] as const],
    ["hub", [["list", "all"], ["remove", "$(false)"]] as const],
    ["hub list", [["--topic", "which"], ["--help", "this"]] as const],
    ["import", [["--replace", "a"], ["--replace-all", "b"], ["--map", "c"]] as const],
  ]);
  const typed = [
    "deno task i",
    "deno task hub ",
    "deno task hub list --t",
    "deno task import --re",
    "deno task import ",
  ];
  const ask = typed.map((line) =>
    `COMP_WORDS=(${line}${line.endsWith(" ") ? "''" : ""})
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMPREPLY=(); _public_reviews; echo "\${COMPREPLY[*]}"`
  );
  const { stdout, stderr } = await new Deno.Command("bash", {
    args: ["--norc", "-c", [SCRIPTS["bash"]?.(table), ...ask].join("\n")],
    cwd: new URL("../../../", import.meta.url),
  }).output();
  assert.equal(new TextDecoder().decode(stderr), "");
  assert.deepEqual(new TextDecoder().decode(stdout).split("\n"), [
    "import",
    "list remove",
    "--topic",
    "--replace --replace-all",
    "",
    "",
  ]);
});
