import { jsonText, sentence } from "../domain/sentences/sentence.ts";
import { readPublishedFacts } from "./alerts/alert_facts.ts";
import { alertMessage, messageLanguage } from "./alerts/alert_message.ts";
import { alertRound, type ReceiverRound } from "./alerts/alert_rounds.ts";
import { alertSender, sendAll } from "./alerts/alert_sender.ts";
import { readAlertSettings, type Receiver } from "./alerts/alert_settings.ts";
import { print, printError, shownName } from "../terminal/print.ts";
import { onStopSignal } from "../terminal/stop_signals.ts";
import {
  type CommandLine,
  refuseArguments,
  runSubcommand,
  SENTENCES,
  type Subcommand,
  UsageError,
} from "./command/run_command.ts";
import { writePlan } from "./launch/due_programs.ts";
import { readConfiguration } from "../service/configuration.ts";
import { type Log, streamLog } from "../service/log.ts";
import type { Site } from "../domain/site.ts";
import type { Store } from "../domain/store/store.ts";
import { environment } from "../service/store/kv_location.ts";
import { openStore, withHubStore } from "../service/store/open_store.ts";

const HELP = `Tell people what was published: mails, webhooks or a program.

  deno task alerts        send the due messages, and end
  deno task alerts test   send every receiver a test with the newest review

ALERTS names the file of the receivers (docs/alerts.md). \`deno task start\` sends
by itself after each publication.`;

/** Longest delay before the next round, in milliseconds. */
const LONGEST_WAIT_MS = 86_400_000;

function receivers(): readonly Receiver[] {
  const settings = readAlertSettings(environment);
  if (settings !== null) return settings;
  throw new UsageError("No receiver is set. ALERTS or a file beside the store names them; docs/alerts.md says how.");
}

const send: Subcommand = {
  help: `Send the due messages, and end.

  deno task alerts

  --check  send nothing; exit with 1 if a setting is wrong
  --due    log to standard output; used by the launcher
  --json   one object, for programs
  --help   this text

Exits with 1 if a receiver did not take its message. It is sent again after one
minute, then two, and so on up to six hours.`,
  options: { check: { type: "boolean" }, due: { type: "boolean" }, json: { type: "boolean" } },
  run: async (line) => {
    refuseArguments(line, "alerts");
    const settings = receivers();
    const configuration = readConfiguration(environment);
    const { kvPath, port, siteOn } = configuration;
    if (line.flag("check")) return 0;
    const site = siteOn(port);
    const { kv } = await openStore(kvPath);
    // Finishes a message that was begun: otherwise its delivery would be uncertain.
    onStopSignal(() => {});
    try {
      const rounds = await alertRound({ kv, receivers: settings, site, send: alertSender(site), now: Date.now });
      await writePlan({
        wait: Math.max(1000, Math.min(LONGEST_WAIT_MS, ...rounds.map(({ wait }) => wait))),
        folders: [],
      });
      if (!line.flag("due")) print(line.flag("json") ? JSON.stringify({ receivers: rounds }, null, 2) : textOf(rounds));
      else await logRounds(streamLog(configuration), rounds);
      return rounds.some(({ result }) => result === "failed") ? 1 : 0;
    } finally {
      kv.close();
    }
  },
};

function textOf(rounds: readonly ReceiverRound[]): string {
  return rounds.map(({ name, result, detail }) => `${result.padEnd(9)}  ${name}${detail === null ? "" : `: ${detail}`}`)
    .map(shownName).join("\n");
}

async function logRounds(log: Log, rounds: readonly ReceiverRound[]): Promise<void> {
  for (const { name, result, detail } of rounds) {
    // Subjects name authors, and the log contains no names.
    if (result === "sent") log.info("alert sent", { receiver: name });
    if (result === "failed") log.warn("alert failed", { receiver: name, reason: String(detail) });
    if (result === "uncertain") log.warn("alert uncertain", { receiver: name, reason: String(detail) });
  }
  await log.flush();
}

const test: Subcommand = {
  help: `Send every receiver a test with the newest review.

  deno task alerts test [NAME...]

  --json   a list with the name and the failure of each, for programs
  --help   this text`,
  options: { json: { type: "boolean" }, ...SENTENCES },
  run: (line) => {
    const all = receivers();
    const unknown = line.files.find((name) => !all.some((receiver) => receiver.name === name));
    if (unknown !== undefined) {
      throw new UsageError(
        `No receiver is called "${shownName(unknown)}"; known are ${all.map(({ name }) => name).join(", ")}.`,
      );
    }
    const { port, siteOn } = readConfiguration(environment);
    const site = siteOn(port);
    const wanted = all.filter(({ name }) => line.files.length === 0 || line.files.includes(name));
    return withHubStore(async (kv) => await printSent(sendTests(kv, wanted, site), line));
  },
};

/** Sends receivers a test with the newest review. */
async function* sendTests(kv: Store, receivers: readonly Receiver[], site: Site): ReturnType<typeof sendAll> {
  const published = await readPublishedFacts(kv, null, Date.now());
  const reviews = (published?.reviews ?? []).map((review) => ({ review, reasons: [sentence("a test")] }));
  const about = alertMessage({ reviews, notes: [sentence("This is a test.")], lasting: [] }, published, site);
  const { subject } = about;
  const message = { ...about, subject: messageLanguage(published).say(sentence("Test: {subject}", { subject })) };
  yield* sendAll(receivers, (receiver) => alertSender(site)(receiver, message, `test-${crypto.randomUUID()}`));
}

/** Prints who was sent something, by `--json` and `--sentences`. Resolves to 1 if a receiver did not take it, else 0. */
export async function printSent(
  results: ReturnType<typeof sendAll>,
  { flag }: Pick<CommandLine, "flag">,
): Promise<number> {
  if (flag("json")) {
    const all = await Array.fromAsync(results);
    print(jsonText(all, flag("sentences")));
    return all.some(({ failure }) => failure !== null) ? 1 : 0;
  }
  let code = 0;
  for await (const { name, failure } of results) {
    if (failure === null) print(`sent       ${name}`);
    else {
      printError(`failed     ${name}: ${failure}`);
      code = 1;
    }
  }
  return code;
}

/** Runs `deno task alerts`; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runSubcommand(args, HELP, { send, test }, "send");
}

if (import.meta.main) Deno.exit(await main(Deno.args));
