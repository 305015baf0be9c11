import { completable, type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { z } from "zod";
import { reviewAt } from "../../domain/queries/snapshot_reviews.ts";
import { resolveService } from "../../domain/roster.ts";
import { searchIndex } from "../../domain/search/search_index.ts";
import { type McpServices, withCurrentSnapshot } from "../mcp_services.ts";
import { attachedReviews, completing, promptMessages } from "./prompt_messages.ts";
import { noneCalled } from "../../domain/queries/known_names.ts";
import { quoted } from "../answers/outline.ts";

const MOST = 5;
const TONES = ["friendly", "formal", "brief", "apologetic"];

/** Registers the prompt `reply_to_critical_reviews`, for the owner. */
export function registerReplyToCriticalReviews(server: McpServer, services: McpServices): void {
  const argsSchema = z.object({
    tone: completable(
      z.string().max(100).describe('How the replies should sound, for example "friendly".'),
      completing(services, () => TONES),
    ).optional(),
    service: completable(
      z.string().max(200).describe("Only reviews of this service: its id, label or an alias; completed."),
      completing(services, ({ business }) => business.services.map(({ id }) => id)),
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
        const text = noneCalled("service", service, business.services);
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, text);
      }
      const { ranks } = searchIndex(snapshot.search, {
        maxRating: 3,
        replied: false,
        services: id === null ? undefined : [id],
        limit: MOST,
      });
      const reviews = ranks.map((rank) => reviewAt(snapshot, rank));
      const instructions = reviews.length === 0
        ? [`Tell me that no critical review of ${quoted(business.name)} is waiting for a reply.`]
        : [
          `I own ${quoted(business.name)}. For each attached review draft a public reply of two to four sentences.`,
          `Tone: ${quoted(tone)}. Take up what the reviewer names, promise nothing that I have not promised, give no ` +
          "personal data away, and offer a way to reach us. List the review's id, stars and day above each reply.",
        ];
      return { messages: promptMessages(instructions, attachedReviews(reviews)) };
    });
  server.registerPrompt("reply_to_critical_reviews", config, messages);
}
