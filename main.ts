import { readCaFile } from "./cli/launch/ca_file.ts";
import { readConfiguration } from "./cli/service/configuration.ts";
import type { Listen } from "./cli/service/connections/listener.ts";
import { headWatch } from "./cli/service/head_watch.ts";
import { hubService } from "./cli/service/hub_service.ts";
import { createLog } from "./cli/service/log.ts";
import { mcpService } from "./cli/service/mcp_service.ts";
import { minuteCron } from "./cli/service/process/minute_cron.ts";
import { openStore } from "./cli/service/open_store.ts";
import { logContent, mayHoldSample, publishSample } from "./cli/service/sample/publish_sample.ts";
import { snapshotService } from "./cli/service/snapshot_service.ts";
import { storeWatch } from "./cli/service/store_watch.ts";
import { figuresWatch } from "./cli/service/telemetry/figures_watch.ts";
import { serveMetrics } from "./cli/service/telemetry/metrics_server.ts";
import { readiness } from "./cli/service/telemetry/readiness.ts";
import { type ServiceMetrics, serviceMetrics } from "./cli/service/telemetry/service_metrics.ts";
import { consoleLine, startTelemetry } from "./cli/service/telemetry/start_telemetry.ts";
import { countingErrors, tracingCalls } from "./cli/service/telemetry/watched_calls.ts";
import { type RunningService, serviceEntry } from "./cli/service/process/service_entry.ts";
import { stopOnSignal } from "./cli/service/process/stop_on_signal.ts";
import { trustedProxies } from "./cli/service/trusted_proxies.ts";
import { sourceReports } from "./cli/watch/source_reports.ts";
import { absoluteUrl, type TopicPath } from "./domain/site.ts";
import { createApp } from "./routes/app.ts";
import { logRequests } from "./routes/request/request_log.ts";
import { StoreTroubleError, troubleText } from "./domain/store/store_trouble.ts";

/**
 * Serves the published reviews until SIGTERM or SIGINT.
 *
 * @param listenOn Opens the listener that requests come from.
 */
async function start(listenOn: Listen): Promise<RunningService> {
  const {
    port,
    host,
    siteOn,
    kvPath,
    sampleData,
    logLevel,
    logFormat,
    connections,
    memoryLimit,
    metricsAddress,
    hub: configuration,
  } = readConfiguration(
    (name) => Deno.env.get(name),
  );
  const caCertificates = await readCaFile(configuration.caFile, Deno.env.get("DENO_CERT"));
  const telemetry = await startTelemetry((name) => Deno.env.get(name), true);
  const isSent = telemetry !== null && Deno.env.get("OTEL_DENO_CONSOLE") !== "ignore";
  const log = createLog({
    level: logLevel,
    format: logFormat ?? (Deno.stdout.isTerminal() ? "pretty" : "json"),
    write: (bytes) => Deno.stdout.write(bytes),
    now: () => new Date(),
    emit: isSent ? consoleLine : undefined,
  });
  const onError = (error: unknown) =>
    log.error("request failed", { reason: error instanceof Error ? error.stack ?? error.message : String(error) });

  void cronLost.then((reason) =>
    log.warn("no cron here: what becomes due while no process runs waits for the next start", { reason })
  );

  const isForSample = mayHoldSample(sampleData, kvPath);
  const { kv: opened, watched, health } = await openStore(kvPath, { isAwaited: true });
  const isAway = health.trouble?.fault === "silent";
  if (isForSample && !isAway) await publishSample(opened, sampleData);
  const counting = countingErrors((call, error) => metrics.storeError(call, error));
  const kv = watched(telemetry === null ? counting : tracingCalls(counting, telemetry.isTraced));

  const store = storeWatch(health, log, Date.now);
  const isTrustedProxy = trustedProxies(configuration.trustedProxies);
  const listener = await listenOn({ port, hostname: host, limits: connections, isTrustedProxy, log });
  const site = siteOn(listener.port);
  const loader = snapshotService(kv, site, log, memoryLimit, sampleData !== "never");
  const figures = figuresWatch(kv);
  const metrics: ServiceMetrics = serviceMetrics({
    snapshot: () => loader.current(),
    health,
    hubFigures: figures.last,
    openConnections: listener.connections,
    droppedLogLines: log.dropped,
    now: Date.now,
  });
  const representation = (path: TopicPath) => loader.current()?.documents[path] ?? null;
  const hub = hubService({
    kv,
    health,
    site,
    configuration,
    caCertificates,
    representation,
    log,
    onEvent: metrics.hubEvent,
  });
  const mcp = mcpService({ kv, site, snapshot: loader.current, onError });
  const watch = headWatch(loader, { publish: hub.publish, onChange: mcp.documentsChanged }, log, kv.onRowChange);
  const trouble = () => {
    const { trouble } = health;
    return trouble === null ? watch.trouble() : { since: trouble.since, reason: `${troubleText(trouble.fault)}.` };
  };
  const sources = sourceReports(kv);
  // The first question is answered as well.
  sources();
  const app = createApp({
    site,
    snapshot: loader.current,
    hub: hub.accept,
    isTrustedProxy,
    mcp: mcp.fetch,
    trouble,
    sources,
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
  const paths = app.routes.map(({ path }) => path.replace(/:(\w+)/g, "{$1}"));
  listener.answer(
    logRequests((request, info) => app.fetch(request, info), paths, (entry) => {
      metrics.request(entry);
      if (entry.path !== "unknown") telemetry?.nameRoute(entry.method, entry.path);
      log.info("request", entry);
    }),
  );
  telemetry?.exportMetrics(metrics.all, figures.look);
  const scraped = metricsAddress && serveMetrics(metricsAddress, metrics.all, figures.look, log);

  await watch.look();
  if (loader.current() === null && health.trouble?.fault === "damaged") throw new StoreTroubleError("damaged");
  watch.start();
  log.info(`serving ${absoluteUrl(site, "/")}`, {
    host: listener.hostname,
    port: listener.port,
    ...connections === null || listener.connections() === null ? {} : { connections: connections.total },
  });
  if (scraped !== null) log.info("serving metrics", { metrics_port: scraped.port });
  log.info(`documentation at ${absoluteUrl(site, "/docs")}`);
  logContent(log, loader.current());
  stopOnSignal(log, async () => {
    watch.stop();
    await mcp.stop();
    await Promise.all([listener.shutdown(), scraped?.shutdown(), hub.stop()]);
  }, () => {
    store.stop();
    kv.close();
  });
  const lateParts = store.writable().then(async () => {
    if (isAway) {
      if (isForSample) await publishSample(opened, sampleData);
      await watch.look();
      logContent(log, loader.current());
    }
    await Promise.all([hub.start(), mcp.start()]);
  });
  return {
    runDue: async () => {
      // Before its start the hub cannot be told of a change.
      await lateParts;
      await watch.look();
      await hub.runDue();
    },
    lateParts,
  };
}

const entry = serviceEntry(start, import.meta.main);

// Unconditionally and at the top level, where Deno Deploy finds it.
const cronLost = minuteCron(entry.runDue);

export default entry.served satisfies Deno.ServeDefaultExport;

if (import.meta.main) entry.runProgram(Deno.args);
