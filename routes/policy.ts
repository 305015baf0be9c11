import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { LEDGER_PAGE, LedgerLine } from "../domain/dataset/ledger.ts";
import { textRepresentation } from "../domain/documents/representation.ts";
import { ReviewPolicy } from "../domain/documents/review_policy.ts";
import { policyAnswersOf, reviewPolicyText } from "../domain/queries/snapshot_policy.ts";
import type { Snapshot } from "../domain/snapshot/snapshot.ts";
import { describeDocument } from "../openapi/document_route.ts";
import { CONDITIONAL_PARAMETERS } from "../openapi/headers.ts";
import { fromText } from "../openapi/request_validation.ts";
import { conditionalResponses, INVALID } from "../openapi/responses.ts";
import { respondJson } from "./answer/respond.ts";
import { registerPrepared, withSnapshot } from "./answer/with_snapshot.ts";
import { type AnsweredQuestion, reportContact } from "../domain/documents/policy_answers.ts";
import { counted } from "./pages/frame/formats.ts";
import { type Markup, markup, NOTHING } from "./pages/frame/markup.ts";
import type { DataContext } from "./pages/frame/page_context.ts";
import { pageFrame } from "./pages/frame/page_frame.ts";
import { preparedPage } from "./pages/frame/respond_page.ts";
import { contactLink } from "./pages/parts/contact.ts";
import { sourceInWords } from "./pages/parts/rating_figures.ts";
import { filled } from "./pages/language/page_language.ts";
import type { Services } from "./services.ts";

const PolicyHistory = z.object({
  lines: z.array(LedgerLine).max(LEDGER_PAGE).meta({ description: "Lines of the ledger, oldest first." }),
  next: z.int().min(2).nullable().meta({ description: "Number of the next page, or null." }),
}).meta({ id: "PolicyHistory", description: "One page of the ledger." });

const PAGE = "Expected a whole number from 1 to 1000000";

const historyRoute = createRoute({
  method: "get",
  path: "/review-policy/history.json",
  operationId: "getPolicyHistory",
  tags: ["Documents"],
  summary: "The ledger of publications",
  description:
    `One line of totals for each publication, ${LEDGER_PAGE} a page, the oldest first. Each line contains the ` +
    "hash of the line before: whoever has kept a line can prove that an earlier one was changed.",
  parameters: [...CONDITIONAL_PARAMETERS],
  request: {
    query: fromText(z.object({
      page: z.int(PAGE).min(1, PAGE).max(1_000_000, PAGE).default(1).meta({
        description: "Number of the page, from 1.",
        examples: [1],
      }),
    })),
  },
  responses: {
    ...conditionalResponses("data", "The lines.", "application/json", PolicyHistory),
    ...INVALID,
  },
});

/**
 * Registers GET `/review-policy.json`, `/review-policy/history.json` and `/policy`: how the reviews are collected,
 * checked, chosen and shown.
 */
export function registerPolicy(app: OpenAPIHono, services: Services): void {
  describeDocument(app, {
    path: "/review-policy.json",
    operationId: "getReviewPolicy",
    tag: "Documents",
    summary: "How the reviews are handled",
    description:
      "How reviews are collected and checked, how many are shown, withheld and erased, in which order, and " +
      "how to report one. The figures come from the store, the rest from the business.",
    kind: "data",
    content: "The policy.",
    mediaType: "application/json",
    schema: ReviewPolicy,
  });
  registerPrepared(app, services, "/review-policy.json", (snapshot) => {
    const { lastModified } = snapshot;
    return textRepresentation("application/json", reviewPolicyText(snapshot, services.site), { lastModified });
  });
  app.openapi(historyRoute, ({ req }) => {
    const { page } = req.valid("query");
    return withSnapshot(services, (snapshot) => respondHistory(req.raw, services, snapshot, page));
  });
  const page = preparedPage(services, policyPage);
  app.get("/policy", ({ req }) => page(req.raw));
}

async function respondHistory(
  request: Request,
  { ledger }: Services,
  snapshot: Snapshot,
  page: number,
): Promise<Response> {
  const end = snapshot.ledger?.number ?? 0;
  const isBeyond = (page - 1) * LEDGER_PAGE >= end;
  // Lines after the end of the snapshot belong to a revision that is not loaded yet.
  const lines = isBeyond ? [] : (await ledger(page)).filter(({ number }) => number <= end);
  const next = page * LEDGER_PAGE < end ? page + 1 : null;
  const text = `{"lines":[\n${lines.map((line) => JSON.stringify(line)).join(",\n")}\n],"next":${next}}\n`;
  return respondJson(request, snapshot, ["history", page], [text]);
}

function policyPage(context: DataContext): Markup {
  const { snapshot, formats } = context;
  const { words } = formats;
  const { name } = snapshot.business;
  const answers = policyAnswersOf(snapshot, {
    words,
    reviews: (count) => counted(formats, count, "review"),
    number: (count) => formats.number(count),
    stars: (average) => formats.number(average, 2),
    source: (source) => sourceInWords(words, source),
    day: formats.day,
  });
  const contact = reportContact(snapshot.business);
  const link = contact === null ? null : contactLink(contact);
  // The answer on reports alone names the address.
  const sentence = (text: string) =>
    contact === null || link === null
      ? markup`${text}`
      : markup`${
        text.split(contact).map((piece, at) =>
          at === 0 ? piece : markup`<a href="${link}"><bdi>${contact}</bdi></a>${piece}`
        )
      }`;
  /** The answer in a line; what follows it opens, but where readers report stays in view. */
  const answered = ({ anchor, question, answer: [first = "", ...rest] }: AnsweredQuestion) => {
    const id = anchor === undefined ? NOTHING : markup` id="${anchor}"`;
    const head = markup`<h2>${question}</h2> <span dir="auto">${sentence(first)}</span>`;
    const list = (attributes: Markup) =>
      markup`<ul class="plain"${attributes}>${rest.map((one) => markup`<li dir="auto">${sentence(one)}</li>\n`)}</ul>`;
    if (rest.length > 0 && anchor !== "report") {
      return markup`<details class="question"><summary>${head}</summary>\n${list(id)}</details>\n`;
    }
    return markup`<section class="question"${id}>${head}${rest.length === 0 ? NOTHING : list(NOTHING)}</section>\n`;
  };
  return pageFrame(context, {
    title: words.policy,
    description: filled(words.policy_described, { name }),
    path: "/policy",
    main: markup`<h1 class="small">${words.policy}</h1>
${answers.map(answered)}<p class="paging"><a class="button" href="/review-policy.json">${words.policy_as_json}</a>${
      snapshot.ledger === null ? NOTHING : markup` <a href="/review-policy/history.json">${words.policy_history}</a>`
    }</p>`,
  });
}
