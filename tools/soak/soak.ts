import { freePort, Processes } from "../bench/processes.ts";
import { print, printError } from "../../terminal/print.ts";
import { type CommandLine, runCommand } from "../../cli/command/run_command.ts";
import { AUTHORITY, serveSubscribers } from "./subscriber_server.ts";
import { ImportBook } from "./import_book.ts";
import { MemoryBook, soakReport } from "./soak_report.ts";
import { SubscriberBook } from "./subscriber_book.ts";
import { BASE_URL, BRIEF_LEASE_SECONDS } from "./subscriber_lane.ts";
import { runSoak } from "./run_soak.ts";
import { ShiftedClock, Timeline } from "./timeline.ts";
import { Findings } from "./findings.ts";
import { Service } from "./service.ts";
import { DEFAULT_HUB_SETTINGS, type HubSettings } from "../../websub/hub_settings.ts";
import { SmallDisk } from "../../tests/support/service/small_disk.ts";
import { HAZARDS, OPTIONS, readSoakOptions, type SoakOptions } from "./soak_stage.ts";

const HELP = `Attack the service from all sides at once, and find what is lost.

  deno task soak [options]

  --minutes N       duration of the attacks; 2 by default. Then everybody must
                    receive the last version
  --driver NAME     queue (the default) or sweep
  --seed N          chooses the attacks; 1 by default
  --reviews N       number of published reviews; 400 by default
  --without NAMES   leave out some of ${HAZARDS.slice(0, 6).join(", ")},
                    ${HAZARDS.slice(6).join(", ")}
  --report FILE     also write the report to a file
  --help            this text

Exit code 0: nothing was lost, doubled, unanswered or wrong.
CONTRIBUTING.md explains the report.`;

/** Maximum time for subscribing before the attacks and for waiting after them, in minutes. */
const BESIDE_MINUTES = 30;
const DISK_MEGABYTES = 400;
const MINUTE_MS = 60_000;

/** Runs a soak. Resolves to the exit code. */
async function soakCommand(line: CommandLine): Promise<number> {
  const options = readSoakOptions(line);
  const interruption = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => interruption.abort(new Error(`It was interrupted by ${signal}.`)));
  }
  const late = AbortSignal.timeout((options.minutes + BESIDE_MINUTES) * MINUTE_MS);
  const interrupted = AbortSignal.any([interruption.signal, late]);
  const report = await soak(options, interrupted);
  print(report.text);
  if (options.report !== null) await Deno.writeTextFile(options.report, `${report.text}\n`);
  return report.code;
}

async function soak(
  options: SoakOptions,
  interrupted: AbortSignal,
): Promise<{ readonly text: string; readonly code: number }> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "reviews-soak-" });
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const [findings, timeline] = [new Findings(printError, interrupted), new Timeline()];
  const leftOut: string[] = [];

  const disk = await smallDisk(options, folder, leftOut);
  if (disk !== null) stack.use(disk);
  if (Deno.build.os !== "linux" && !options.without.has("flood")) leftOut.push("flood (only on Linux)");
  // Created after the disk, and so disposed before the disk is unmounted.
  const processes = stack.use(new Processes());

  const clock = new ShiftedClock(`${folder}/clock`, timeline);
  await clock.set(0);
  const subscribers = new SubscriberBook(findings, timeline, clock);
  const environment = serviceEnvironment(disk?.folder ?? folder, options);
  const surroundings = { processes, findings, timeline, environment, clock, interrupted };
  const first = new Service("first", freePort(), surroundings);
  const second = new Service("second", freePort(), surroundings);
  using memory = new MemoryBook([first, second], findings);
  const stage = {
    ...surroundings,
    options,
    folder,
    disk,
    first,
    second,
    callback: await serveSubscribers((event) => subscribers.take(event)),
    subscribers,
    imports: new ImportBook(findings, timeline),
    over: interrupted,
    passed: () => 0,
  };
  const ended = Promise.withResolvers<void>();
  interrupted.addEventListener("abort", () => ended.resolve());
  const running = runSoak(stage).catch((error) => {
    findings.fault("died", `The soak itself failed: ${error instanceof Error ? error.stack : error}`);
  });
  await Promise.race([running, ended.promise]);
  if (interrupted.aborted) {
    printError(`The soak ended before its time: ${interrupted.reason}`);
  } else memory.judge();
  const text = soakReport(findings, memory, options, leftOut);
  return { text, code: interrupted.aborted || findings.faultCount > 0 ? 1 : 0 };
}

const { concurrency, concurrencyPerHost, lease } = DEFAULT_HUB_SETTINGS;
const USUAL_EXCHANGES = { concurrency, concurrencyPerHost };

/** Returns the environment of services and commands. */
function serviceEnvironment(storeFolder: string, { driver }: SoakOptions) {
  return {
    KV_PATH: `${storeFolder}/reviews.kv`,
    HOST: "127.0.0.1",
    BASE_URL,
    LOG_FORMAT: "json",
    DELIVERY_DRIVER: driver,
    WEBSUB_CA_FILE: AUTHORITY,
    WEBSUB_ALLOW_CIDRS: "127.0.0.0/8",
    WEBSUB_DEBOUNCE_SECONDS: "1",
    WEBSUB_RETRY_SECONDS: "1,3,1,6,1",
    WEBSUB_LIMITS: "none",
    OTHER_SETTINGS: JSON.stringify(
      { ...USUAL_EXCHANGES, restartSeconds: 5, lease: { ...lease, min: BRIEF_LEASE_SECONDS } } satisfies Partial<
        HubSettings
      >,
    ),
    NO_COLOR: "1",
  };
}

async function smallDisk({ without }: SoakOptions, folder: string, leftOut: string[]): Promise<SmallDisk | null> {
  if (without.has("disk")) return null;
  await Deno.mkdir(`${folder}/disk`);
  try {
    return await SmallDisk.mount(`${folder}/disk`, DISK_MEGABYTES);
  } catch (error) {
    leftOut.push(`disk (none can be mounted here: ${error instanceof Error ? error.message : error})`);
    return null;
  }
}

if (import.meta.main) Deno.exit(await runCommand(Deno.args, HELP, OPTIONS, soakCommand));
