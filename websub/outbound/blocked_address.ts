/** Code of the error of a connection that was refused for its address. */
export const BLOCKED = "EBLOCKED";

/** The error of a connection that was refused for its address; `what` names host and address. */
export function blockedAddress(what: string): Error {
  return Object.assign(new Error(`${what}, which is not allowed.`), { code: BLOCKED });
}
