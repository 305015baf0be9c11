import { SERVICE } from "../../domain/service.ts";
import { isBehindNetwork, kvLocation } from "../service/kv_location.ts";
import { availableMemory } from "../service/memory_need.ts";
import type { Launched } from "./launched.ts";
import { trustsByItself } from "./permissions.ts";

const MOST_DESCRIPTORS = 999_999_999;

/**
 * How many files and sockets this process and its children may have open, where the system tells (`proc(5)`). The
 * service may not look itself: Deno gives that file to none but processes that may do everything.
 */
function descriptorLimit(): number | null {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(Deno.readTextFileSync("/proc/self/limits")) ?? [];
    return limit === undefined ? null : Math.min(Number(limit), MOST_DESCRIPTORS);
  } catch {
    return null;
  }
}

/**
 * How the C library hands out memory, by its environment variables: what is freed in pieces of 32 KiB and more goes back
 * to the system at once. By itself it keeps such pieces, a third more than the service needs after a few imports.
 */
const FRUGAL_MALLOC = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "32768",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

/**
 * What is added to the environment of a program.
 *
 * @param variable Reads an environment variable.
 */
export function launchEnvironment(
  name: Launched,
  variable: (name: string) => string | undefined,
): Readonly<Record<string, string>> {
  const descriptors = variable("DESCRIPTOR_LIMIT") ? null : descriptorLimit();
  const memory = variable("MEMORY_LIMIT") ? null : availableMemory();
  return {
    ...FRUGAL_MALLOC,
    ...telemetryEnvironment(name, variable),
    ...memory === null ? {} : { MEMORY_LIMIT: String(Math.ceil(memory / 1_000_000)) },
    ...descriptors === null ? {} : { DESCRIPTOR_LIMIT: String(descriptors) },
    ...trustsByItself(variable) ? { DENO_CERT: variable("WEBSUB_CA_FILE") ?? "" } : {},
    ...variable("DENO_LOG") ? {} : logEnvironment(name, variable),
  };
}

/** Messages of Deno that are not for an operator. */
function logEnvironment(
  name: Launched,
  variable: (name: string) => string | undefined,
): Readonly<Record<string, string>> {
  const silenced = [
    // Its client of KV Connect prints a line for each of its endless tries; the service says once that the store is silent.
    ...isBehindNetwork(kvLocation(variable)) ? ["denokv_remote"] : [],
    // `deno run` recommends `deno serve` for main.ts, which is for both.
    ...name === "start" || name === "dev" ? ["ext:runtime"] : [],
  ];
  return silenced.length === 0 ? {} : { DENO_LOG: ["error", ...silenced.map((target) => `${target}=off`)].join() };
}

/** Whether the program is to use OpenTelemetry. */
export function isTraced(variable: (name: string) => string | undefined): boolean {
  return ["1", "true"].includes(variable("OTEL_DENO") ?? "");
}

/**
 * What Deno's own OpenTelemetry is told. The launcher and the program are two processes with metrics of the same names:
 * the program has an id of its own.
 */
function telemetryEnvironment(
  name: Launched,
  variable: (name: string) => string | undefined,
): Readonly<Record<string, string>> {
  if (!isTraced(variable)) return {};
  const attributes = variable("OTEL_RESOURCE_ATTRIBUTES") ?? "";
  const id = attributes.includes("service.instance.id=") ? [] : [`service.instance.id=${crypto.randomUUID()}`];
  return {
    // Deno takes no other word.
    OTEL_DENO: "true",
    // A command that ends has nothing that goes up and down.
    ...name === "start" || name === "dev" ? {} : { OTEL_DENO_METRICS: "false" },
    OTEL_SERVICE_NAME: variable("OTEL_SERVICE_NAME") || SERVICE.name,
    OTEL_RESOURCE_ATTRIBUTES: [...attributes === "" ? [] : [attributes], ...id].join(),
  };
}
