import { sentence } from "../../domain/sentences/sentence.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import type { DatasetHead } from "../../domain/dataset/dataset_head.ts";
import { withReviews } from "../../domain/dataset/hidden_reviews.ts";
import { cleanText } from "../../domain/normalize_text.ts";
import { OperatorError, operatorTexts } from "../../domain/operator_error.ts";
import type { Review } from "../../domain/review.ts";
import { userAgent } from "../../domain/service.ts";
import type { Store } from "../../domain/store/store.ts";
import { readConfiguration } from "../../service/configuration.ts";
import { environment, type ReadVariable } from "../../service/store/kv_location.ts";
import { withHubStore } from "../../service/store/open_store.ts";
import { escapedControls } from "../../terminal/print.ts";
import { choice, type Plan } from "../command/choice.ts";
import { executePlan, type PlanEnd, type PlanRun, runPlan } from "../command/execute_plan.ts";
import { type CommandLine, type Subcommand, UsageError } from "../command/run_command.ts";
import type { GoogleEndpoints, GoogleReplies } from "../watch/google_source.ts";
import type { HttpsClient } from "../watch/https_client.ts";
import { SourceError } from "../watch/source_poll.ts";
import { readSourceSettings } from "../watch/source_settings.ts";
import { type ChoicePurpose, chosenReviews, idPrefix, wishOfIds, withChosen } from "./choose_reviews.ts";
import { reviewTable, type StoredReview, storedReviews } from "./stored_reviews.ts";

const HELP = `Answer a review at Google, and show the answer here at once.

  deno task review reply --text TEXT [options] ID

ID may be cut to 6 characters. The reply is public, and replaces an earlier one.
It needs a Google source with its credentials (docs/sources.md).

  --text TEXT   the reply, of at most 4,096 bytes
  --dry-run     say what would happen and send nothing
  --json        print the plan as one object, for programs
  --yes         send without asking; needed where nobody can answer
  --help        this text`;

/** `review reply`: sends the owner's reply to Google and publishes it. */
export const reply: Subcommand = {
  help: HELP,
  options: {
    text: { type: "string" },
    "dry-run": { type: "boolean" },
    json: { type: "boolean" },
    yes: { type: "boolean" },
  },
  run: async (line) => {
    const wish = replyWish(line);
    const google = await connectGoogle(environment);
    return await withHubStore(async (kv) => {
      const { code } = await runPlan(line, wish, (wish, run) => executeReply(kv, wish, google, run), {
        examples: ({ examples }) => reviewTable(examples),
        question: () => "Send it?",
        refusal: "Nothing was sent.",
        report,
      }, (wish, chosen) => ({ ...wish, id: withChosen(wishOfIds([wish.id]), chosen).ids[0] ?? wish.id }));
      return code;
    });
  },
};

/** A reply to send. */
interface ReplyWish {
  /** Id of the review in upper case, or its first characters, at least six. */
  readonly id: string;
  /** Cleaned text; null to remove the reply, which is possible for one that is published here alone. */
  readonly text: string | null;
}

const MOST_BYTES = 4096;

/**
 * Checks a reply.
 *
 * @throws {UsageError} If the id or the text is not allowed.
 */
export function checkedReply(id: string, given: string): ReplyWish & { readonly text: string } {
  const text = cleanText(given);
  const { length } = new TextEncoder().encode(text);
  if (text === "") throw new UsageError(sentence("The reply is empty."));
  if (length <= MOST_BYTES) return { id: idPrefix(id), text };
  throw new UsageError(sentence("The reply has {count} bytes; allowed are at most 4,096.", { count: length }));
}

function replyWish(line: CommandLine): ReplyWish {
  const [id, ...more] = line.files;
  if (id === undefined || more.length > 0) {
    throw new UsageError("reply needs the id of one review; list shows the ids.");
  }
  const text = line.text("text");
  if (text === null) throw new UsageError("--text is missing; give the reply.");
  return checkedReply(id, text);
}

/**
 * Connects to the Google sources of the environment.
 *
 * @param endpoints Google's services by default.
 * @throws {UsageError} If no Google source is set.
 * @throws {OperatorError} If its credentials are missing.
 */
export async function connectGoogle(variable: ReadVariable, endpoints?: GoogleEndpoints): Promise<GoogleReplies> {
  const settings = readSourceSettings(variable);
  const locations = settings?.sources.flatMap((source) => source.kind === "google" ? [source.location] : []) ?? [];
  if (locations.length === 0) {
    throw new UsageError(
      sentence("No Google source is set. SOURCES_FILE or a file beside the store names it; docs/sources.md says how."),
    );
  }
  // Loaded here, because other commands on reviews have no permission to load an HTTP client.
  const [{ googleReplies }, { googleCredentials }] = await Promise.all([
    import("../watch/google_source.ts"),
    import("../watch/source_poller.ts"),
  ]);
  const credentials = await googleCredentials(variable);
  const { port, siteOn } = readConfiguration(variable);
  const client = googleClient(userAgent(siteOn(port)));
  return googleReplies({ client, credentials, now: Date.now(), endpoints }, locations);
}

const TIMEOUT_MS = 120_000;

/**
 * Makes a client that finds hosts by their names, as a permission for Google's hosts alone demands. That of the other
 * sources resolves and checks addresses itself, for which it needs permission for all of them.
 */
