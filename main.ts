import { OperatorError } from "./cli/command/operator_error.ts";
import { print, printError, writeAll } from "./cli/command/print.ts";
import { readConfiguration } from "./cli/service/configuration.ts";
import { ConfigurationError } from "./cli/service/configuration_value.ts";
import { readCaFile } from "./cli/service/hub_configuration.ts";
import { createLog } from "./cli/service/log.ts";
import { openStore } from "./cli/service/open_store.ts";
import { startHub } from "./cli/service/start_hub.ts";
import { stopOnSignal } from "./cli/service/stop_on_signal.ts";
import { trustedProxies } from "./cli/service/trusted_proxies.ts";
import { readHead } from "./domain/dataset/dataset_store.ts";
import { absoluteUrl, type TopicPath } from "./domain/site.ts";
import { buildInWorker } from "./domain/snapshot/build_in_worker.ts";
import { snapshotLoader } from "./domain/snapshot/snapshot_loader.ts";
import type { McpEndpoint } from "./mcp/protocol/endpoint.ts";
import { DOCUMENT_RESOURCES } from "./mcp/resources/document_resources.ts";
import { createApp } from "./routes/app.ts";
import { logRequests } from "./routes/request/request_log.ts";
import type { Hub } from "./websub/hub.ts";

// Subscribers are to have a change 300 ms after the head has moved, not counting the quiet time.
const LOOK_AT_HEAD_EVERY_MS = 100;
// Below this a worker takes longer to start than the snapshot to build.
const WORKER_FROM_REVIEWS = 3000;

const HELP = `Serve the published reviews until SIGTERM or SIGINT.

  deno task start

It takes no options. These variables of the environment configure it; README.md says what they mean:
PORT, HOST, BASE_URL, KV_PATH, LOG_LEVEL, LOG_FORMAT, TRUSTED_PROXIES, DELIVERY_DRIVER, WEBSUB_DEFAULT_LEASE_SECONDS,
WEBSUB_MIN_LEASE_SECONDS, WEBSUB_MAX_LEASE_SECONDS, WEBSUB_RETRY_SECONDS, WEBSUB_ATTEMPT_TIMEOUT_SECONDS,
WEBSUB_DEBOUNCE_SECONDS, WEBSUB_ALLOW_CIDRS, WEBSUB_CA_FILE, WEBSUB_CONCURRENCY, WEBSUB_CONCURRENCY_PER_HOST,
WEBSUB_REQUESTS_PER_MINUTE, WEBSUB_PENDING_PER_HOST, WEBSUB_PENDING, WEBSUB_SUBSCRIPTIONS_PER_HOST,
WEBSUB_SUBSCRIPTIONS.`;

