/** The store file if nothing else is configured. */
export const DEFAULT_KV_PATH = ".data/reviews.kv";

/**
 * Location of the store: `KV_PATH`, else the default file; undefined on Deno Deploy, where each app has its own
 * database.
 */
export function kvLocation(variable: (name: string) => string | undefined): string | undefined {
  const path = variable("KV_PATH");
  if (path) return path;
  return variable("DENO_DEPLOYMENT_ID") ? undefined : DEFAULT_KV_PATH;
}

/** Whether a location is a store behind a network: a KV Connect URL, or the database of an app on Deno Deploy. */
export function isBehindNetwork(path: string | undefined): boolean {
  return path === undefined || /^https?:/.test(path);
}

/** Whether a location is a file of this machine, and neither `:memory:` nor behind a network. */
export function isStoreFile(path: string): boolean {
  return path !== ":memory:" && !isBehindNetwork(path);
}
