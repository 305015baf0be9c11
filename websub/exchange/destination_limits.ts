import type { ConnectionLimit } from "../../outbound/open_connection.ts";
import type { Clock } from "../clock.ts";
import type { HubSettings } from "../hub_settings.ts";
import { clientNetwork } from "../request/client_network.ts";
import { RateLimit } from "./rate_limit.ts";

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

/**
 * Rate limits of each destination, which is a registrable domain or an address. Verifications and denials count. Of
 * deliveries only failed connections count: a valid certificate shows that the callback belongs there.
 */
export class DestinationLimits {
  /** By second, and by hour. */
  readonly #rates: readonly RateLimit[];

  /**
   * @param limits Maximum calls, 0 for no limit. Half of the hourly limit may be used in a burst, and the other half is
   * restored evenly. So no period of an hour exceeds the limit.
   */
  constructor(private readonly clock: Clock, { perSecond, perHour }: HubSettings["callsPerDestination"]) {
    const burst = Math.max(1, Math.floor(perHour / 2));
    const restored = perHour === 0 ? 0 : Math.max(1, perHour - burst);
    this.#rates = [new RateLimit(1, perSecond, SECOND_MS), new RateLimit(burst, restored, HOUR_MS)];
  }

  /** Time from which a destination may be called, in milliseconds since 1970; in the past if now. */
  roomAt(destination: string, now: number): number {
    return Math.max(...this.#rates.map((rate) => rate.roomAt(destination, now)));
  }

  /** Counts a call. */
  spend(destination: string, now: number): void {
    for (const rate of this.#rates) rate.spend(destination, now);
  }

  /**
   * Returns the limit for the connections of a delivery.
   *
   * @param confirmed Address that confirmed the subscription, from `clientNetwork`. It has no limit. The others have one,
   * because the name may have been pointed at a stranger since.
   */
  connections(confirmed: string): ConnectionLimit {
    const isLimited = (name: string) => name !== confirmed;
    return {
      begin: (address) => {
        const [name, now] = [clientNetwork(address), this.clock.now()];
        return !isLimited(name) || this.roomAt(name, now) <= now;
      },
      end: (address, isOpen) => {
        const name = clientNetwork(address);
        if (isLimited(name) && !isOpen) this.spend(name, this.clock.now());
      },
    };
  }
}
