import type { Hub } from "../../websub/hub.ts";
import type { AcceptRequest } from "../../websub/request/hub_answer.ts";
import { type HubSurroundings, startHub } from "./start_hub.ts";

/** The hub of a running service. It starts after the service has begun to answer, as its client takes long to load. */
export interface HubService {
  /** Takes a subscription request; one that comes before the start waits for it. */
  readonly accept: AcceptRequest;
  /** Tells the hub what a snapshot changed; null before the start. */
  readonly publish: () => Hub["publish"] | null;
  readonly start: () => Promise<void>;
  /** Ends what is under way, if it has started. */
  readonly stop: () => Promise<void>;
}

/** Makes the hub of a service, not started yet. */
export function hubService(surroundings: HubSurroundings): HubService {
  const started = Promise.withResolvers<Hub>();
  let hub: Hub | null = null;
  return {
    accept: async (body, clientAddress) => (await started.promise).accept(body, clientAddress),
    publish: () => hub?.publish ?? null,
    start: async () => {
      hub = await startHub(surroundings);
      started.resolve(hub);
    },
    stop: async () => await hub?.stop(),
  };
}
