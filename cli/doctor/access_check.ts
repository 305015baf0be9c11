import { alertAccess } from "../alerts/alert_access.ts";
import type { ReadVariable } from "../../service/store/kv_location.ts";
import { type Finding, ok, warning } from "./finding.ts";

interface SecretFile {
  readonly path: string;
  /** Kind of secrets, in words for the operator. */
  readonly secrets: string;
  /** Matches a text with secrets; absent if the file always has some. */
  readonly pattern?: RegExp;
}

/** A line of an environment file that sets a secret, or a URL with a password. */
const SECRET_LINE = /^\s*(?:export\s+)?\w*(?:PASSWORD|SECRET|TOKEN)\w*=.|\w:\/\/[^\s:@/]*:[^\s@/]+@/m;
const URL_WITH_QUERY = /https:[^"\s]*\?./;
/** Environment files that deploy/ uses. */
export const ENVIRONMENT_FILES = [".env", "deploy/.env", "/etc/reviews.env"] as const;
const GROUP = 0o040;
const OTHERS = 0o004;

/**
 * Lists the files that may hold secrets.
 *
 * @param store Path of the store; null if it is not a file.
 */
export function secretFiles(
  store: string | null,
  variable: ReadVariable,
): readonly SecretFile[] {
  const [sources, credentials] = [variable("SOURCES_FILE"), variable("GOOGLE_CREDENTIALS_FILE")];
  const [alerts, ...others] = alertAccess(variable("ALERTS")).files;
  return [
    ...store === null
      ? []
      : ["", "-wal", "-shm"].map((suffix) => ({ path: store + suffix, secrets: "secrets of subscribers" })),
    ...sources ? [{ path: sources, secrets: "URLs with keys", pattern: URL_WITH_QUERY }] : [],
    ...credentials ? [{ path: credentials, secrets: "credentials of Google" }] : [],
    ...alerts ? [{ path: alerts, secrets: "addresses of webhooks", pattern: /:\/\// }] : [],
    ...others.map((path) => ({ path, secrets: "passwords of alerts" })),
    ...ENVIRONMENT_FILES.map((path) => ({ path, secrets: "passwords or tokens", pattern: SECRET_LINE })),
  ];
}

/** Checks who may read the files with secrets; null if no such file exists, and on Windows, where the folder decides. */
export async function checkAccess(files: readonly SecretFile[]): Promise<Finding | null> {
  const found = (await Promise.all(files.map(async (file) => {
    const mode = await modeOf(file);
    return mode === null ? [] : [{ ...file, mode }];
  }))).flat();
  if (found.length === 0) return null;
  const open = found.filter(({ mode }) => (mode & (GROUP | OTHERS)) !== 0);
  if (open.length === 0) return ok("access", "Nobody else on this machine may read the files with secrets.");
  const shown = open.map(({ path, secrets, mode }) => {
    const who = (mode & OTHERS) !== 0 ? "every user" : "its group";
    return `${path} (${secrets}, for ${who}: mode ${mode.toString(8).padStart(4, "0")})`;
  });
  return warning(
    "access",
    `Others on this machine may read files with secrets: ${shown.join(", ")}.`,
    `Make them readable by their owner only: chmod 600 ${open.map(({ path }) => path).join(" ")}`,
  );
}

async function modeOf({ path, pattern }: SecretFile): Promise<number | null> {
  if (Deno.build.os === "windows") return null;
  try {
    const { mode } = await Deno.stat(path);
    if (mode === null || pattern !== undefined && !pattern.test(await Deno.readTextFile(path))) return null;
    return mode & 0o777;
  } catch {
    return null;
  }
}
