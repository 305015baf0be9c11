import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import type { Store } from "../../domain/store/store.ts";
import type { HubContext } from "../hub_context.ts";
import { HOSTS_AT_ADDRESS } from "../hub_settings.ts";
import type { CallbackUrl } from "../request/callback_url.ts";
import {
  countKey,
  countNamedRows,
  pendingKey,
  type Row,
  type RowCount,
  subscriptionKey,
  topicCountKey,
  topicKey,
} from "../store/hub_rows.ts";
import type { PendingRequest, Subscription } from "../store/subscription.ts";
import type { TopicState } from "../store/topic_state.ts";

/** Rows and limits that decide about a request. */
export interface RequestRows {
  readonly pending: Row<PendingRequest>;
  readonly subscription: Row<Subscription>;
  readonly topic: Row<TopicState>;
  /** Reason why there is no room for another pending request or subscription; null if there is room. */
  readonly full: Readonly<Record<RowCount, string | null>>;
}

interface RequestParties {
  readonly callback: CallbackUrl;
  readonly network?: string;
  readonly address?: string;
}

type Count = Deno.KvU64;
type Rows = [PendingRequest, Subscription, TopicState, Count, Count, ...Count[]];

const MEGABYTE = 1_000_000;

/** Reads the rows of a request in parallel: seven round trips would make all other requests wait. */
export async function readRequestRows(
  { kv, settings, representation }: Pick<HubContext, "kv" | "settings" | "representation">,
  path: TopicPath,
  id: string,
  { callback: { host, domain }, network = "", address = "" }: RequestParties,
): Promise<RequestRows> {
  const keys = [
    pendingKey(id),
    subscriptionKey(path, id),
    topicKey(path),
    countKey("pending"),
    countKey("subscription"),
    ...TOPIC_PATHS.map(topicCountKey),
  ] as const;
  const names = [...new Set([host, domain])];
  const atAddress = address === "" ? 0 : settings.subscriptionsPerHost * HOSTS_AT_ADDRESS;
  const [
    [pending, subscription, topic, requests, subscriptions, ...topics],
    ofNetwork,
    ofAddress,
    waitingOfName,
    liveOfName,
  ] = await Promise.all([
    kv.getMany<Rows>(keys),
    network === "" ? 0 : countNamedRows(kv, "pending", network, Math.ceil(Math.sqrt(settings.pending))),
    countNamedRows(kv, "subscription", address, atAddress),
    fullName(kv, "pending", names, settings.pendingPerHost),
    fullName(kv, "subscription", names, settings.subscriptionsPerHost),
  ]);
  const size = (topic: TopicPath) => representation(topic)?.bodies.identity.bytes.length ?? 0;
  const counts = topics.map(({ value }) => Number(value ?? 0));
  const bytes = TOPIC_PATHS.reduce((sum, topic, at) => sum + (counts[at] ?? 0) * size(topic), size(path));
  const { pending: mostPending, subscriptions: most, megabytesPerChange } = settings;
  const waiting = Number(requests.value ?? 0);
  const pendingLimits: readonly Limit[] = [
    [isReached(mostPending, waiting), `${mostPending} requests wait for verification, which is the limit`],
    [
      // A network with n waiting requests gets another place while less than 1/(n + 1) of all places is taken. So it
      // never has more than the square root of all.
      isReached(mostPending, waiting * (ofNetwork + 1)),
      `${ofNetwork} ${ofNetwork === 1 ? "request of your network waits" : "requests of your network wait"} for ` +
      `verification, which is the limit while ${waiting} of ${mostPending} places are taken`,
    ],
  ];
  const subscriptionLimits: readonly Limit[] = [
    [isReached(most, subscriptions.value), `This hub has reached its limit of ${most} subscriptions`],
    [
      isReached(atAddress, ofAddress),
      `The address of ${host} has reached its limit of ${atAddress} subscriptions`,
    ],
    [
      megabytesPerChange > 0 && bytes > megabytesPerChange * MEGABYTE,
      `With one more subscription a change would send ${Math.ceil(bytes / MEGABYTE)} MB to all subscribers together, ` +
      `and the limit is ${megabytesPerChange} MB`,
    ],
  ];
  const reached = (limits: readonly Limit[]) => limits.find(([isReached]) => isReached)?.[1] ?? null;
  return {
    pending,
    subscription,
    topic,
    full: {
      pending: reached(pendingLimits) ?? waitingOfName,
      subscription: reached(subscriptionLimits) ?? liveOfName,
    },
  };
}

async function fullName(kv: Store, kind: RowCount, names: readonly string[], limit: number): Promise<string | null> {
  const counts = await Promise.all(names.map((name) => countNamedRows(kv, kind, name, limit)));
  const full = names.find((_, at) => isReached(limit, counts[at] ?? 0));
  return full === undefined ? null : `${full} has reached its limit of ${limit} ${NOUNS[kind]}`;
}

type Limit = readonly [isReached: boolean, reason: string];

const NOUNS = { pending: "requests that wait for verification", subscription: "subscriptions" };

function isReached(limit: number, count: Count | number | null): boolean {
  return limit > 0 && Number(count ?? 0) >= limit;
}
