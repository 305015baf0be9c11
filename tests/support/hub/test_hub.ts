import { encodedBody, type Representation } from "../../../domain/documents/representation.ts";
import { TOPIC_PATHS, topicLink, type TopicPath } from "../../../domain/site.ts";
import { subscriptionForm } from "../../../openapi/hub_operation.ts";
import { createHub, type HubParts } from "../../../websub/hub.ts";
import type { HubRecord } from "../../../websub/hub_log.ts";
import { DEFAULT_HUB_SETTINGS, type HubSettings } from "../../../websub/hub_settings.ts";
import type { OutboundAnswer, OutboundClient, OutboundRequest } from "../../../outbound/outbound_client.ts";
import type { Scheduler } from "../../../websub/schedule/scheduler.ts";
import { SweepScheduler } from "../../../websub/schedule/sweep_scheduler.ts";
import type { Subscription } from "../../../websub/store/subscription.ts";
import { topicSubscriptions } from "../../../websub/store/topic_store.ts";
import { FakeClock } from "../service/fake_clock.ts";
import { TEST_SITE } from "../service/test_app.ts";

const FORM = subscriptionForm(TEST_SITE, false);

/** Answers a request in place of a subscriber. */
export type Subscriber = (request: OutboundRequest) => OutboundAnswer | Promise<OutboundAnswer>;

/** Overrides of the defaults. */
export interface TestHubOptions {
  readonly kv?: Deno.Kv;
  readonly clock?: FakeClock;
  readonly subscriber?: Subscriber;
  /** Where callbacks are, if not all at one address. */
  readonly locate?: OutboundClient["locate"];
  readonly scheduler?: Scheduler;
  readonly settings?: Partial<HubSettings>;
  readonly parts?: Partial<HubParts>;
  /** A callback that has subscribed to `/feed.xml`. */
  readonly subscribed?: string;
  /** False: no topic has a first version yet. */
  readonly isPublished?: boolean;
}

/** A hub on an in-memory store with a fake clock, a fake subscriber and a constant random number. */
export type TestHub = Awaited<ReturnType<typeof testHub>>;

/** Answers of a subscriber. */
export const ANSWERS = {
  status: (status: number, retryAfter: string | null = null): OutboundAnswer => ({
    kind: "answered",
    status,
    retryAfter,
    body: null,
  }),
  network: { kind: "failed", failure: "network" } as OutboundAnswer,
  /** 200 with the challenge, if there is one. */
  echo: ({ target }: OutboundRequest): OutboundAnswer => ({
    kind: "answered",
    status: 200,
    retryAfter: null,
    body: new TextEncoder().encode(new URL(target, "https://a.example").searchParams.get("hub.challenge") ?? ""),
  }),
};

/** The hub with everything but the store replaced. */
export async function testHub(options: TestHubOptions = {}) {
  const kv = options.kv ?? await Deno.openKv(":memory:");
  const clock = options.clock ?? new FakeClock();
  const requests: OutboundRequest[] = [];
  const records: HubRecord[] = [];
  const errors: unknown[] = [];
  let subscriber = options.subscriber ?? ANSWERS.echo;
  let revision = 0;
  const contents = new Map<TopicPath, Representation>();
  const scheduler = options.scheduler ?? new SweepScheduler(kv, clock, null);
  const hub = createHub({
    kv,
    clock,
    settings: {
      ...DEFAULT_HUB_SETTINGS,
      requestsPerMinute: 0,
      callsPerDestination: { perSecond: 0, perHour: 0 },
      ...options.settings,
    },
    scheduler,
    client: {
      exchange: async (request) => {
        requests.push(request);
        return await subscriber(request);
      },
      locate: options.locate ??
        (() => Promise.resolve({ kind: "located", addresses: [{ address: "203.0.113.1", family: 4 }] })),
      close: () => Promise.resolve(),
    },
    site: TEST_SITE,
    representation: (path) => contents.get(path) ?? null,
    random: () => 0,
    record: (record) => void records.push(record),
    onError: (error) => void errors.push(error),
    ...options.parts,
  });
  hub.start();

  /** Runs all due jobs, and those they create. */
  async function settle(): Promise<void> {
    do {
      await scheduler.runDue();
      await hub.idle();
    } while (await nextJobAt(kv) <= clock.now());
  }
  /** Publishes new content for some topics without running jobs. */
  async function change(text: string, paths: readonly TopicPath[] = TOPIC_PATHS): Promise<void> {
    for (const path of TOPIC_PATHS) {
      if (contents.has(path) && !paths.includes(path)) continue;
      const bytes = new TextEncoder().encode(`${path} ${text}`);
      contents.set(path, {
        contentType: path === "/feed.xml" ? "application/atom+xml" : "application/json",
        bodies: { identity: encodedBody(bytes) },
        lastModified: null,
        link: topicLink(TEST_SITE, path),
      });
    }
    await kv.set(["dataset", "head"], { revision: String(++revision) });
    const documents = Object.fromEntries([...contents, ["/insights.json", contents.get("/reviews.json")]]);
    await hub.publish({ revision: String(revision), documents: documents as never });
  }
  /** The same, and runs the jobs that are due. */
  async function publish(text: string, paths?: readonly TopicPath[]): Promise<void> {
    await change(text, paths);
    await settle();
  }
  /** Sends a request for `/feed.xml` to the hub, unless `more` names another topic. */
  function ask(mode: string, callback: string, more: Readonly<Record<string, string>> = {}, client = "192.0.2.1") {
    const topic = `${TEST_SITE.baseUrl}/feed.xml`;
    const form = { "hub.mode": mode, "hub.callback": callback, "hub.topic": topic, ...more };
    return hub.accept(FORM.parse(form), client);
  }
  if (options.isPublished !== false) await publish("first");
  const test = {
    hub,
    kv,
    clock,
    requests,
    records,
    errors,
    /** Replaces the subscriber. */
    answer: (next: Subscriber) => void (subscriber = next),
    /** The delivery requests so far. */
    deliveries: () => requests.filter(({ method }) => method === "POST"),
    /** The body of the last request, as text. */
    lastBody: () => new TextDecoder().decode(requests.at(-1)?.body),
    ask,
    /** The same, and runs the jobs that are due; resolves to the kind of the answer. */
    send: async (mode: string, callback: string, more?: Readonly<Record<string, string>>) => {
      const { kind } = await ask(mode, callback, more);
      await settle();
      return kind;
    },
    change,
    publish,
    settle,
    /** Advances the clock, job by job. */
    pass: async (milliseconds: number) => {
      const end = clock.now() + milliseconds;
      for (let at = await nextJobAt(kv); at <= end; at = await nextJobAt(kv)) {
        clock.set(at);
        await settle();
      }
      clock.set(end);
    },
    subscriptions: async (): Promise<readonly Subscription[]> => {
      const rows = TOPIC_PATHS.map((path) => Array.fromAsync(topicSubscriptions(kv, path), ({ value }) => value));
      return (await Promise.all(rows)).flat();
    },
    [Symbol.asyncDispose]: async () => {
      await hub.stop();
      if (options.kv === undefined) kv.close();
    },
  };
  if (options.subscribed !== undefined) await test.send("subscribe", options.subscribed);
  return test;
}

/** Resolves when a condition holds. Work that is under way changes it. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!await holds()) await new Promise((go) => setTimeout(go, 0));
}

async function nextJobAt(kv: Deno.Kv): Promise<number> {
  for await (const { key } of kv.list({ prefix: ["job"] }, { limit: 1 })) return Number(key[1]);
  return Infinity;
}
