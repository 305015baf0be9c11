import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import type { RequestRecord } from "../../routes/request/request_log.ts";
import type { HubRecord } from "../../websub/hub_log.ts";
import type { HubFigures, TopicFigures } from "../../websub/hub_figures.ts";
import { countedElsewhere, counter, gauge, histogram, type Metric, type SampledMetric } from "./metric.ts";
import process from "node:process";
import { SERVICE } from "../../domain/service.ts";
import { type StoreHealth, StoreTroubleError } from "../../domain/store/store_trouble.ts";
import type { StoreCall, WatchCall } from "../../domain/store/watched_store.ts";

interface MetricSources {
  readonly snapshot: () => Snapshot | null;
  readonly health: Pick<StoreHealth, "trouble">;
  /** Figures read last; null before the first read, and while they cannot be read. */
  readonly hubFigures: () => HubFigures | null;
  /** Polled sources of reviews by name, with their failures in a row; null as the figures. */
  readonly sources: () => ReadonlyMap<string, { readonly failures: number }> | null;
  /** Null if unknown. */
  readonly openConnections: () => number | null;
  readonly droppedLogLines: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Metrics of the service, and the functions that count. */
export type ServiceMetrics = ReturnType<typeof serviceMetrics>;

const REQUEST_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1];
const EXCHANGE_BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const EXCHANGES: ReadonlySet<string> = new Set(["verification", "distribution", "denial"]);

/** Makes all metrics of the service. Labels never contain values that a client chose. */
export function serviceMetrics(sources: MetricSources) {
  const requests = requestMetrics();
  const exchanges = exchangeMetrics();
  const storeErrors = counter(
    { name: "reviews_store_errors_total", help: "Failed calls of the store; what was locked is tried again." },
    ["operation", "error"],
  );
  return {
    request: requests.count,
    hubEvent: exchanges.count,
    storeError: storeErrors.add,
    all: [
      ...datasetGauges(sources),
      ...requests.metrics,
      gauge("reviews_open_connections", "Connections of clients that are open.", sources.openConnections),
      ...hubGauges(sources),
      ...exchanges.metrics,
      gauge("reviews_source_failures", "Failed polls of a source in a row.", () => {
        const states = sources.sources();
        return states && [...states].map(([source, { failures }]) => ({ labels: { source }, value: failures }));
      }),
      gauge(
        "reviews_store_available",
        "Whether the store can be read and written: 1 or 0.",
        () => sources.health.trouble === null ? 1 : 0,
      ),
      storeErrors,
      countedElsewhere(
        "reviews_log_lines_dropped_total",
        "Lines of the log that nobody read in time.",
        sources.droppedLogLines,
      ),
      ...processMetrics(),
    ],
  };
}

/** Makes a watcher that counts failed calls of the store. */
export function countingErrors(count: (call: StoreCall, error: string) => void): WatchCall {
  return async (call, work) => {
    try {
      return await work();
    } catch (error) {
      // One of a few names: the message of an error may contain anything.
      const isLocked = /database is locked/.test(String(error));
      count(call, error instanceof StoreTroubleError ? error.fault : isLocked ? "locked_for_now" : "other");
      throw error;
    }
  };
}

function requestMetrics() {
  const requests = counter(
    { name: "reviews_http_requests_total", help: "Requests answered, by declared path and status." },
    ["route", "status"],
  );
  const seconds = histogram(
    { name: "reviews_http_request_duration_seconds", help: "Time until an answer was ready to be sent." },
    REQUEST_BOUNDS,
    ["route"],
  );
  return {
    metrics: [requests, seconds],
    count: ({ path, status, milliseconds }: RequestRecord) => {
      requests.add(path, String(status));
      seconds.add(milliseconds / 1000, path);
    },
  };
}

