import type { Representation } from "../../domain/documents/representation.ts";
import type { TopicPath } from "../../domain/site.ts";
import type { TraceParent } from "../../domain/tracing.ts";
import type { HubContext } from "../hub_context.ts";
import { isTopicDue } from "../store/topic_state.ts";
import { readTopic } from "../store/topic_store.ts";

/** A version of a topic that may be distributed. */
export interface TopicContent {
  readonly path: TopicPath;
  readonly version: number;
  readonly representation: Representation;
  /** The span that made the version; absent where that was not traced. */
  readonly traceParent?: TraceParent | undefined;
}

/** What may be sent of a topic now. */
export type CurrentContent =
  | ({ readonly kind: "ready" } & TopicContent)
  /** There is no version yet, or the newest waits for its quiet time. */
  | { readonly kind: "none" }
  /** Another process has published what this one has not loaded yet. */
  | { readonly kind: "not_in_step" };

/** Finds what may be sent of a topic: never the bytes of one version under the number of another. */
export async function currentContent(
  { kv, clock, representation, settings }: Pick<HubContext, "kv" | "clock" | "representation" | "settings">,
  path: TopicPath,
): Promise<CurrentContent> {
  const { value: state } = await readTopic(kv, path);
  const isDue = state !== null && isTopicDue(state, clock.now(), settings.debounceSeconds * 1000);
  if (!isDue) return { kind: "none" };
  const current = representation(path);
  if (current?.bodies.identity.entityTag !== state.entityTag) return { kind: "not_in_step" };
  return { kind: "ready", path, version: state.version, representation: current, traceParent: state.traceParent };
}
