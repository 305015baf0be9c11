import { retriedStore } from "../../domain/store/watched_store.ts";
import { TextLineStream } from "../../tests/support/service/text_line_stream.ts";
import { benchHub } from "./bench_hub.ts";

/** What a process is told that shares a store with another. */
export interface SharingTask {
  /** File of the store. */
  readonly kvPath: string;
  /** Port of the subscriber, and for how many callbacks there this process makes subscriptions. */
  readonly port: number;
  readonly subscriptions: number;
  /** Changes that were published before. */
  readonly changes: number;
}

const HOSTS = 128;

/** Publishes a change for every line that it is sent, and says so when it is ready and when nothing is under way. */
async function main({ kvPath, port, subscriptions, changes }: SharingTask): Promise<void> {
  // The other process locks the file now and then.
  const kv = retriedStore(await Deno.openKv(kvPath));
  const { hub, subscribe, change } = await benchHub(kv, { plainHttp: true, isShared: true, changesBefore: changes });
  await subscribe("/reviews.json", subscriptions, (at) => `http://h${at % HOSTS}.subscriber.localhost:${port}`);
  const say = () => Deno.stdout.writeSync(new TextEncoder().encode("ready\n"));
  say();
  for await (const line of Deno.stdin.readable.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream())) {
    if (line === "change") await change("/reviews.json");
    else {
      await hub.idle();
      say();
    }
  }
  await hub.stop();
  kv.close();
}

if (import.meta.main) await main(JSON.parse(Deno.args[0] ?? ""));
