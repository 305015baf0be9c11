import { StoreTroubleError } from "../../domain/store/store_trouble.ts";
import type { Hub } from "../../websub/hub.ts";
import type { AcceptRequest } from "../../websub/request/hub_answer.ts";
import type { HubSurroundings } from "./start_hub.ts";

/** The hub of a running service. Started after the server, as its HTTP client takes long to load. */
export interface HubService {
  /** Accepts a subscription request; before the start it waits. Rejects while nothing can be written. */
  readonly accept: AcceptRequest;
  /** The hub's `publish`; null before the start. */
  readonly publish: () => Hub["publish"] | null;
  readonly start: () => Promise<void>;
  /** The hub's `late`; null before the start as well. */
  readonly late: Hub["late"];
  /** Does what is due without waiting for a timer; before the start it waits. */
  readonly runDue: () => Promise<void>;
  /** Finishes the work in progress, if the hub has started. */
  readonly stop: () => Promise<void>;
}

/** Creates the hub of a service without starting it. */
export function hubService(surroundings: HubSurroundings): HubService {
  const started = Promise.withResolvers<Hub>();
  let hub: Hub | null = null;
  return {
    accept: async (body, clientAddress) => {
      const { trouble } = surroundings.health;
      if (trouble !== null) throw new StoreTroubleError(trouble.fault);
      return await (await started.promise).accept(body, clientAddress);
    },
    publish: () => hub?.publish ?? null,
    start: async () => {
      // Loaded on demand: its list of public suffixes takes 25 ms, and the server starts first.
      const { startHub } = await import("./start_hub.ts");
      hub = await startHub(surroundings);
      started.resolve(hub);
    },
    late: () => hub?.late() ?? null,
    runDue: async () => {
      const hub = await started.promise;
      // The host prints the stack of what a cron throws.
      await hub.runDue().catch((error) => {
        if (error instanceof StoreTroubleError) return;
        surroundings.log.error("websub work failed; it is tried again", { reason: String(error) });
      });
    },
    stop: async () => {
      await hub?.stop().catch((error) => {
        // What it would have written, the next start finds out by itself.
        if (!(error instanceof StoreTroubleError)) throw error;
      });
    },
  };
}
