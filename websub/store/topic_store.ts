import type { TopicPath } from "../../domain/site.ts";
import { topicKey } from "./hub_rows.ts";
import type { TopicState } from "./topic_state.ts";
import type { Store } from "../../domain/store/store.ts";

/** Reads the state of a topic. */
export function readTopic(kv: Store, path: TopicPath): Promise<Deno.KvEntryMaybe<TopicState>> {
  return kv.get<TopicState>(topicKey(path));
}
