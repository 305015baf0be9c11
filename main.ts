import { ConfigurationError, readConfiguration } from "./cli/configuration.ts";
import { createLog } from "./cli/log.ts";
import { openStore, StoreError } from "./cli/open_store.ts";
import { print, printError, writeAll } from "./cli/print.ts";
import { buildInWorker } from "./domain/build_in_worker.ts";
import { readHead } from "./domain/dataset_store.ts";
import { publishDataset } from "./domain/publish_dataset.ts";
import { sampleDataset } from "./domain/sample_dataset.ts";
import { absoluteUrl } from "./domain/site.ts";
import { snapshotLoader } from "./domain/snapshot_loader.ts";
import { createApp } from "./routes/app.ts";
import { logged } from "./routes/logged.ts";

// A change is to be served within two seconds, and building the snapshot needs most of them.
const LOOK_AT_HEAD_EVERY_MS = 250;
// Below this a worker takes longer to start than the snapshot to build.
const WORKER_FROM_REVIEWS = 3000;
const DRAIN_MS = 5000;

const HELP = `Serve the published reviews until SIGTERM or SIGINT.

  deno task start

It takes no options. These variables of the environment configure it; README.md says what they mean:
PORT, HOST, BASE_URL, KV_PATH, LOG_LEVEL, LOG_FORMAT.`;

/** Serves the published reviews until SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const { port, host, siteOn, kvPath, logLevel, logFormat } = readConfiguration((name) => Deno.env.get(name));
  const log = createLog({
    level: logLevel,
    format: logFormat ?? (Deno.stdout.isTerminal() ? "pretty" : "json"),
    write: (bytes) => writeAll(Deno.stdout, bytes),
    now: () => new Date(),
  });
  const kv = await openStore(kvPath);
  if ((await readHead(kv)).value === null) await publishDataset(kv, sampleDataset(), await readHead(kv), new Date());

  const server = listen(port, host, (request) => handler(request));
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
  const refresh = () => loader.refresh().catch((error) => log.error("dataset not loaded", { reason: String(error) }));

  const app = createApp({
    site,
    snapshot: loader.current,
    onError: (error) =>
      log.error("request failed", { reason: error instanceof Error ? error.stack ?? error.message : String(error) }),
  });
  const paths = app.routes.map(({ path }) => path.replace(/:(\w+)/g, "{$1}"));
  const handler = logged(
    (request) => app.fetch(request),
    paths,
    (entry) => log.info("request", entry),
  );
  await refresh();
  const timer = setInterval(refresh, LOOK_AT_HEAD_EVERY_MS);
  log.info(`serving ${absoluteUrl(site, "/")}`, { host, port: server.addr.port });
  log.info(`documentation at ${absoluteUrl(site, "/docs")}`);
  if (loader.current()?.sample) {
    log.info(
      "this is fictional sample data; import your own reviews with: deno task import FILE --business business.json",
    );
  }

  let stopping = false;
  async function stop(signal: string): Promise<void> {
    // A signal to the whole process group arrives twice: the task passes it on.
    if (stopping) return;
    stopping = true;
    clearInterval(timer);
    log.info("stopping", { signal });
    const drained = server.shutdown().then(() => true);
    const tooLate = new Promise<false>((resolve) => setTimeout(() => resolve(false), DRAIN_MS));
    if (!await Promise.race([drained, tooLate])) {
      log.warn("some answers were cut off", { after_milliseconds: DRAIN_MS });
    }
    kv.close();
    log.info("stopped");
    log.flush();
    Deno.exit(0);
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    Deno.addSignalListener(signal, () => void stop(signal));
  }
}

function listen(port: number, hostname: string, handler: (request: Request) => Response | Promise<Response>) {
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
    if (!(error instanceof ConfigurationError || error instanceof StoreError)) throw error;
    printError(error.message);
    Deno.exit(1);
  }
}
