import { collectGarbage } from "./domain/buffers.ts";
import { readLedger } from "./domain/dataset/ledger.ts";
import { type Configuration, readConfiguration } from "./service/configuration.ts";
import { readCaFile } from "./service/configuration_value.ts";
import { keepPort, type Listen, type Listener } from "./service/connections/listener.ts";
import { headWatch, snapshotService } from "./service/head_watch.ts";
import { degradedReason, readiness, storeWatch } from "./service/health.ts";
import { hubService, mcpService } from "./service/late_services.ts";
import { type Log, streamLog } from "./service/log.ts";
import { minuteCron, type RunningService, serviceEntry, stopOnSignal } from "./service/service_entry.ts";
import { noteNews } from "./cli/launch/due_programs.ts";
import { fileMark } from "./service/store/open_file.ts";
import { environment } from "./service/store/kv_location.ts";
import { type OpenedStore, openStore } from "./service/store/open_store.ts";
import { processLocks } from "./service/store/process_locks.ts";
import { serveMetrics } from "./service/telemetry/metrics_server.ts";
import { countingErrors, type ServiceMetrics, serviceMetrics } from "./service/telemetry/service_metrics.ts";
import { readSourceStates } from "./cli/watch/source_state.ts";
import type { Place } from "./domain/places.ts";
import type { Services } from "./routes/services.ts";
import { absoluteUrl } from "./domain/site.ts";
import { DOCUMENT_PLACES, snapshotFor } from "./domain/snapshot/snapshot.ts";
import { StoreTroubleError } from "./domain/store/store_trouble.ts";
import { addressIn } from "./outbound/public_address.ts";
import { createApp } from "./routes/app.ts";
import { logRequests } from "./routes/request/request_log.ts";
import { clientNetwork } from "./websub/request/client_network.ts";
import { figuresWatch, readHubFigures } from "./websub/hub_figures.ts";

async function start(listenOn: Listen): Promise<RunningService> {
  const configuration = readConfiguration(environment);
  const { connections, metricsAddress, port, host: hostname } = configuration;
  const caCertificates = await readCaFile(configuration.hub.caFile, environment("DENO_CERT"));
  const log = serviceLog(configuration);
  void cronLost.then((reason) =>
    log.warn("no cron here: due work waits for the next start while no process runs", { reason })
  );
  const opened = await openStore(configuration.kvPath, { isAwaited: true });
  const store = storeWatch(opened.health, log, Date.now);
  const isTrustedProxy = addressIn(configuration.hub.trustedProxies);
  const listener = await listenOn({ port, hostname, limits: connections, isTrustedProxy, log });
  const parts = serviceParts({ configuration, caCertificates, log, listener, opened });
  const { kv, site, loader, figures, metrics, hub, mcp, watch } = parts;
  const allowsLocalCallbacks = configuration.hub.settings.allowCidrs.length > 0;
  const given = { isTrustedProxy, allowsLocalCallbacks, proofs: configuration.proofs };
  answerRequests(application(parts, given), listener, log, metrics);
  const scraped = metricsAddress && serveMetrics(metricsAddress, metrics.all, figures.look, log);

  await watch.look();
  if (loader.current() === null && opened.health.trouble?.fault === "damaged") throw new StoreTroubleError("damaged");
  watch.start();
  log.info(`serving ${absoluteUrl(site, "/")}`, {
    host: listener.hostname,
    port: listener.port,
    ...connections === null || listener.connections() === null ? {} : { connections: connections.total },
  });
  if (scraped !== null) log.info("serving metrics", { metrics_port: scraped.port });
  log.info(`documentation at ${absoluteUrl(site, "/docs")}`);
  stopOnSignal(log, async () => {
    watch.stop();
    await Promise.all([listener.shutdown(), scraped?.shutdown(), hub.stop()]);
  }, () => {
    store.stop();
    kv.close();
  });
  const lateParts = store.writable().then(async () => {
    await Promise.all([hub.start(watch.look), mcp.load()]);
    // Only `deno task doctor` misses it.
    if (connections !== null) await keepPort(kv, listener.port).catch(() => {});
    // A start leaves 8 MB of garbage, which V8 would keep in an idle service.
    collectGarbage();
  });
  return {
    runDue: async () => {
      // The hub can publish a change only after its start.
      await lateParts;
      await watch.look();
      await hub.runDue();
    },
    lateParts,
  };
}

