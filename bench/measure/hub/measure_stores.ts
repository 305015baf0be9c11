import { fileURLToPath } from "node:url";
import { ACCESS_TOKEN, DENOKV, startDenokv } from "../../../tests/support/store/denokv.ts";
import { POSTGRES, startPostgres } from "../../../tests/support/store/postgres_server.ts";
import { TextLineStream } from "../../../tests/support/service/text_line_stream.ts";
import { WORKERS } from "../../hub/hub_process.ts";
import type { StoresReport, StoresTask, StoreWork } from "../../hub/stores_process.ts";
import { startSubscriber, type SubscriberPorts, TLS_FOLDER } from "../../hub/subscriber_process.ts";
import type { BenchContext } from "../bench_context.ts";
import { type BenchRow, plainRow, unmeasuredRow } from "../bench_row.ts";

const REVIEWS = 20_000;
const SUBSCRIBERS = 500;
const FAN_OUTS = [500, 10_000];
const DELAY_MS = 5;

const SCRIPT = fileURLToPath(new URL("../../hub/stores_process.ts", import.meta.url));
const PROXY = fileURLToPath(new URL("../../servers/delay_proxy.ts", import.meta.url));

/** Measures the same work on a file, on KV Connect and on PostgreSQL, beside it and behind a network of 5 ms. */
export async function measureStores(context: BenchContext): Promise<readonly BenchRow[]> {
  const folder = await Deno.makeTempDir({ dir: context.folder });
  const ports = await startSubscriber(context.processes);
  const file = await measureStore(context, folder, ports, { kind: "file", kvPath: `${folder}/file.kv` }, null);
  const rows = [...rowsOf("file", file)];
  if (DENOKV === null) rows.push(unmeasuredRow("KV Connect", "there is no denokv; cargo install denokv --locked"));
  if (POSTGRES === null) rows.push(unmeasuredRow("PostgreSQL", "it is missing; apt-get install postgresql"));
  for (const delay of [0, DELAY_MS]) {
    const distance = delay === 0 ? "" : `, ${delay} ms away`;
    if (DENOKV !== null) {
      await using denokv = await startDenokv(`${folder}/denokv${delay}.sqlite`);
      const store = { kind: "connect", kvPath: denokv.url } as const;
      rows.push(...rowsOf(`KV Connect${distance}`, await measureStore(context, folder, ports, store, delay)));
    }
    if (POSTGRES !== null) {
      await using postgres = await startPostgres();
      const store = { kind: "postgres", kvPath: postgres.url } as const;
      rows.push(...rowsOf(`PostgreSQL${distance}`, await measureStore(context, folder, ports, store, delay)));
    }
  }
  return rows;
}

/** @param delay Milliseconds that a proxy before the store adds to each round trip; null for no proxy. */
async function measureStore(
  { processes }: BenchContext,
  folder: string,
  ports: SubscriberPorts,
  { kind, kvPath }: Pick<StoresTask, "kind" | "kvPath">,
  delay: number | null,
): Promise<StoresReport> {
  const proxy = delay === null ? null : await startProxy(processes, new URL(kvPath).port, delay);
  const task: StoresTask = {
    kind,
    kvPath: proxy === null ? kvPath : kvPath.replace(`:${new URL(kvPath).port}`, `:${proxy.port}`),
    roundTripsAt: proxy === null ? null : `http://127.0.0.1:${proxy.counterPort}/`,
    ports,
    reviews: REVIEWS,
    subscribers: SUBSCRIBERS,
    fanOuts: FAN_OUTS,
  };
  const args = [
    "run",
    "-q",
    "--no-prompt",
    "--allow-net",
    "--allow-env",
    "--allow-sys",
    `--allow-read=${folder},${WORKERS}`,
    `--allow-write=${folder}`,
    SCRIPT,
    JSON.stringify(task),
  ];
  const env = { DENO_CERT: `${TLS_FOLDER}/ca.pem`, DENO_KV_ACCESS_TOKEN: ACCESS_TOKEN };
  const { code, stdout, stderr } = await processes.run(Deno.execPath(), args, { env });
  if (proxy !== null) await processes.stop(proxy.child);
  if (code !== 0) throw new Error(`${kind}: ${stderr.trim().split("\n")[0]}`);
  return JSON.parse(stdout);
}

async function startProxy(processes: BenchContext["processes"], port: string, delay: number) {
  const child = processes.start(
    Deno.execPath(),
    ["run", "-q", "--no-prompt", "--allow-net=127.0.0.1", PROXY, port, String(delay)],
    { stdout: "piped" },
  );
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream()).getReader();
  const ownPort = Number((await lines.read()).value);
  const counterPort = Number((await lines.read()).value);
  return { child, port: ownPort, counterPort };
}

function rowsOf(store: string, { publication, subscribing, fanOuts }: StoresReport): readonly BenchRow[] {
  return [
    rowOf(`${store}: publication of ${REVIEWS.toLocaleString("en")} reviews`, publication, false),
    rowOf(`${store}: ${SUBSCRIBERS} subscriptions, asked for and verified`, subscribing, true),
    ...fanOuts.map((work) => rowOf(`${store}: ${work.count.toLocaleString("en")} deliveries`, work, true)),
  ];
}

function rowOf(
  what: string,
  { count, seconds, commits, rows, reads, roundTrips }: StoreWork,
  isRate: boolean,
): BenchRow {
  const speed = isRate ? `${Math.round(count / seconds).toLocaleString("en")}/s` : `${seconds.toFixed(1)} s`;
  const trips = roundTrips === null ? "" : `, ${roundTrips.toLocaleString("en")} round trips`;
  const text = (number: number) => number.toLocaleString("en");
  return plainRow(what, `${speed}; ${text(commits)} commits, ${text(rows)} rows, ${text(reads)} reads${trips}`);
}