function exchangeMetrics() {
  const exchanges = counter(
    { name: "reviews_hub_exchanges_total", help: "Exchanges with callbacks, by kind and result." },
    ["kind", "result"],
  );
  const seconds = histogram(
    { name: "reviews_hub_exchange_duration_seconds", help: "Time that an exchange with a callback took." },
    EXCHANGE_BOUNDS,
    ["kind"],
  );
  const removals = counter(
    { name: "reviews_hub_removals_total", help: "Subscriptions that the hub has ended." },
    [],
  );
  return {
    metrics: [exchanges, seconds, removals],
    count: ({ event, result, milliseconds }: HubRecord) => {
      if (event === "removal") removals.add();
      if (!EXCHANGES.has(event)) return;
      exchanges.add(event, resultClass(String(result)));
      seconds.add(Number(milliseconds) / 1000, event);
    },
  };
}

function datasetGauges({ snapshot, now }: MetricSources): readonly SampledMetric[] {
  return [
    gauge("reviews_build_info", "Version of the service and of Deno; always 1.", () => [
      { labels: { version: SERVICE.version, deno: Deno.version.deno }, value: 1 },
    ]),
    gauge("reviews_dataset_info", "The revision that is served; always 1.", () => {
      const served = snapshot();
      return served === null ? null : [{ labels: { revision: served.revision }, value: 1 }];
    }),
    gauge(
      "reviews_dataset_age_seconds",
      "Time since the served revision was published; absent while nothing is imported.",
      () => {
        const publishedAt = snapshot()?.publishedAt ?? null;
        return publishedAt === null ? null : (now() - Date.parse(publishedAt)) / 1000;
      },
    ),
    gauge("reviews_dataset_reviews", "Reviews that are served.", () => snapshot()?.reviewCount ?? null),
  ];
}

function hubGauges({ hubFigures, now }: MetricSources): readonly SampledMetric[] {
  const age = (since: number | null) => since === null ? 0 : Math.max(0, now() - since) / 1000;
  const ofHub = (name: string, help: string, value: (figures: HubFigures) => number) =>
    gauge(`reviews_hub_${name}`, help, () => {
      const figures = hubFigures();
      return figures && value(figures);
    });
  const ofTopics = (name: string, help: string, value: (topic: TopicFigures) => number) =>
    gauge(
      `reviews_hub_${name}`,
      help,
      () => hubFigures()?.topics.map((topic) => ({ labels: { topic: topic.path }, value: value(topic) })) ?? null,
    );
  return [
    ofHub("subscriptions", "Subscriptions, expired ones included.", (it) => it.subscriptions),
    ofHub("pending_requests", "Requests that wait for verification.", (it) => it.pending),
    ofHub(
      "oldest_unverified_seconds",
      "How long the oldest request has waited for its first verification; 0 where none waits.",
      (it) => age(it.unverifiedSince),
    ),
    ofHub(
      "bytes_per_change",
      "What all subscriptions together are sent at one change of every topic.",
      (it) => it.bytesPerChange,
    ),
    ofHub(
      "failing_subscriptions",
      "Subscriptions that wait for a retry of their own; 1000 means that or more.",
      (it) => it.failing,
    ),
    ofTopics(
      "backlog",
      "Subscriptions that lack the newest version of a topic and do not wait for a retry.",
      (topic) => topic.backlog,
    ),
    ofTopics(
      "oldest_undelivered_seconds",
      "Age of the oldest change that one of the backlog lacks; 0 without a backlog.",
      (topic) => age(topic.undeliveredSince),
    ),
  ];
}

/** Returns `2xx` for 204: a callback may answer with any of a thousand. */
function resultClass(result: string): string {
  return /^\d/.test(result) ? `${result.charAt(0)}xx` : result;
}

/** Metrics under the names of the Prometheus client libraries. */
function processMetrics(): readonly Metric[] {
  const startedAt = (Date.now() - performance.now()) / 1000;
  return [
    gauge("process_resident_memory_bytes", "Memory of the process.", () => Deno.memoryUsage().rss),
    gauge("process_heap_bytes", "Heap of V8 that is in use.", () => Deno.memoryUsage().heapUsed),
    countedElsewhere("process_cpu_seconds_total", "Processor time of the process, user and system.", () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000_000;
    }),
    gauge("process_start_time_seconds", "When the process began, in seconds since 1970.", () => startedAt),
  ];
}
