import { fileURLToPath } from "node:url";
import type { Processes } from "../processes.ts";

/** The ports of a subscriber in a process of its own; all are on 127.0.0.1. */
export interface SubscriberPorts {
  readonly http: number;
  readonly https: number;
  /** HTTP; answers a delivery after 30 ms, as a callback elsewhere does. */
  readonly distant: number;
  /** TLS; reads deliveries and never answers. */
  readonly hang: number;
  /** TLS; answers byte by byte. */
  readonly drip: number;
  /** Where it tells what came (see `arrivals`). */
  readonly report: number;
}

const SCRIPT = fileURLToPath(new URL("subscriber_server.ts", import.meta.url));

/** Certificate of the subscriber, for `*.subscriber.localhost`, and of the authority that signed it. */
export const TLS_FOLDER = fileURLToPath(new URL("../../tests/fixtures/tls", import.meta.url));

/** Starts a subscriber. */
export async function startSubscriber(processes: Processes): Promise<SubscriberPorts> {
  const args = ["run", "-q", "--no-prompt", "--allow-net=127.0.0.1", `--allow-read=${TLS_FOLDER}`, SCRIPT, TLS_FOLDER];
  const child = processes.start(Deno.execPath(), args, { stdout: "piped" });
  for await (const line of child.stdout.pipeThrough(new TextDecoderStream())) return JSON.parse(line);
  throw new Error("The subscriber ended before it listened.");
}
