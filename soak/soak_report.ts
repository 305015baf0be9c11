import { type Fault, FAULTS, type Findings } from "./stage/findings.ts";
import type { MemoryBook, Sample } from "./judge/memory_book.ts";
import type { SoakOptions } from "./stage/soak_options.ts";

const MEMORY_ROWS = 20;

/** The report of a soak, as text. */
export function soakReport(
  findings: Findings,
  memory: MemoryBook,
  { minutes, driver, seed, without }: SoakOptions,
  leftOut: readonly string[],
): string {
  const faults = Object.entries(FAULTS).map(([kind, title]) => {
    const { count, texts } = findings.faults(kind as Fault);
    return `${title}: ${count === 0 ? "nothing" : count}${texts.map((text) => `\n  ${text}`).join("")}`;
  });
  const parts = [
    `Soak of ${minutes} minutes, ${driver} driver, seed ${seed}, ${findings.time()} in all`,
    ...without.size > 0 || leftOut.length > 0 ? [`Left out: ${[...without, ...leftOut].join(", ")}`] : [],
    faults.join("\n"),
    section(findings, "Imports and commands", ["import: ", "command: "]),
    section(findings, "Subscribers", ["sent: ", "delivery: "]),
    section(findings, "Answered", ["answered: "]),
    section(findings, "Refused", ["refused: "]),
    section(findings, "Without an answer, as the service was down or paused", ["excused: "]),
    section(findings, "Slowest", ["slowest: "]),
    section(findings, "Five seconds and slower", ["slow: "]),
    section(findings, "Health", ["health: "]),
    section(findings, "Attacks", ["process: ", "attack: ", "flood: ", "hostile: "]),
    section(findings, "Warnings and errors in the log", ["log: "]),
    memorySection(memory),
    findings.faultCount === 0 ? "Nothing was lost." : `${findings.faultCount} faults.`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function section(findings: Findings, title: string, prefixes: readonly string[]): string {
  const lines = prefixes.flatMap((prefix) =>
    findings.countsOf(prefix).map(([what, count]) => [prefixes.length > 1 ? prefix + what : what, count] as const)
  );
  if (lines.length === 0) return "";
  return [title, ...lines.map(([what, count]) => `  ${String(count).padStart(8)}  ${what}`)].join("\n");
}

function memorySection(memory: MemoryBook): string {
  const { samples } = memory;
  const trend = memory.trend();
  const [start] = samples;
  const end = samples.at(-1);
  if (trend === null || start === undefined || end === undefined) {
    return "Memory and open files: this system does not tell them (/proc)";
  }
  const step = Math.max(1, (end.at - start.at) / MEMORY_ROWS);
  const rows = Map.groupBy(samples, ({ at, service }) => `${Math.floor((at - start.at) / step)} ${service}`);
  const { service, minutes, least, most, first, last, slope } = trend;
  return [
    "Memory (MiB) and open files",
    "    minute  service  life  least   most  files",
    ...[...rows.values()].map((row) => memoryRow(row, start.at)),
    `The longest life is one of the ${service} service: ${minutes.toFixed(1)} minutes, ${least} to ${most} MiB, ` +
    `median of its first third ${first}, of its last ${last}, slope ${slope.toFixed(1)} MiB an hour.`,
  ].join("\n");
}

function memoryRow(samples: readonly Sample[], startedAt: number): string {
  const [first] = samples;
  const memory = samples.map((sample) => sample.memory);
  const cells = [
    (((first?.at ?? 0) - startedAt) / 60_000).toFixed(1).padStart(10),
    (first?.service ?? "").padStart(7),
    String(samples.at(-1)?.life ?? 0).padStart(4),
    String(Math.min(...memory)).padStart(5),
    String(Math.max(...memory)).padStart(5),
    String(Math.max(...samples.map(({ descriptors }) => descriptors))).padStart(5),
  ];
  return cells.join("  ");
}
