import type { OutboundRequest } from "../../outbound/outbound_client.ts";
import type { TopicContent } from "./topic_content.ts";
import { signature } from "../signing/signature.ts";
import type { Subscription } from "../store/subscription.ts";

/**
 * The content distribution request of a subscription (WebSub 7): the very bytes and `Content-Type` of GET, hub and
 * self in one `Link` field, and the signature where there is a secret.
 *
 * @param signed The signature, where it is known already.
 */
export function contentDistribution(
  { callback, secret }: Pick<Subscription, "callback" | "secret">,
  { representation }: TopicContent,
  signed: string | null = null,
): OutboundRequest {
  const { bytes } = representation.bodies.identity;
  return {
    method: "POST",
    callback,
    target: callback.target,
    headers: {
      "content-type": representation.contentType,
      ...(representation.link === null ? {} : { link: representation.link }),
      ...(secret === null ? {} : { "x-hub-signature": signed ?? signature(secret, bytes) }),
    },
    body: bytes,
    readBytes: 0,
  };
}
