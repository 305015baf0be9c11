import { sentence, type Text } from "../../domain/sentences/sentence.ts";
import { type ReadVariable } from "../../service/store/kv_location.ts";
import { z } from "zod";
import { lastPart } from "../command/file_path.ts";
import { readSettings, validated } from "../command/operator_file.ts";
import { shownName } from "../../terminal/print.ts";
import { ConfigurationError, numberOf, wrongValue } from "../../service/configuration_value.ts";
import { isCidr } from "../../outbound/public_address.ts";

const Name = z.string().regex(
  /^[\p{L}\p{N}][\p{L}\p{N} ._/:-]{0,99}$/u,
  "Expected a name of 1 to 100 letters and digits",
);

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
  "Expected an https URL without user and password",
);
const GoogleLocation = z.string().regex(
  /^accounts\/[^/\s?#]+\/locations\/[^/\s?#]+$/,
  "Expected accounts/ID/locations/ID",
);

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
  const { entries } = readSettings("SOURCES_FILE", file, "sources", readFile);
  const sources = entries.map((entry, place) => sourceOf(entry, `${file}, entry ${place + 1}`));
  const names = sources.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) {
    throw new ConfigurationError(
      sentence('Two sources are called "{name}"; give each another name.', { name: shownName(twice) }),
    );
  }
  const cidrs = (variable("SOURCES_ALLOW_CIDRS") ?? "").split(",").map((text) => text.trim()).filter(Boolean);
  for (const cidr of cidrs) {
    if (!isCidr(cidr)) throw wrongValue("SOURCES_ALLOW_CIDRS", cidr, "ranges of addresses such as 10.0.0.0/8");
  }
  const seconds = numberOf(variable, "SOURCES_INTERVAL_SECONDS");
  return { sources, intervalMilliseconds: seconds * 1000, allowCidrs: cidrs };
}

function sourceOf(entry: unknown, origin: string): Source {
  const known = Object.keys(KINDS) as (keyof typeof KINDS)[];
  const [kind, ...more] = known.filter((kind) =>
    typeof entry === "object" && entry !== null && Object.hasOwn(entry, kind)
  );
  const refusal = (fault: Text) =>
    new ConfigurationError(sentence("{source} is not a valid source: {fault}.", { source: shownName(origin), fault }));
  if (kind === undefined || more.length > 0) throw refusal(`it needs one of ${known.join(", ")}`);
  const read = validated(entry, KINDS[kind]);
  if ("faults" in read) throw refusal(read.faults[0] ?? "");
  const { data } = read;
  // Use only the last part of the path, because the name is public.
  if ("folder" in data) return { ...data, kind: "folder", name: data.name ?? (lastPart(data.folder) || "folder") };
  if ("url" in data) {
    const { host, pathname } = new URL(data.url);
    // Omit the query, which may contain a key.
    return { ...data, kind: "url", name: data.name ?? `${host}${pathname}` };
  }
  return { kind: "google", location: data.google_location, name: data.name ?? "google" };
}
