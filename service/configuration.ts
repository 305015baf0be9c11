import ipaddr from "ipaddr.js";
import { mostExchanges } from "../websub/exchange/exchange_places.ts";
import type { Site } from "../domain/site.ts";
import {
  chosenWord,
  ConfigurationError,
  listenAddress,
  numberOf,
  readMetricsAddress,
  wordOf,
  wrongValue,
} from "./configuration_value.ts";
import { REPLACED_VARIABLES } from "./variables.ts";
import { readConnectionLimits } from "./connection_configuration.ts";
import { readHubConfiguration } from "./hub_configuration.ts";
import { isDenoDeploy, kvLocation, type ReadVariable } from "./store/kv_location.ts";

/** Severity of a log line. The service logs lines of its level and above. */
export type LogLevel = Configuration["logLevel"];

/** The configuration of the service from environment variables. */
export type Configuration = Readonly<ReturnType<typeof readConfiguration>>;

/**
 * Reads the configuration.
 *
 * @param variable Reads an environment variable.
 * @throws {ConfigurationError} For the first variable that is no longer read, or has an invalid value.
 */
export function readConfiguration(variable: ReadVariable) {
  const replaced = Object.entries(REPLACED_VARIABLES).find(([name]) => variable(name));
  if (replaced !== undefined) throw new ConfigurationError(`${replaced.join(" ")}.`);
  const port = numberOf(variable, "PORT");
  const hub = readHubConfiguration(variable);
  const megabytes = numberOf(variable, "MEMORY_LIMIT", null);
  const baseUrl = variable("BASE_URL") ? origin(variable("BASE_URL") ?? "") : null;
  const indexNowKey = readIndexNowKey(variable("INDEXNOW_KEY") || null);
  return {
    port,
    host: hostname(listenAddress(variable)),
    /**
     * Returns the public address of the service.
     *
     * @param port Port of the listener; with `PORT=0` it is known only after binding.
     */
    siteOn: (port: number): Site => ({ baseUrl: baseUrl ?? `http://localhost:${port}` }),
    /** Argument of `Deno.openKv`; undefined for the app's own database on Deno Deploy. */
    kvPath: kvLocation(variable),
    /** Whether the fictional sample is served before the first import. */
    servesSample: readSampleData(variable, baseUrl),
    logLevel: wordOf(variable, "LOG_LEVEL"),
    /** Null for `pretty` on a terminal and `json` elsewhere. */
    logFormat: chosenWord(variable, "LOG_FORMAT"),
    /** Null on Deno Deploy, which accepts the connections itself. */
    connections: isDenoDeploy(variable)
      ? null
      : readConnectionLimits(variable, mostExchanges(hub.settings.concurrency)),
    hub,
    /** Number of revisions that the store keeps, including the published one. */
    keptRevisions: numberOf(variable, "KEPT_REVISIONS"),
    /** Available memory in bytes; null if unknown. */
    memoryLimit: megabytes && megabytes * 1_000_000,
    metricsAddress: readMetricsAddress(variable),
    /** Key of IndexNow; null without. */
    indexNowKey,
    /** Texts that prove to other services whose site this is, by path. */
    proofs: {
      ...indexNowKey !== null && { [`/${indexNowKey}.txt`]: indexNowKey },
      ...readProof(variable, "OPENAI_APPS_CHALLENGE", "/.well-known/openai-apps-challenge"),
      ...readProof(variable, "MCP_REGISTRY_AUTH", "/.well-known/mcp-registry-auth"),
    },
  };
}

function readProof(variable: ReadVariable, name: string, path: string): Readonly<Record<string, string>> {
  const text = variable(name) || null;
  if (text === null) return {};
  if (/^[!-~](?:[ -~]{0,998}[!-~])?$/.test(text)) return { [path]: text };
  throw wrongValue(
    name,
    text,
    "1 to 1000 characters of ASCII, exactly as that service gave them, without white space around",
  );
}

function readIndexNowKey(key: string | null): string | null {
  if (key === null || /^[a-zA-Z\d-]{8,128}$/.test(key)) return key;
  throw wrongValue("INDEXNOW_KEY", key, "8 to 128 of the characters a-z, A-Z, 0-9 and -");
}

function readSampleData(variable: ReadVariable, baseUrl: string | null): boolean {
  const word = chosenWord(variable, "SAMPLE_DATA");
  if (word !== null) return word === "yes";
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

/**
 * Reads the origin of the owner's page. Browsers give passkeys to https alone, and to pages of the same machine.
 *
 * @throws {ConfigurationError} If it is another one.
 */
export function readAdminOrigin(value: string): string {
  const allowed = "https://HOST without a path, or http://localhost:PORT on this machine";
  const read = origin(value, "ADMIN_ORIGIN", allowed);
  if (read.startsWith("https:") || new URL(read).hostname === "localhost") return read;
  throw wrongValue("ADMIN_ORIGIN", value, allowed);
}

function origin(
  value: string,
  name = "BASE_URL",
  allowed = "an http or https URL without path, query and user, such as https://reviews.example",
): string {
  const { href } = URL.canParse(value) ? new URL(value) : { href: "" };
  if (!/^https?:\/\/(?:[a-z\d._-]+|\[[a-f\d:]+\])(?::\d+)?\/$/.test(href)) {
    throw wrongValue(name, value, allowed);
  }
  return href.slice(0, -1);
}
