// Releases the version of deno.json: see `deno task release --help`.

import { type CommandOptions, runCommand, UsageError } from "../cli/command/run_command.ts";
import { OperatorError } from "../domain/operator_error.ts";
import { SERVICE } from "../domain/service.ts";
import { print } from "../terminal/print.ts";

const HELP = `Releases the version of deno.json.

  deno task release [--dry-run]

Runs \`deno task ok\`, writes the day into CHANGELOG.md, commits that and tags the
commit. A pushed tag builds the container image. Nothing is pushed.

  --dry-run    say what would be done; runs no tests and writes nothing`;

const OPTIONS: CommandOptions = { "dry-run": { type: "boolean" } };
const CHANGES = "CHANGELOG.md";

/**
 * Returns the changelog with the day in the heading of a version.
 *
 * @param day `2026-11-28`.
 * @throws {OperatorError} If the version has no heading that says `unreleased`.
 */
export function datedChanges(changes: string, version: string, day: string): string {
  const heading = `## ${version} (unreleased)`;
  if (!changes.split("\n").includes(heading)) {
    throw new OperatorError(`${CHANGES} has no heading "${heading}"; the version stands in deno.json.`);
  }
  return changes.replace(heading, `## ${version} (${day})`);
}

async function release(isDryRun: boolean): Promise<number> {
  const tag = `v${SERVICE.version}`;
  const day = new Date().toISOString().slice(0, 10);
  const changes = datedChanges(await Deno.readTextFile(CHANGES), SERVICE.version, day);
  if (await git("status", "--porcelain") !== "") {
    throw new OperatorError("There are changes that are not committed; a release is a commit.");
  }
  if (await git("tag", "--list", tag) !== "") {
    throw new OperatorError(`The tag ${tag} exists; raise the version in deno.json and server.json.`);
  }
  if (isDryRun) {
    print(`Dry run: nothing was written. ${tag} would be released on ${day}, if deno task ok passes.`);
    return 0;
  }
  const { code } = await new Deno.Command(Deno.execPath(), { args: ["task", "ok"] }).spawn().status;
  if (code !== 0) throw new OperatorError("deno task ok fails; nothing was released.");
  await Deno.writeTextFile(CHANGES, changes);
  await git("commit", "--quiet", "--message", `Release ${SERVICE.version}`, CHANGES);
  await git("tag", "--annotate", tag, "--message", `${SERVICE.title} ${SERVICE.version}`);
  print(`Released ${tag}. To publish it: git push --follow-tags`);
  return 0;
}

async function git(...args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("git", { args: [...args] }).output();
  if (!success) throw new OperatorError(`git ${args[0]} fails: ${new TextDecoder().decode(stderr).trim()}`);
  return new TextDecoder().decode(stdout).trim();
}

if (import.meta.main) {
  Deno.exit(
    await runCommand(Deno.args, HELP, OPTIONS, (line) => {
      if (line.files[0] !== undefined) throw new UsageError(`release takes no ${JSON.stringify(line.files[0])}.`);
      return release(line.flag("dry-run"));
    }),
  );
}
