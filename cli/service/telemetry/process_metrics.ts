import process from "node:process";
import type { GaugeMetric, Metric } from "./metric.ts";

/** What the process itself takes, under the names that Prometheus' own clients use. */
export function processMetrics(): readonly Metric[] {
  const startedAt = (Date.now() - performance.now()) / 1000;
  const gauge = (name: string, help: string, value: () => number): GaugeMetric => ({
    name,
    help,
    kind: "gauge",
    samples: () => [{ labels: {}, value: value() }],
  });
  return [
    gauge("process_resident_memory_bytes", "Memory of the process.", () => Deno.memoryUsage().rss),
    gauge("process_heap_bytes", "Heap of V8 that is in use.", () => Deno.memoryUsage().heapUsed),
    {
      name: "process_cpu_seconds_total",
      help: "Processor time of the process, user and system.",
      kind: "counter",
      samples: () => {
        const { user, system } = process.cpuUsage();
        return [{ labels: {}, value: (user + system) / 1_000_000 }];
      },
    },
    gauge("process_start_time_seconds", "When the process began, in seconds since 1970.", () => startedAt),
  ];
}