/** Serves the published reviews until SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const { port, host, siteOn, kvPath, logLevel, logFormat, hub: configuration } = readConfiguration((name) =>
    Deno.env.get(name)
  );
  const caCertificates = await readCaFile(configuration.caFile);
  const log = createLog({
    level: logLevel,
    format: logFormat ?? (Deno.stdout.isTerminal() ? "pretty" : "json"),
    write: (bytes) => writeAll(Deno.stdout, bytes),
    now: () => new Date(),
  });
  const kv = await openStore(kvPath);
  if ((await readHead(kv)).value === null) await publishSample(kv);

  const server = listen(port, host, (request, info) => handler(request, info));
  const site = siteOn(server.addr.port);
  const build = buildInWorker(
    WORKER_FROM_REVIEWS,
    (error) => log.warn("no worker; requests wait while the snapshot is built", { reason: String(error) }),
  );
  const loader = snapshotLoader(kv, site, build, (snapshot) =>
    log.info("dataset loaded", {
      revision: snapshot.revision,
      reviews: snapshot.reviewCount,
      published_at: snapshot.publishedAt,
    }));
  const starting = Promise.withResolvers<Hub>();
  let hub: Hub | null = null;
  let published: string | null = null;
  async function refresh(): Promise<void> {
    await loader.refresh().catch((error) => log.error("dataset not loaded", { reason: String(error) }));
    const snapshot = loader.current();
    if (hub === null || snapshot === null || snapshot.revision === published) return;
    try {
      await hub.publish(snapshot);
      const isChange = published !== null;
      published = snapshot.revision;
      if (isChange) await tellListeners();
    } catch (error) {
      log.error("change not published", { reason: String(error) });
    }
  }

  const onError = (error: unknown) =>
    log.error("request failed", { reason: error instanceof Error ? error.stack ?? error.message : String(error) });
  let mcp: Promise<McpEndpoint> | null = null;
  // Its library takes as long to load as all the rest: the first answer does not wait for it.
  const startMcp = () =>
    mcp ??= import("./cli/service/start_mcp.ts").then((module) =>
      module.startMcp({ kv, site, snapshot: loader.current, onError })
    );
  async function tellListeners(): Promise<void> {
    const endpoint = await mcp;
    for (const { uri } of DOCUMENT_RESOURCES) endpoint?.resourceUpdated(uri);
  }
  const app = createApp({
    site,
    snapshot: loader.current,
    hub: async (body, clientAddress) => (await starting.promise).accept(body, clientAddress),
    isTrustedProxy: trustedProxies(configuration.trustedProxies),
    mcp: async (request) => (await startMcp()).fetch(request),
    onError,
  });
  const paths = app.routes.map(({ path }) => path.replace(/:(\w+)/g, "{$1}"));
  const handler = logRequests<Deno.ServeHandlerInfo>(
    (request, info) => app.fetch(request, info),
    paths,
    (entry) => log.info("request", entry),
  );
  await refresh();
  const representation = (path: TopicPath) => loader.current()?.documents[path] ?? null;
  const timer = setInterval(refresh, LOOK_AT_HEAD_EVERY_MS);
  log.info(`serving ${absoluteUrl(site, "/")}`, { host, port: server.addr.port });
  log.info(`documentation at ${absoluteUrl(site, "/docs")}`);
  if (loader.current()?.sample) {
    log.info(
      "this is fictional sample data; import your own reviews with: deno task import FILE --business business.json",
    );
  }

  stopOnSignal(log, async () => {
    clearInterval(timer);
    await (await mcp)?.close();
    await Promise.all([server.shutdown(), hub?.stop()]);
  }, () => kv.close());

  hub = await startHub({ kv, site, configuration, caCertificates, representation, log });
  starting.resolve(hub);
  await startMcp();
}

/** Only an empty store needs the analysis, and loading its word lists holds up the first answer. */
async function publishSample(kv: Deno.Kv): Promise<void> {
  const [{ publishDataset }, { sampleDataset }] = await Promise.all([
    import("./domain/dataset/publish_dataset.ts"),
    import("./domain/dataset/sample_dataset.ts"),
  ]);
  await publishDataset(kv, sampleDataset(), await readHead(kv), new Date());
}

function listen(port: number, hostname: string, handler: Deno.ServeHandler) {
  try {
    return Deno.serve({ port, hostname, onListen: () => {} }, handler);
  } catch (error) {
    const reason = error instanceof Deno.errors.AddrInUse
      ? "another process listens there"
      : error instanceof Deno.errors.PermissionDenied
      ? "this user may not listen there"
      : "this machine has no such address";
    throw new ConfigurationError(`Cannot listen on ${hostname} port ${port}: ${reason}. Set PORT or HOST to others.`);
  }
}

if (import.meta.main) {
  try {
    if (Deno.args.includes("--help")) {
      print(HELP);
      Deno.exit(0);
    }
    if (Deno.args.length > 0) {
      throw new ConfigurationError(
        `${JSON.stringify(Deno.args[0])} is not known; the service takes no options but --help.`,
      );
    }
    await main();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    printError(error.message);
    Deno.exit(1);
  }
}
