import { fileURLToPath } from "node:url";
import { TextLineStream } from "../../../tests/support/service/text_line_stream.ts";
import { arrivals } from "../../hub/arrivals.ts";
import { WORKERS } from "../../hub/hub_process.ts";
import type { SharingTask } from "../../hub/sharing_process.ts";
import { startSubscriber } from "../../hub/subscriber_process.ts";
import type { BenchContext } from "../bench_context.ts";
import { type BenchRow, ratioRow } from "../bench_row.ts";
import { median } from "../median.ts";

const SUBSCRIPTIONS = 10_000;
// Each answer takes its time. So many that a process leaves shards to others.
const SUBSCRIPTIONS_ELSEWHERE = 4000;
const GOAL_RATIO = 1.6;

/** A process with a hub that shares the store. */
interface Sharer {
  readonly change: () => Promise<void>;
  /** Resolves when nothing is under way in it. */
  readonly idle: () => Promise<void>;
  /** Stops it. */
  readonly end: () => Promise<void>;
}

/**
 * Measures two processes on one store beside one: with callbacks that take no time, where the cores are what there is to
 * share, and with callbacks that are elsewhere, where a process mostly waits.
 */
export async function measureSharing(context: BenchContext): Promise<readonly BenchRow[]> {
  const ports = await startSubscriber(context.processes);
  const whatOf = (count: number) => `fan-out, HTTP, ${count.toLocaleString("en")} subscriptions, two processes`;
  const near = { subscriptions: SUBSCRIPTIONS, port: ports.http };
  const elsewhere = { subscriptions: SUBSCRIPTIONS_ELSEWHERE, port: ports.distant };
  return [
    await measureCallbacks(context, whatOf(SUBSCRIPTIONS), near, ports.report),
    await measureCallbacks(context, `${whatOf(SUBSCRIPTIONS_ELSEWHERE)}, answers after 30 ms`, elsewhere, ports.report),
  ];
}

async function measureCallbacks(
  context: BenchContext,
  what: string,
  callbacks: Pick<SharingTask, "subscriptions" | "port">,
  report: number,
): Promise<BenchRow> {
  const { rounds } = context;
  const { subscriptions } = callbacks;
  const folder = await Deno.makeTempDir({ dir: context.folder });
  const task = { kvPath: `${folder}/hub.kv`, ...callbacks };
  const sharers = [await startSharer(context, folder, { ...task, changes: 0 })];
  async function round(): Promise<number> {
    const start = Date.now();
    await Promise.all(sharers.map(({ change }) => change()));
    const times = await arrivals(report, subscriptions);
    if (times.length !== subscriptions) throw new Error(`${times.length} deliveries came, not ${subscriptions}.`);
    await Promise.all(sharers.map(({ idle }) => idle()));
    return subscriptions / (Math.max(...times) - start) * 1000;
  }
  // What is compiled on its way would count for the first.
  await round();
  const alone: number[] = [];
  for (let number = 0; number < rounds; number++) alone.push(await round());
  sharers.push(await startSharer(context, folder, { ...task, subscriptions: 0, changes: rounds + 1 }));
  await round();
  const together: number[] = [];
  for (let number = 0; number < rounds; number++) together.push(await round());
  await Promise.all(sharers.map(({ end }) => end()));
  return ratioRow(what, median(together), median(alone), "one process", GOAL_RATIO);
}

async function startSharer({ processes }: BenchContext, folder: string, task: SharingTask): Promise<Sharer> {
  const script = fileURLToPath(new URL("../../hub/sharing_process.ts", import.meta.url));
  const child = processes.start(Deno.execPath(), [
    "run",
    "-q",
    "--no-prompt",
    "--allow-net",
    "--allow-env=JEST_WORKER_ID,UNDICI_NO_WASM_SIMD",
    `--allow-read=${folder},${WORKERS}`,
    `--allow-write=${folder}`,
    script,
    JSON.stringify(task),
  ], { stdin: "piped", stdout: "piped" });
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream()).getReader();
  const writer = child.stdin.getWriter();
  const send = (line: string) => writer.write(new TextEncoder().encode(`${line}\n`));
  await lines.read();
  return {
    change: () => send("change"),
    idle: async () => {
      await send("idle");
      await lines.read();
    },
    end: async () => {
      await writer.close();
      await child.status;
    },
  };
}