interface Surroundings {
  readonly configuration: Configuration;
  readonly caCertificates: readonly string[];
  readonly log: Log;
  readonly listener: Listener;
  readonly opened: OpenedStore;
}

function serviceParts({ configuration, caCertificates, log, listener, opened }: Surroundings) {
  const { watched, health } = opened;
  const kv = watched(countingErrors((call, error) => metrics.storeError(call, error)));
  const site = configuration.siteOn(listener.port);
  const { memoryLimit, servesSample } = configuration;
  const loader = snapshotService(kv, site, log, memoryLimit, servesSample);
  const snapshot = (place: Place) => {
    const current = loader.current();
    return current && snapshotFor(current, place);
  };
  const figures = figuresWatch(async () => {
    const [hub, sources] = await Promise.all([readHubFigures(kv, Date.now()), readSourceStates(kv)]);
    return { ...hub, sources };
  });
  const metrics: ServiceMetrics = serviceMetrics({
    snapshot: loader.current,
    health,
    hubFigures: figures.last,
    sources: () => figures.last()?.sources ?? null,
    openConnections: listener.connections,
    droppedLogLines: log.dropped,
    now: Date.now,
  });
  const hub = hubService({
    kv,
    health,
    site,
    configuration: configuration.hub,
    caCertificates,
    locks: processLocks(configuration.kvPath),
    representation: (path) => snapshot(DOCUMENT_PLACES[path])?.documents[path] ?? null,
    log,
    onEvent: metrics.hubEvent,
  });
  const onError = (error: unknown) =>
    log.error("request failed", { reason: error instanceof Error ? error.stack ?? error.message : String(error) });
  const mcp = mcpService({ site, snapshot: () => snapshot("api"), onError });
  const listeners = { publish: hub.publish, onChange: () => noteNews(environment) };
  const mark = () => fileMark(configuration.kvPath);
  const watch = headWatch(loader, listeners, log, kv.onRowChange, Date.now, mark);
  return { kv, health, site, loader, snapshot, figures, metrics, hub, mcp, watch, onError };
}

function application(
  parts: ReturnType<typeof serviceParts>,
  given: Pick<Services, "isTrustedProxy" | "allowsLocalCallbacks" | "proofs">,
) {
  const { kv, health, site, loader, snapshot, figures, hub, mcp, watch, onError } = parts;
  const trouble = () => degradedReason(health, watch.trouble);
  return createApp({
    site,
    snapshot,
    hub: hub.accept,
    ...given,
    clientNetwork,
    mcp: mcp.fetch,
    trouble,
    ledger: (page) => readLedger(kv, page),
    readiness: () =>
      readiness({
        snapshot: loader.current,
        trouble,
        isHubStarted: () => hub.publish() !== null,
        hubFigures: figures.look,
        lateCalls: hub.late,
        now: Date.now,
      }),
    onError,
  });
}

function serviceLog(configuration: Configuration): Log {
  const isSent = environment("OTEL_DENO") === "true" && environment("OTEL_DENO_CONSOLE") !== "ignore";
  // deno-lint-ignore no-console -- Deno sends the console as log records.
  return streamLog(configuration, Deno.stdout, isSent ? (level, line) => console[level](line) : undefined);
}

function answerRequests(
  app: ReturnType<typeof createApp>,
  listener: Listener,
  log: Log,
  metrics: ServiceMetrics,
): void {
  const paths = app.routes.map(({ path }) => path.replace(/:(\w+)/g, "{$1}"));
  listener.answer(
    logRequests((request, info) => app.fetch(request, info), paths, (entry) => {
      metrics.request(entry);
      log.info("request", entry);
    }),
  );
}

const entry = serviceEntry(start, import.meta.main);

// At the top level and unconditionally, where Deno Deploy finds crons.
const cronLost = minuteCron(entry.runDue);

export default entry.served satisfies Deno.ServeDefaultExport;

if (import.meta.main) entry.runProgram(Deno.args);
