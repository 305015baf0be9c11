import ipaddr from "ipaddr.js";
import { mostExchanges } from "../websub/exchange/exchange_places.ts";
import type { Site } from "../domain/site.ts";
import {
  listenAddress,
  type MetricsAddress,
  numberOf,
  oneOf,
  readMetricsAddress,
  wrongValue,
} from "./configuration_value.ts";
import { type ConnectionLimits, readConnectionLimits } from "./connection_configuration.ts";
import { type HubConfiguration, readHubConfiguration } from "./hub_configuration.ts";
import { isDenoDeploy, kvLocation, type ReadVariable } from "./store/kv_location.ts";
import { KEPT_REVISIONS } from "../domain/dataset/history.ts";

const MOST_REVISIONS = 1000;

/** Severity of a log line. The service logs lines of its level and above. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** The configuration of the service from environment variables. */
export interface Configuration {
  readonly port: number;
  readonly host: string;
  /**
   * Returns the public address of the service.
   *
   * @param port Port of the listener; with `PORT=0` it is known only after binding.
   */
  readonly siteOn: (port: number) => Site;
  /** Argument of `Deno.openKv`; undefined for the app's own database on Deno Deploy. */
  readonly kvPath: string | undefined;
  /** Whether the fictional sample is served before the first import. */
  readonly servesSample: boolean;
  readonly logLevel: LogLevel;
  /** Null for `pretty` on a terminal and `json` elsewhere. */
  readonly logFormat: "pretty" | "json" | null;
  /** Null on Deno Deploy, which accepts the connections itself. */
  readonly connections: ConnectionLimits | null;
  readonly hub: HubConfiguration;
  /** Number of revisions that the store keeps, including the published one. */
  readonly keptRevisions: number;
  /** Available memory in bytes; null if unknown. */
  readonly memoryLimit: number | null;
  readonly metricsAddress: MetricsAddress | null;
  /** Key of IndexNow, served as `/{key}.txt`; null without. */
  readonly indexNowKey: string | null;
}

/**
 * Reads the configuration.
 *
 * @param variable Reads an environment variable.
 * @throws {ConfigurationError} For the first variable with an invalid value.
 */
export function readConfiguration(variable: ReadVariable): Configuration {
  const port = numberOf(variable, "PORT", 8000, 0, 65_535);
  const hub = readHubConfiguration(variable);
  const megabytes = numberOf(variable, "MEMORY_LIMIT", null, 1, 999_999_999);
  const baseUrl = variable("BASE_URL") ? origin(variable("BASE_URL") ?? "") : null;
  return {
    port,
    host: hostname(listenAddress(variable)),
    siteOn: (port) => ({ baseUrl: baseUrl ?? `http://localhost:${port}` }),
    kvPath: kvLocation(variable),
    servesSample: readSampleData(variable, baseUrl),
    logLevel: oneOf("LOG_LEVEL", variable("LOG_LEVEL") || "info", ["debug", "info", "warn", "error"]),
    memoryLimit: megabytes && megabytes * 1_000_000,
    keptRevisions: numberOf(variable, "KEPT_REVISIONS", KEPT_REVISIONS, 1, MOST_REVISIONS),
    logFormat: variable("LOG_FORMAT") ? oneOf("LOG_FORMAT", variable("LOG_FORMAT") ?? "", ["pretty", "json"]) : null,
    connections: isDenoDeploy(variable)
      ? null
      : readConnectionLimits(variable, mostExchanges(hub.settings.concurrency)),
    hub,
    metricsAddress: readMetricsAddress(variable),
    indexNowKey: readIndexNowKey(variable("INDEXNOW_KEY") || null),
  };
}

function readIndexNowKey(key: string | null): string | null {
  if (key === null || /^[a-zA-Z\d-]{8,128}$/.test(key)) return key;
  throw wrongValue("INDEXNOW_KEY", key, "8 to 128 of the characters a-z, A-Z, 0-9 and -");
}

function readSampleData(variable: ReadVariable, baseUrl: string | null): boolean {
  const value = variable("SAMPLE_DATA");
  if (value) return oneOf("SAMPLE_DATA", value, ["yes", "no"]) === "yes";
  return !isDenoDeploy(variable) && (baseUrl === null || isLocalOrigin(baseUrl));
}

/** True for an origin of this machine: `localhost`, a name under it, or a loopback or unspecified address. */
export function isLocalOrigin(origin: string): boolean {
  const host = new URL(origin).hostname.replace(/^\[|\]$|\.$/g, "");
  if (ipaddr.isValid(host)) return ["loopback", "unspecified"].includes(ipaddr.process(host).range());
  return /^(?:.*\.)?localhost$/.test(host);
}

function hostname(value: string): string {
  if (/^[A-Za-z0-9.:_-]{1,253}$/.test(value)) return value;
  throw wrongValue("HOST", value, "an address or host name of this machine, such as 0.0.0.0 or 127.0.0.1");
}

function origin(value: string): string {
  const { href } = URL.canParse(value) ? new URL(value) : { href: "" };
  if (!/^https?:\/\/(?:[a-z\d._-]+|\[[a-f\d:]+\])(?::\d+)?\/$/.test(href)) {
    const allowed = "an http or https URL without path, query and user, such as https://reviews.example";
    throw wrongValue("BASE_URL", value, allowed);
  }
  return href.slice(0, -1);
}
