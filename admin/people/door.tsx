// The way in from anywhere: what strangers see, the requests of ceremonies, and their limits.

import { clientAddress } from "../../routes/request/client_address.ts";
import { readBody } from "../../domain/request_body.ts";
import { peopleKey } from "../../domain/people.ts";
import type { Log } from "../../service/log.ts";
import { RateLimit } from "../../websub/exchange/rate_limit.ts";
import { clientNetwork } from "../../websub/request/client_network.ts";
import { LOOPBACK, originRefusal } from "../frame/access.ts";
import type { Workspace } from "../frame/workspace.ts";
import { type Gate, MOST_BEFORE_LOGIN } from "../frame/visitor.ts";
import { PasskeyButtons } from "./passkey_buttons.tsx";
import { CeremonyBody, Passkeys, RefusedError } from "./passkeys.ts";
import { knownSession, MINUTE_MS, NO_COOKIE, sessionOf, visitorOf } from "./sessions.ts";

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
  const expired: Gate["expired"] = (request) =>
    sessionOf(request) === null
      ? Promise.resolve(null)
      : workspace.lookUp(async (kv) => (await knownSession(kv, request))?.person.value.id ?? null);

  /** Counts an attempt; false if there were too many. Nobody else can use up the limit of a known browser. */
  async function mayTry(request: Request, client: string): Promise<boolean> {
    const known = await expired(request) === null ? null : sessionOf(request);
    const limits = known === null ? [[ofOne, client], [inAll, ""]] as const : [[ofOne, known]] as const;
    if (limits.some(([limit, name]) => limit.roomAt(name, now()) > now())) return false;
    for (const [limit, name] of limits) limit.spend(name, now());
    return true;
  }

  /** Answers one of the two requests of a ceremony. */
  async function answer(request: Request, isEnd: boolean): Promise<Response> {
    const client = clientNetwork(clientAddress(request, PEER, isTrusted));
    let purpose = "unknown";
    try {
      if (!await mayTry(request, client)) throw new RefusedError("There are too many attempts.", 429);
      const ceremony = { ...await bodyOf(request, client), request, visitor: await visitor(request), now: now() };
      purpose = ceremony.purpose;
      return await workspace.withStore(async (kv) => {
        if (!isEnd) return Response.json(await passkeys.begin(kv, ceremony));
        const { cookie, person } = await passkeys.end(kv, ceremony);
        log.info("passkey accepted", { purpose, client, person });
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
        const session = (await visitor(raw))?.session;
        if (session !== undefined) await workspace.withStore((kv) => kv.delete(peopleKey("session", session)));
        return new Response(null, { status: 303, headers: { location: "/", "set-cookie": NO_COOKIE } });
      });
    },
    expired,
    door: ({ words }, status, to, isInside) => ({
      title: isInside ? words.passkey_check : words.come_in,
      status,
      body: <PasskeyButtons words={words} all={isInside ? [["check", to]] : [["enter", to], ["join", "/people"]]} />,
    }),
  };
}

/** Reads the body of a request of a ceremony. */
async function bodyOf(request: Request, client: string) {
  const bytes = await readBody(request, MOST_BEFORE_LOGIN, client);
  if (!(bytes instanceof Uint8Array)) throw new RefusedError(bytes.message);
  try {
    return CeremonyBody.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    throw new RefusedError("The request is faulty.");
  }
}
