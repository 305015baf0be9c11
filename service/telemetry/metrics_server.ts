import { type MetricsAddress, wrongValue } from "../configuration_value.ts";
import { keepServing, plainServer, type ServedPort } from "../connections/listener.ts";
import type { Log } from "../log.ts";
import type { HistogramMetric, Labels, Metric } from "./metric.ts";

/**
 * Serves GET `/metrics` on a separate, non-public address.
 *
 * @param prepare Refreshes the sources of the metrics. The metrics show if it fails.
 * @throws {ConfigurationError} If the address cannot be used.
 */
export function serveMetrics(
  { hostname, port }: MetricsAddress,
  metrics: readonly Metric[],
  prepare: () => Promise<unknown>,
  log: Log,
): ServedPort {
  async function answer(request: Request): Promise<Response> {
    if (new URL(request.url).pathname !== "/metrics") return new Response("Only /metrics is here.\n", { status: 404 });
    if (request.method !== "GET" && request.method !== "HEAD") {
      return new Response("Only GET is possible here.\n", { status: 405, headers: { allow: "GET, HEAD" } });
    }
    await prepare().catch(() => {});
    const headers = { "content-type": PROMETHEUS_TYPE, "cache-control": "no-store" };
    return new Response(request.method === "HEAD" ? null : prometheusText(metrics), { headers });
  }
  try {
    return keepServing(port, plainServer(hostname, answer), log);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw wrongValue("METRICS_ADDR", `${hostname}:${port}`, "an address of this machine where nobody else listens");
  }
}

const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Formats metrics in the Prometheus text format. */
export function prometheusText(metrics: readonly Metric[]): string {
  return metrics.map((metric) => {
    const { name, help, kind } = metric;
    const lines = kind === "histogram"
      ? histogramLines(metric)
      : metric.samples().map(({ labels, value }) => line(name, labels, value));
    return [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} ${kind}`, ...lines].join("\n") + "\n";
  }).join("");
}

function histogramLines({ name, bounds, series }: HistogramMetric): readonly string[] {
  return series().flatMap(({ labels, counts, sum }) => {
    let total = 0;
    const buckets = counts.map((count, at) => {
      total += count;
      return line(`${name}_bucket`, { ...labels, le: String(bounds[at] ?? "+Inf") }, total);
    });
    return [...buckets, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, total)];
  });
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text).replaceAll('"', '\\"')}"`);
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${shown(value)}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

function shown(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
}
