import type { HistogramMetric, Labels, Metric } from "./metric.ts";

/** Media type of the text (Prometheus text format 0.0.4). */
export const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Writes metrics in the text format of Prometheus. */
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
