import type { PlainText } from "../../domain/sentences/sentence.ts";
import { type ReadVariable } from "../../service/store/kv_location.ts";
import { z } from "zod";
import { lastPart } from "../command/file_path.ts";
import { entryOfKind, readNamedSettings } from "../command/operator_file.ts";
import { numberOf, wrongValue } from "../../service/configuration_value.ts";
import { isCidr } from "../../outbound/public_address.ts";

const NAME: PlainText = "Expected a name of 1 to 100 letters and digits";
const HTTPS: PlainText = "Expected an https URL without user and password";
const LOCATION: PlainText = "Expected accounts/ID/locations/ID";

const Name = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._/:-]{0,99}$/u, NAME);

const Reading = {
  name: Name.optional(),
  format: z.string().optional(),
  /** The columns of the fields, as in `deno task import --map`. */
  map: z.record(z.string(), z.string()).optional(),
  /** The best rating. */
  scale: z.int().min(1).max(100).optional(),
  /** The `source` of rows that name none. */
  source: z.string().min(1).max(100).optional(),
  place: z.array(z.string()).optional(),
  skip_invalid: z.boolean().optional(),
};

const HttpsUrl = z.string().max(2000).refine(
  (text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url?.protocol === "https:" && url.username === "" && url.password === "" && !/[\s\\]/.test(text);
  },
  HTTPS,
);
const GoogleLocation = z.string().regex(/^accounts\/[^/\s?#]+\/locations\/[^/\s?#]+$/, LOCATION);

const KINDS = {
  folder: z.strictObject({ folder: z.string().min(1), ...Reading }),
  /** `token_file` is a file with a token, sent as `Authorization: Bearer` (RFC 6750 2.1). */
  url: z.strictObject({ url: HttpsUrl, token_file: z.string().min(1).optional(), ...Reading }),
  google_location: z.strictObject({ google_location: GoogleLocation, name: Name.optional() }),
};

type Entry<Kind extends keyof typeof KINDS> = z.output<typeof KINDS[Kind]>;

/** A source of reviews to poll. Its name is that in the log, the history and the metrics. */
export type Source =
  & Readonly<Omit<z.output<z.ZodObject<typeof Reading>>, "name">>
  & { readonly name: string }
  & (
    | { readonly kind: "folder" } & Readonly<Pick<Entry<"folder">, "folder">>
    | { readonly kind: "url" } & Readonly<Pick<Entry<"url">, "url" | "token_file">>
    | { readonly kind: "google"; readonly location: string }
  );

/** The sources and their poll interval. */
export interface SourceSettings {
  readonly sources: readonly Source[];
  /** Poll interval, in milliseconds. */
  readonly intervalMilliseconds: number;
  /** Non-public address ranges to which connections are allowed. */
  readonly allowCidrs: readonly string[];
}

/**
 * Reads the sources from the file that `SOURCES_FILE` names.
 *
 * @param variable Reads an environment variable.
 * @param readFile Reads a text file.
 * @returns Null if it is not set.
 * @throws {ConfigurationError} Names the first fault.
 */
export function readSourceSettings(
  variable: ReadVariable,
  readFile: (path: string) => string = Deno.readTextFileSync,
): SourceSettings | null {
  const file = variable("SOURCES_FILE");
  if (!file) return null;
  const sources = readNamedSettings("SOURCES_FILE", file, sourceOf, readFile);
  const cidrs = (variable("SOURCES_ALLOW_CIDRS") ?? "").split(",").map((text) => text.trim()).filter(Boolean);
  for (const cidr of cidrs) {
    if (!isCidr(cidr)) throw wrongValue("SOURCES_ALLOW_CIDRS", cidr, "ranges of addresses such as 10.0.0.0/8");
  }
  const seconds = numberOf(variable, "SOURCES_INTERVAL_SECONDS");
  return { sources, intervalMilliseconds: seconds * 1000, allowCidrs: cidrs };
}

/**
 * Reads an entry of the file.
 *
 * @throws {ConfigurationError} Names the first fault, as a clause.
 */
export function sourceOf(entry: unknown): Source {
  const { data } = entryOfKind(entry, KINDS);
  // Use only the last part of the path, because the name is public.
  if ("folder" in data) return { ...data, kind: "folder", name: data.name ?? (lastPart(data.folder) || "folder") };
  if ("url" in data) {
    const { host, pathname } = new URL(data.url);
    // Omit the query, which may contain a key.
    return { ...data, kind: "url", name: data.name ?? `${host}${pathname}` };
  }
  return { kind: "google", location: data.google_location, name: data.name ?? "google" };
}
