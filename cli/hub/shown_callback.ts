import type { CallbackUrl } from "../../websub/request/callback_url.ts";

/** Origin and path of a callback; its query is a capability that nobody is shown. */
export function bareCallback({ origin, target }: CallbackUrl): string {
  return origin + target.split("?", 1)[0];
}

/** Whether a callback has a query. */
export function hasQuery({ target }: CallbackUrl): boolean {
  return target.includes("?");
}

/**
 * A callback for people: `?…` stands for its query.
 *
 * @param longest In characters; what is longer is cut in its path.
 */
export function shownCallback(callback: CallbackUrl, longest = Infinity): string {
  const bare = bareCallback(callback);
  const cut = bare.length > longest ? `${bare.slice(0, longest)}…` : bare;
  return hasQuery(callback) ? `${cut}?…` : cut;
}
