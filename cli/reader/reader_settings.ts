import type { ReaderIdentity } from "../../domain/reader_identity.ts";
import { ConfigurationError, numberOf, wrongValue } from "../../service/configuration_value.ts";
import type { ReadVariable } from "../../service/store/kv_location.ts";

/** The reader that the operator has set. */
export interface ReaderSettings extends ReaderIdentity {
  /** URL of the chat completions of the endpoint. */
  readonly url: string;
  /** Sent as `Authorization: Bearer` (RFC 6750 2.1); null without. */
  readonly key: string | null;
  /** Maximum number of reviews that one import sends. */
  readonly mostReviews: number;
  /** Number of reviews in one call. */
  readonly reviewsACall: number;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;
const MOST_REVIEWS = 1000;

/**
 * Reads the reader from `READER_URL` and its further variables.
 *
 * @param variable Reads an environment variable.
 * @param readFile Reads the file of the key.
 * @returns Null without `READER_URL`.
 * @throws {ConfigurationError} Names the first fault.
 */
export function readReaderSettings(
  variable: ReadVariable,
  readFile: (path: string) => string = Deno.readTextFileSync,
): ReaderSettings | null {
  const address = variable("READER_URL");
  if (!address) {
    const lost = ["READER_MODEL", "READER_KEY", "READER_KEY_FILE"].find((name) => variable(name));
    if (lost === undefined) return null;
    throw new ConfigurationError(`${lost} is set, but READER_URL is not: it names the endpoint.`);
  }
  const url = URL.canParse(address) ? new URL(address) : null;
  const isHome = url !== null && LOOPBACK.test(url.hostname);
  if (
    url === null || url.username + url.password + url.search + url.hash !== "" ||
    url.protocol !== "https:" && !(isHome && url.protocol === "http:")
  ) {
    throw wrongValue(
      "READER_URL",
      address.replace(/\/\/[^/]*@/, "//…@").replace(/\?.*/, ""),
      "an https URL such as https://api.example/v1, or http on this machine (http://127.0.0.1:11434/v1), without user " +
        "and query",
    );
  }
  const model = variable("READER_MODEL") ?? "";
  if (!/^[\x21-\x7e]{1,100}$/.test(model)) {
    throw wrongValue("READER_MODEL", model, "the name of the model at READER_URL, such as llama3.1:8b");
  }
  return {
    url: `${url.href.replace(/\/+$/, "")}/chat/completions`,
    model,
    host: isHome ? "" : url.host,
    key: readKey(variable, readFile),
    mostReviews: numberOf(variable, "READER_MOST_REVIEWS", MOST_REVIEWS, 0, 1_000_000),
    reviewsACall: numberOf(variable, "READER_BATCH", 1, 1, 20),
  };
}

function readKey(variable: ReadVariable, readFile: (path: string) => string): string | null {
  const [given, file] = [variable("READER_KEY"), variable("READER_KEY_FILE")];
  if (given && file) throw new ConfigurationError("READER_KEY and READER_KEY_FILE are both set; set one of them.");
  if (!given && !file) return null;
  let key = given ?? "";
  if (file) {
    try {
      key = readFile(file).trim();
    } catch {
      throw wrongValue("READER_KEY_FILE", file, "a readable file with the key alone");
    }
  }
  // The value stays out of the message, because it is a secret.
  if (/^[\x21-\x7e]{1,4000}$/.test(key)) return key;
  throw new ConfigurationError(
    `READER_KEY${file ? "_FILE" : ""} has no valid key; allowed are letters, digits and signs.`,
  );
}
