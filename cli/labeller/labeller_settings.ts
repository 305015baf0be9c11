import ipaddr from "ipaddr.js";
import type { LabellerIdentity } from "../../domain/labeller_identity.ts";
import { isLocalOrigin } from "../../service/configuration.ts";
import { ConfigurationError, numberOf, wrongValue } from "../../service/configuration_value.ts";
import type { ReadVariable } from "../../service/store/kv_location.ts";

/** The labeller that the operator has set. */
export interface LabellerSettings extends LabellerIdentity {
  /** URL of the chat completions of the endpoint. */
  readonly url: string;
  /** Sent as `Authorization: Bearer` (RFC 6750 2.1); null without. */
  readonly key: string | null;
  /** Maximum number of reviews that one run sends. */
  readonly mostReviews: number;
  /** Maximum number of calls at once: one to a computer of one's own, which answers them one after the other. */
  readonly mostCalls: number;
}

const MOST_CALLS = 4;
const OWN_RANGES: readonly string[] = ["private", "uniqueLocal", "linkLocal"];

/**
 * Reads the labeller from `LABELLER_URL` and its further variables.
 *
 * @param variable Reads an environment variable.
 * @param readFile Reads the file of the key.
 * @returns Null without `LABELLER_URL`.
 * @throws {ConfigurationError} Names the first fault.
 */
export function readLabellerSettings(
  variable: ReadVariable,
  readFile: (path: string) => string = Deno.readTextFileSync,
): LabellerSettings | null {
  const address = variable("LABELLER_URL");
  if (!address) {
    const lost = ["LABELLER_MODEL", "LABELLER_KEY_FILE"].find((name) => variable(name));
    if (lost === undefined) return null;
    throw new ConfigurationError(`${lost} is set, but LABELLER_URL is not: it names the endpoint.`);
  }
  const url = URL.canParse(address) ? new URL(address) : null;
  const isHome = url !== null && isLocalOrigin(url.href);
  if (
    url === null || url.username + url.password + url.search + url.hash !== "" ||
    url.protocol !== "https:" && !(isHome && url.protocol === "http:")
  ) {
    throw wrongValue(
      "LABELLER_URL",
      address.replace(/\/\/[^/]*@/, "//…@").replace(/\?.*/, ""),
      "an https URL such as https://api.example/v1, or http on this machine (http://127.0.0.1:11434/v1), without user " +
        "and query",
    );
  }
  const model = variable("LABELLER_MODEL") ?? "";
  if (!/^[\x21-\x7e]{1,100}$/.test(model)) {
    throw wrongValue("LABELLER_MODEL", model, "the name of the model at LABELLER_URL, such as llama3.1:8b");
  }
  return {
    url: `${url.href.replace(/\/+$/, "")}/chat/completions`,
    model,
    host: isHome ? "" : url.host,
    key: readKey(variable, readFile),
    mostReviews: numberOf(variable, "LABELLER_MOST_REVIEWS"),
    mostCalls: isHome || isOwnAddress(url.hostname) ? 1 : MOST_CALLS,
  };
}

function isOwnAddress(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(address) && OWN_RANGES.includes(ipaddr.process(address).range());
}

function readKey(variable: ReadVariable, readFile: (path: string) => string): string | null {
  const file = variable("LABELLER_KEY_FILE");
  if (!file) return null;
  let key = "";
  try {
    key = readFile(file).trim();
  } catch {
    throw wrongValue("LABELLER_KEY_FILE", file, "a readable file with the key alone");
  }
  // The value stays out of the message, because it is a secret.
  if (/^[\x21-\x7e]{1,4000}$/.test(key)) return key;
  throw new ConfigurationError(
    `LABELLER_KEY_FILE is ${JSON.stringify(file)}; its content must be a key of 1 to 4000 letters, digits and signs.`,
  );
}
