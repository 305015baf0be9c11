// The way in from anywhere: what strangers see, the requests of ceremonies, and their limits. Strangers send at most 8 KiB.

import { clientAddress } from "../../routes/request/client_address.ts";
import { readBody } from "../../domain/request_body.ts";
import type { Log } from "../../service/log.ts";
import { RateLimit } from "../../websub/exchange/rate_limit.ts";
import { clientNetwork } from "../../websub/request/client_network.ts";
import { LOOPBACK, originRefusal } from "../frame/access.ts";
import type { Workspace } from "../frame/workspace.ts";
import type { Page } from "../frame/page.tsx";
import type { Gate } from "../frame/visitor.ts";
import { PasskeyButtons } from "./passkey_buttons.tsx";
import { type Ceremony, Passkeys, type Purpose, RefusedError, textOf } from "./passkeys.ts";
import { endAccess, knownPerson, MINUTE_MS, NO_COOKIE, sessionOf, visitorOf } from "./sessions.ts";

/** What the door needs besides the store. */
export interface DoorSettings {
  /** The only origin of the page, such as `https://owner.acme.example`. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether an address is that of a proxy that is trusted, besides this computer. */
  readonly isTrustedProxy: (address: string) => boolean;
  readonly log: Pick<Log, "info" | "warn">;
}

const PURPOSES: readonly Purpose[] = ["join", "enter", "add", "check"];
const MOST_BYTES = 8192;
/** Status upon which the script has the passkey shown, and tries again (RFC 6585 3). */
const CHECK_FIRST = 428;
/** Requests in a minute: of one network or known browser, and of all networks. A ceremony has two. */
const [MOST_OF_ONE, MOST_IN_ALL] = [20, 120];
/** The proxy is on this computer, as the program listens on 127.0.0.1 alone. */
const PEER = { remoteAddr: { hostname: LOOPBACK } };

/** Admits people with passkeys, from anywhere. */
export function doorOf(workspace: Workspace, { origin, now, isTrustedProxy, log }: DoorSettings): Gate {
  const passkeys = new Passkeys(origin);
  const limitOf = (most: number) => new RateLimit(most, most, MINUTE_MS);
  const [ofOne, inAll] = [limitOf(MOST_OF_ONE), limitOf(MOST_IN_ALL)];
  const isTrusted = (address: string) => address === LOOPBACK || isTrustedProxy(address);
  const visitor: Gate["visitor"] = (request) =>
    sessionOf(request) === null ? Promise.resolve(null) : workspace.lookUp((kv) => visitorOf(kv, request, now()));

  /** Counts a use of each limit; false if one has no room. */
  function hasRoom(...uses: readonly (readonly [limit: RateLimit, name: string])[]): boolean {
    if (uses.some(([limit, name]) => limit.roomAt(name, now()) > now())) return false;
    for (const [limit, name] of uses) limit.spend(name, now());
    return true;
  }

  /**
   * Counts an attempt; false if there were too many. Known browsers have a limit each besides, so nobody can use it up.
   * They are looked up only if the others have no room.
   */
  async function mayTry(request: Request, client: string): Promise<boolean> {
    if (hasRoom([ofOne, client], [inAll, ""])) return true;
    const session = sessionOf(request);
    return session !== null && await workspace.lookUp((kv) => knownPerson(kv, request)) !== null &&
      hasRoom([ofOne, session]);
  }

  /** Answers one of the two requests of a ceremony. */
  async function answer(request: Request, isEnd: boolean): Promise<Response> {
    const client = clientNetwork(clientAddress(request, PEER, isTrusted));
    let purpose: string = "unknown";
    try {
      if (!await mayTry(request, client)) {
        log.warn("passkey refused", { purpose, client, reason: "There are too many attempts." });
        return new Response(null, { status: 429, headers: { "retry-after": "60" } });
      }
      const body = await readBody(request, MOST_BYTES, client);
      if (!(body instanceof Uint8Array)) throw new RefusedError(body.message);
      const { ceremony, response } = ceremonyOf(request, body, now());
      purpose = ceremony.purpose;
      const isInside = purpose === "add" || purpose === "check";
      const who = isInside ? await visitor(request) : null;
      if (isInside && who === null) throw new RefusedError("There is no session.");
      if (purpose === "add" && who?.isChecked === false) {
        throw new RefusedError("The passkey was not shown again.", CHECK_FIRST);
      }
      return await workspace.withStore(async (kv) => {
        if (!isEnd) return Response.json(await passkeys.begin(kv, ceremony));
        const { cookie, person } = await passkeys.end(kv, ceremony, response);
        log.info("passkey accepted", { purpose, client, person: person.id });
        return Response.json({}, cookie === null ? {} : { headers: { "set-cookie": cookie } });
      });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      log.warn("passkey refused", { purpose, client, reason: error.message });
      return Response.json({}, { status: error.status });
    }
  }

  return {
    refusal: (request) => originRefusal(request, [origin]),
    visitor,
    addPaths: (app) => {
      app.post("/passkeys/begin", ({ req: { raw } }) => answer(raw, false));
      app.post("/passkeys/end", ({ req: { raw } }) => answer(raw, true));
      app.post("/leave", async ({ req: { raw } }) => {
        const who = await visitor(raw);
        if (who !== null) {
          await workspace.withStore((kv) => endAccess(kv, who.id, (_, session) => session === who.session));
        }
        return new Response(null, { status: 303, headers: { location: "/", "set-cookie": NO_COOKIE } });
      });
    },
    expired: (request) => workspace.lookUp((kv) => knownPerson(kv, request)),
    door: ({ words }, status, to) => ({
      title: words.come_in,
      status,
      body: <PasskeyButtons words={words} all={[["enter", to], ["join", "/people"]]} />,
    }),
    check: ({ words }, to): Page => ({
      title: words.passkey_check,
      body: <PasskeyButtons words={words} all={[["check", to]]} />,
    }),
  };
}

/** Reads a request of a ceremony. */
function ceremonyOf(request: Request, body: Uint8Array, now: number) {
  let sent: { readonly purpose?: unknown; readonly response?: unknown } | null = null;
  try {
    sent = JSON.parse(new TextDecoder().decode(body));
  } catch {
    // It is no JSON.
  }
  const purpose = PURPOSES.find((one) => one === sent?.purpose);
  if (purpose === undefined) throw new RefusedError("The request is faulty.");
  const ceremony: Ceremony = { purpose, invitation: textOf(sent, "invitation"), request, now };
  return { ceremony, response: sent?.response };
}
