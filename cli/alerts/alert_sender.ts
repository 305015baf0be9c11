import { request as requestHttp, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { createConnection, isIP, type LookupFunction, type Socket } from "node:net";
import { createTransport } from "nodemailer";
import { sentence, type SentenceText, type Text } from "../../domain/sentences/sentence.ts";
import { shortened } from "../../domain/cut_text.ts";
import { fileReason, OperatorError } from "../../domain/operator_error.ts";
import type { Site } from "../../domain/site.ts";
import { userAgent } from "../../domain/service.ts";
import { BLOCKED, blockedAddress, publicAddress, vettingLookup } from "../../outbound/public_address.ts";
import { isLocalOrigin } from "../../service/configuration.ts";
import type { AlertMessage } from "./alert_message.ts";
import type { AlertKind, MailSettings, Receiver } from "./alert_settings.ts";

/** A message could not be handed over. The message is a sentence without secrets, such as the path of a webhook. */
export class SendError extends OperatorError {
  override readonly name = "SendError";
}

/** Sends a message to a receiver. Rejects with a {@linkcode SendError} if it refuses or cannot be reached. */
export type SendAlert = (receiver: Receiver, message: AlertMessage, id: string) => Promise<void>;

/** Sends something to receivers in turn. Yields why one did not take it; null if it did. */
export async function* sendAll(
  receivers: readonly Receiver[],
  send: (receiver: Receiver) => Promise<void>,
): AsyncGenerator<{ readonly name: string; readonly failure: Text | null }> {
  for (const receiver of receivers) {
    const { name } = receiver;
    try {
      await send(receiver);
      yield { name, failure: null };
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      yield { name, failure: error.texts[0] ?? null };
    }
  }
}

interface MailMessage extends Pick<AlertMessage, "subject" | "text"> {
  readonly html?: string;
}

const TIMEOUT_MS = 20_000;

/**
 * Makes a function that sends messages. It reads secrets again each time, so that they can be changed.
 * @param site Names the service in the `User-Agent`.
 */
export function alertSender(site: Site): SendAlert {
  return async ({ to }, message, id) => {
    if (to.kind === "mail") return await sendMail(to, message, id);
    if (to.kind === "command") return await runProgram(to.path, message);
    const headers = { ...await bearer(to.tokenFile), "user-agent": userAgent(site) };
    await post(to, headers, bodyOf(to.kind, to.url, message));
  };
}

/**
 * Sends a mail.
 *
 * @param id Unique name of the message: if a server gets it twice, mail programs show it once.
 * @param connecting Opens the connection; tests lead a name to their own server.
 * @throws {SendError} If the server does not take it.
 */
export async function sendMail(
  { mail, smtp, from, user, password_file, public_only = false }: MailSettings,
  message: MailMessage,
  id: string,
  connecting = connect,
): Promise<void> {
  const { protocol, hostname, port } = new URL(smtp);
  const auth = user === undefined ? {} : { auth: { user, pass: await secret("password_file", password_file) } };
  const address = {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || (protocol === "smtps:" ? 465 : 587)),
  };
  const transport = createTransport({
    ...address,
    getSocket: (_: unknown, connected: Connected) => connecting(address, connected, public_only),
    secure: protocol === "smtps:",
    requireTLS: !isLocalOrigin(smtp),
    name: from.split("@")[1] ?? "localhost",
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...auth,
  });
  try {
    await transport.sendMail({
      from,
      to: [mail].flat(),
      messageId: `<${id}@${from.split("@")[1]}>`,
      // RFC 3834 5: no automatic answers.
      headers: { "Auto-Submitted": "auto-generated" },
      ...message,
    });
  } catch (error) {
    const reason = String(error instanceof Error ? error.message : error).split("\n")[0] ?? "";
    const { code = "" } = error as { readonly code?: string };
    // A server that expects STARTTLS answers a TLS record in plain text.
    const kind = /corrupt message/.test(reason) ? "ETLS" : code in MAIL_FAILURES ? code : "refused";
    const text = MAIL_FAILURES[kind as keyof typeof MAIL_FAILURES];
    throw new SendError(sentence(text, { host: hostname, port: String(address.port), reason }));
  } finally {
    transport.close();
  }
}

const PRIVATE =
  "Receivers that were named from afar get messages at public addresses alone; {host} is in a private network." satisfies SentenceText;

/** What a failure to send a mail means, by the code of Node.js or nodemailer. */
const MAIL_FAILURES = {
  refused: "The mail server {host} did not take the message: {reason}",
  EAUTH: "The mail server {host} does not accept the user or the password: {reason}",
  ETLS: "No encrypted connection (TLS) to {host} is possible at port {port}.",
  ETIMEDOUT: "{host} does not answer in time.",
  [BLOCKED]: PRIVATE,
  ENOTFOUND: "{host} cannot be reached, or breaks off.",
  ECONNREFUSED: "{host} cannot be reached, or breaks off.",
} as const satisfies Readonly<Record<string, SentenceText>>;

type Connected = (error: Error | null, socket?: { readonly connection: Socket }) => void;

const isPublic = publicAddress([]);

/** Options of a connection to public addresses alone. Throws if the host is another address. */
function publicOnly(host: string): { readonly lookup: LookupFunction } {
  if (isIP(host) !== 0 && !isPublic(host)) throw blockedAddress(`${host} is private`);
  return { lookup: vettingLookup(isPublic) };
}

