import type { CallbackUrl } from "../../websub/request/callback_url.ts";

/** Origin and path of a callback; the query may contain a capability and is never shown. */
export function bareCallback({ origin, target }: CallbackUrl): string {
  return origin + target.split("?", 1)[0];
}

/** Whether a callback has a query. */
export function hasQuery({ target }: CallbackUrl): boolean {
  return target.includes("?");
}

/**
 * A callback for display, with `?…` in place of its query.
 *
 * @param longest Maximum number of characters of origin and path; the rest is cut off.
 */
export function shownCallback(callback: CallbackUrl, longest = Infinity): string {
  const bare = bareCallback(callback);
  const cut = bare.length > longest ? `${bare.slice(0, longest)}…` : bare;
  return hasQuery(callback) ? `${cut}?…` : cut;
}
