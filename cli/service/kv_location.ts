/** Where the dataset is kept when nothing else is said. */
export const DEFAULT_KV_PATH = ".data/reviews.kv";

/**
 * Where the store is: the value of `KV_PATH`, else the default file. On Deno Deploy, which gives
 * every app one database, there is no path: undefined.
 */
export function kvLocation(variable: (name: string) => string | undefined): string | undefined {
  const path = variable("KV_PATH");
  if (path) return path;
  return variable("DENO_DEPLOYMENT_ID") ? undefined : DEFAULT_KV_PATH;
}