/** Connects by name. nodemailer resolves the name itself, which the permission for a host does not allow. */
export function connect(
  address: { readonly host: string; readonly port: number },
  connected: Connected,
  isPublicOnly = false,
): void {
  let socket: Socket;
  try {
    socket = createConnection({ ...address, timeout: TIMEOUT_MS, ...isPublicOnly && publicOnly(address.host) });
  } catch (error) {
    return connected(error as Error);
  }
  const fail = (error: Error) => {
    socket.destroy();
    connected(error);
  };
  const late = () => fail(Object.assign(new Error("it does not answer"), { code: "ETIMEDOUT" }));
  socket.once("error", fail).once("timeout", late).once("connect", () => {
    socket.off("error", fail).off("timeout", late);
    connected(null, { connection: socket });
  });
}

async function runProgram(path: string, { subject, text, url }: AlertMessage): Promise<void> {
  // The program gets only PATH from the environment of the service, which may hold secrets.
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin" };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let code: number;
  try {
    const child = new Deno.Command(path, {
      args: [subject, url],
      stdin: "piped",
      stdout: "null",
      stderr: "null",
      clearEnv: true,
      env,
      signal,
    }).spawn();
    const input = child.stdin.getWriter();
    // A program may ignore its input.
    await input.write(new TextEncoder().encode(`${text}\n`)).then(() => input.close()).catch(() => {});
    ({ code } = await child.status);
  } catch (error) {
    throw new SendError(
      sentence("The program {path} cannot be started: {reason}.", { path, reason: fileReason(error) }),
    );
  }
  if (code !== 0) {
    throw new SendError(sentence("The program {path} failed with exit code {code}.", { path, code: String(code) }));
  }
}

// Limits of these services in characters, with a margin for the subject.
const LONGEST = { slack: 30_000, teams: 20_000, discord: 4000, ntfy: 3500, webhook: Infinity } as const;

/** Body of a request in the shape that a service takes. What strangers wrote is no markup there. */
export function bodyOf(kind: Exclude<AlertKind, "mail" | "command">, target: string, message: AlertMessage): unknown {
  const { subject, url } = message;
  const marked = kind === "discord" ? message.text.replace(/(?<=^> ).*/gm, escapedMarkdown) : message.text;
  const text = shortened(marked, LONGEST[kind]);
  switch (kind) {
    case "slack":
      // Without `mrkdwn` too, `<!channel>` would mention all members.
      return { text: escapedSlack(`${subject}\n${text}`), mrkdwn: false };
    case "discord":
      return {
        content: `**${escapedMarkdown(subject)}**`,
        embeds: [{ description: text }],
        allowed_mentions: { parse: [] },
      };
    case "teams":
      return {
        type: "message",
        attachments: [{
          contentType: "application/vnd.microsoft.card.adaptive",
          content: {
            type: "AdaptiveCard",
            version: "1.4",
            body: [teamsBlock(subject, "bolder"), ...text.split(/\n+/).map((line) => teamsBlock(line))],
            actions: [{ type: "Action.OpenUrl", title: "Open", url }],
          },
        }],
      };
    case "ntfy":
      return { topic: new URL(target).pathname.split("/").at(-1), title: subject, message: text, click: url };
    case "webhook":
      return { subject, text, url };
  }
}

function escapedMarkdown(line: string): string {
  return line.replace(/[!-/:-@[-`{-~]/g, "\\$&");
}

/** Block of a card. A `TextBlock` is Markdown, a `TextRun` is not. */
function teamsBlock(text: string, weight?: "bolder"): object {
  return weight === undefined && !text.startsWith("> ")
    ? { type: "TextBlock", text, wrap: true }
    : { type: "RichTextBlock", inlines: [{ type: "TextRun", text, weight }] };
}

function escapedSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

async function post(
  { url, isPublicOnly }: Extract<Receiver["to"], { readonly url: string }>,
  headers: Readonly<Record<string, string>>,
  value: unknown,
): Promise<void> {
  // ntfy takes JSON at its root only, with the topic in the body.
  const isNtfy = typeof value === "object" && value !== null && "topic" in value;
  const to = new URL(isNtfy ? new URL(url).origin : url);
  const { host } = to;
  const init = {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(value),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  const failure = (text: typeof MAIL_FAILURES["ETIMEDOUT" | "ENOTFOUND"] | typeof PRIVATE) =>
    new SendError(sentence(text, { host }));
  let status: number;
  try {
    status = await (isPublicOnly ? publicStatus(to, init) : fetchedStatus(to, init));
  } catch (error) {
    const isPrivate = error instanceof Error && "code" in error && error.code === BLOCKED;
    throw failure(isPrivate ? PRIVATE : MAIL_FAILURES[init.signal.aborted ? "ETIMEDOUT" : "ENOTFOUND"]);
  }
  if (status < 200 || status > 299) {
    throw new SendError(sentence("{host} answers with {status}.", { host, status: String(status) }));
  }
}

async function fetchedStatus(to: URL, init: RequestInit): Promise<number> {
  const response = await fetch(to, { ...init, redirect: "manual" });
  await response.body?.cancel();
  return response.status;
}

/** As {@linkcode fetchedStatus}, at a public address alone. */
function publicStatus(to: URL, { body, ...init }: RequestInit & { readonly body: string }): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = to.protocol === "https:" ? requestHttps : requestHttp;
  const options = { ...init, ...publicOnly(to.hostname.replace(/^\[|\]$/g, "")), agent: false } as RequestOptions;
  request(to, options, (response) => {
    response.destroy();
    resolve(response.statusCode ?? 0);
  }).on("error", reject).end(body);
  return promise;
}

async function bearer(file: string | null): Promise<Readonly<Record<string, string>>> {
  return file === null ? {} : { authorization: `Bearer ${await secret("token_file", file)}` };
}

async function secret(name: string, path: string | undefined): Promise<string> {
  try {
    return path === undefined ? "" : (await Deno.readTextFile(path)).trim();
  } catch {
    throw new SendError(sentence("The file that {name} names cannot be read.", { name }));
  }
}
