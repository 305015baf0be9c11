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

/** Whether a location is a file of this machine, and neither `:memory:` nor a URL. */
export function isStoreFile(location: string): boolean {
  return location !== ":memory:" && !/^https?:/.test(location);
}