function googleClient(agent: string): Pick<HttpsClient, "request"> {
  return {
    request: async ({ method, url, headers, body, mostBytes }) => {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const sent = body === undefined ? {} : { body: new Uint8Array(body) };
      try {
        const init = {
          method,
          headers: { ...headers, "user-agent": agent },
          redirect: "manual",
          signal,
          ...sent,
        } as const;
        const response = await fetch(url, init);
        const bytes = await response.bytes();
        const fields = Object.fromEntries(response.headers);
        return { status: response.status, fields, body: bytes.length > mostBytes ? null : bytes };
      } catch (error) {
        // A missing permission is a fault of the program, not of the network.
        if (error instanceof Deno.errors.NotCapable) throw error;
        throw new SourceError(sentence("{host} cannot be reached, or breaks off.", { host: new URL(url).hostname }));
      }
    },
  };
}

const REPLYING: ChoicePurpose = { verb: "reply", states: ["published"] };

/** The member of a review that a wish makes, as of today. */
export function ownerReply({ text }: ReplyWish): Review["owner_reply"] {
  return text === null ? null : { text, date: new Date().toISOString().slice(0, "YYYY-MM-DD".length) };
}

type ReplyPlan = Plan<{ readonly before: string | null; readonly after: string | null }, StoredReview>;

interface ReplyOutcome extends PlanEnd<ReplyPlan> {
  /** True if Google shows the reply only after a check. */
  readonly isPending: boolean;
}

/**
 * Plans a reply. If the answers leave no choice open, sends it to Google and then publishes it.
 *
 * @param google Null for a reply that is published here alone.
 *
 * @throws {UsageError} If the review is not a published one of Google's, or the plan is another one than was answered.
 * @throws {OperatorError} If Google refuses, or the reply was sent and could not be published.
 */
export async function executeReply(
  kv: Store,
  wish: ReplyWish,
  google: GoogleReplies | null,
  run: PlanRun,
): Promise<ReplyOutcome> {
  const { id, text } = wish;
  const owner_reply = ownerReply(wish);
  const answered = (dataset: Dataset, id: string) => {
    const of = <Kind extends Review>(one: Kind): Kind => one.id === id ? { ...one, owner_reply } : one;
    return withReviews(dataset, dataset.reviews.map(of), (dataset.hidden ?? []).map(of));
  };
  /** The reply once Google has it. Further tries to publish do not send it, even if the review was hidden meanwhile. */
  const sent: { readonly plan: ReplyPlan; readonly id: string; readonly isPending: boolean }[] = [];
  const decide = async (current: { readonly dataset: Dataset; readonly head: DatasetHead } | null) => {
    if (current === null) throw new UsageError(sentence("The store holds no reviews yet."));
    const { dataset, head: { number: revision } } = current;
    const [known] = sent;
    if (known !== undefined) return { dataset: answered(dataset, known.id), plan: known.plan, name: "" };
    const { chosen: [one], choices } = chosenReviews(storedReviews(dataset), wishOfIds([id]), REPLYING);
    const open: ReplyPlan = { revision, effect: { before: null, after: text }, examples: [], choices, warnings: [] };
    if (one === undefined) return { dataset, plan: open, name: "" };
    const here = { name: "", reply: one.review.owner_reply?.text ?? null };
    const { name, reply } = google === null ? here : await findAtGoogle(one.review, google);
    return { dataset: answered(dataset, one.review.id), plan: { ...open, ...replyTo(one, reply, text) }, name };
  };
  const prepare = async ({ plan, name }: Awaited<ReturnType<typeof decide>>) => {
    const [one] = plan.examples;
    if (google === null || text === null || one === undefined || sent.length > 0) return;
    sent.push({ plan, id: one.review.id, isPending: await google.send(name, text) });
  };
  try {
    const done = await executePlan(kv, { publisher: { command: "review reply", sources: [] }, decide, prepare }, run);
    return { ...done, isPending: sent.some(({ isPending }) => isPending) };
  } catch (error) {
    if (sent.length === 0) throw error;
    const reason = operatorTexts(error)?.[0] ?? String(error);
    throw new OperatorError(
      sentence(
        "Google has the reply, but it could not be published here; the next poll brings it. The reason: {reason}",
        {
          reason,
        },
      ),
      { cause: error },
    );
  }
}

/** @throws {UsageError} If the review is not from Google, or Google does not list it. */
async function findAtGoogle({ id, source, aliases = [] }: Review, google: GoogleReplies) {
  if (source.toLowerCase() !== "google") {
    throw new UsageError(`Review ${id} is from ${source}; reply takes reviews of the source google.`);
  }
  const found = await google.find([id, ...aliases]);
  if (found !== null) return found;
  throw new UsageError(
    sentence("Google lists no review {id} at the locations of the sources; it may be deleted there.", { id }),
  );
}

function replyTo(one: StoredReview, before: string | null, after: string | null) {
  const question = before === null
    ? "The reply would be public at Google."
    : `The reply would be public at Google, and replace this one: ${before}`;
  const yes = [["yes", "sends it; nothing here takes it back"]] as const;
  return {
    effect: { before, after },
    examples: [one],
    choices: [choice("reply", question, [], yes, [one.review.id, after ?? ""])],
  };
}

function report({ plan: { examples, choices }, end, head, isPending }: ReplyOutcome): string {
  if (end === "dry run") {
    const questions = choices.map(({ question }) => escapedControls(question));
    return [reviewTable(examples), ...questions, "Dry run: nothing was sent."].join("\n");
  }
  const shown = `Sent the reply to Google, and published it as revision ${head?.number}.`;
  return isPending ? `${shown} Google checks it first; a poll before that takes it out here.` : shown;
}
