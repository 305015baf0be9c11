import { z } from "zod";
import { EXAMPLE_SITE } from "./document.ts";

const CALLBACK = "https://subscriber.example/websub?id=7f3a";
const TOPIC = `${EXAMPLE_SITE.baseUrl}/reviews.json`;

/** The topic URL in requests to the hub and from it. */
export const TopicUrl = z.string().min(1).max(512).meta({
  description:
    "URL of the topic: that of `/reviews.json`, `/api/feed.json` or `/feed.xml` here, in any spelling that " +
    "the URL Standard takes for the same. It comes back exactly as it was sent.",
  examples: [TOPIC],
});

/** The form of a subscription or unsubscription request (WebSub 5.1). */
export const SubscriptionForm = z.object({
  "hub.callback": z.string().regex(/^[Hh][Tt][Tt][Pp][Ss]:[/]{2}/).max(2048).meta({
    description: "Where to send the topic's content: a public `https` URL with a host name, on port 443 or from 1024 " +
      "on, without user name, password or fragment. Make it unguessable; its query is kept.",
    examples: [CALLBACK],
  }),
  "hub.mode": z.enum(["subscribe", "unsubscribe"]).meta({
    description: "Whether to begin, renew or change a subscription, or to end it.",
    examples: ["subscribe"],
  }),
  "hub.topic": TopicUrl,
  "hub.lease_seconds": z.int().min(1).optional().meta({
    description: "For how long to subscribe, in decimal digits. Brought within the bounds of the service, by default " +
      "5 minutes and 15 days; 10 days when it is not given. What was granted comes with the verification. " +
      "Ignored on `unsubscribe`.",
    examples: [864_000],
  }),
  "hub.secret": z.string().min(1).max(199).optional().meta({
    description: "Key of the signatures that come with the content: 1 to 199 bytes of UTF-8. A renewal may change it " +
      "and must not leave it out. Ignored on `unsubscribe`.",
    examples: ["a-long-random-text"],
  }),
}).meta({
  id: "SubscriptionForm",
  description: "A subscription or unsubscription request (WebSub 5.1).",
});

/** The parameters of the example request. */
export const EXAMPLE_FORM: Readonly<Record<string, string>> = {
  "hub.mode": "subscribe",
  "hub.topic": TOPIC,
  "hub.callback": CALLBACK,
};
