import { SERVICE } from "../../domain/service.ts";
import { isBehindNetwork, kvLocation, type ReadVariable, SETTINGS_VARIABLES } from "../../service/store/kv_location.ts";
import { availableMemory } from "../../service/memory_need.ts";
import { type ProgramName, PROGRAMS, trustsByItself } from "../programs.ts";

const MOST_DESCRIPTORS = 999_999_999;

/**
 * Limit of open files and sockets of this process and its children (`proc(5)`); null if unknown. The launcher reads it
 * because Deno allows that file only to processes with all permissions.
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
 * Settings of the C library's allocator: freed blocks of 32 KiB or more return to the system at once. By default it keeps
 * them, a third more than the service needs after a few imports.
 */
const FRUGAL_MALLOC = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "32768",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

/**
 * Returns the variables that are added to the environment of a program.
 *
 * @param variable Reads an environment variable.
 */
export function launchEnvironment(
  name: ProgramName,
  variable: ReadVariable,
): Readonly<Record<string, string>> {
  const descriptors = variable("DESCRIPTOR_LIMIT") ? null : descriptorLimit();
  const memory = variable("MEMORY_LIMIT") ? null : availableMemory();
  return {
    ...Object.fromEntries(SETTINGS_VARIABLES.flatMap((name) => variable(name) ? [[name, variable(name)]] : [])),
    ...FRUGAL_MALLOC,
    ...telemetryEnvironment(name, variable),
    ...memory === null ? {} : { MEMORY_LIMIT: String(Math.ceil(memory / 1_000_000)) },
    ...descriptors === null ? {} : { DESCRIPTOR_LIMIT: String(descriptors) },
    ...trustsByItself(variable) ? { DENO_CERT: variable("WEBSUB_CA_FILE") ?? "" } : {},
    ...variable("DENO_LOG") ? {} : logEnvironment(name, variable),
  };
}

function logEnvironment(
  name: ProgramName,
  variable: ReadVariable,
): Readonly<Record<string, string>> {
  const silenced = [
    // Deno's KV Connect client prints a line for each retry. The service logs a silent store once.
    ...isBehindNetwork(kvLocation(variable)) ? ["denokv_remote"] : [],
    // `deno run` recommends `deno serve` for main.ts, which supports both.
    ...PROGRAMS[name].isService ? ["ext:runtime"] : [],
  ];
  return silenced.length === 0 ? {} : { DENO_LOG: ["error", ...silenced.map((target) => `${target}=off`)].join() };
}

/**
 * True if the program sends Deno's telemetry. Only the service does: spans of the alerts would contain the URLs of
 * their receivers, which are secrets.
 */
export function sendsTelemetry(name: ProgramName, variable: ReadVariable): boolean {
  return Boolean(PROGRAMS[name].isService) && ["1", "true"].includes(variable("OTEL_DENO") ?? "");
}

function telemetryEnvironment(
  name: ProgramName,
  variable: ReadVariable,
): Readonly<Record<string, string>> {
  if (!sendsTelemetry(name, variable)) return { OTEL_DENO: "false" };
  const attributes = variable("OTEL_RESOURCE_ATTRIBUTES") ?? "";
  const id = attributes.includes("service.instance.id=") ? [] : [`service.instance.id=${crypto.randomUUID()}`];
  return {
    // Deno accepts only this word.
    OTEL_DENO: "true",
    OTEL_SERVICE_NAME: variable("OTEL_SERVICE_NAME") || SERVICE.name,
    OTEL_RESOURCE_ATTRIBUTES: [...attributes === "" ? [] : [attributes], ...id].join(),
  };
}
