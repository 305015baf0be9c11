import { completable, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { z } from "zod";
import { unansweredReviews } from "../../domain/queries/unanswered_reviews.ts";
import { resolveService } from "../../domain/roster.ts";
import type { McpServices } from "../mcp_services.ts";
import { withCurrentSnapshot } from "../with_current_snapshot.ts";
import { knownNames } from "../wording/known_names.ts";
import { quoted } from "../wording/quoted.ts";
import { beginningWith } from "./beginning_with.ts";
import { attachedReviews, type OfferPrompt, promptMessages } from "./prompt_messages.ts";

const MOST = 5;
const TONES = ["friendly", "formal", "brief", "apologetic"];

/** Creates the prompt `reply_to_critical_reviews`, for the owner. */
export function replyToCriticalReviews(services: McpServices): OfferPrompt {
  const argsSchema = z.object({
    tone: completable(
      z.string().max(100).describe('How the replies should sound, for example "friendly".'),
      (begun) => beginningWith(TONES, begun),
    ).optional(),
    service: completable(
      z.string().max(200).describe("Only reviews of this service: its id, label or an alias; completed."),
      (begun) =>
        withCurrentSnapshot(services, ({ business }) => beginningWith(business.services.map(({ id }) => id), begun)),
    ).optional(),
  });
  const config = {
    title: "Reply to critical reviews",
    description: "For the owner: drafts replies to the five newest reviews of three stars or fewer without a reply.",
    argsSchema,
  };
  const messages = ({ tone = "friendly", service }: z.output<typeof argsSchema>) =>
    withCurrentSnapshot(services, (snapshot) => {
      const { business } = snapshot;
      const id = service === undefined ? null : resolveService(business, service);
      if (service !== undefined && id === null) {
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `No service is called ${quoted(service)}. Known services: ${knownNames(business.services)}.`,
        );
      }
      const reviews = unansweredReviews(snapshot, MOST, id === null ? undefined : [id]);
      const instructions = reviews.length === 0
        ? [`Tell me that no critical review of ${quoted(business.name)} is waiting for a reply.`]
        : [
          `I own ${quoted(business.name)}. For each attached review draft a public reply of two to four sentences.`,
          `Tone: ${quoted(tone)}. Take up what the reviewer names, promise nothing that I have not promised, give no ` +
          "personal data away, and offer a way to reach us. List the review's id, stars and day above each reply.",
        ];
      return { messages: promptMessages(instructions, attachedReviews(reviews)) };
    });
  return (server) => void server.registerPrompt("reply_to_critical_reviews", config, messages);
}
