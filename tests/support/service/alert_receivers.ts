import { SMTPServer } from "smtp-server";

const TLS = `${import.meta.dirname}/../../fixtures/tls`;

/**
 * Starts a real mail server and a real receiver of webhooks on free ports of this machine.
 *
 * @param hasTls Whether the mail server uses TLS, with a certificate of `tests/fixtures/tls/ca.pem`.
 */
export async function alertReceivers(hasTls = false) {
  const mails: string[] = [];
  const logins: string[] = [];
  const hooks: { readonly path: string; readonly authorization: string | null; readonly body: unknown }[] = [];
  const mail = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    ...hasTls && {
      secure: true,
      cert: await Deno.readTextFile(`${TLS}/subscriber.pem`),
      key: await Deno.readTextFile(`${TLS}/subscriber.key`),
    },
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) => {
      logins.push(username ?? "");
      if (password === "hush") done(null, { user: username });
      else done(new Error("wrong password"));
    },
    onData: (stream, _session, done) => {
      const pieces: Uint8Array[] = [];
      stream.on("data", (piece: Uint8Array) => pieces.push(piece));
      stream.on("end", () => {
        mails.push(decoded(new TextDecoder().decode(Uint8Array.from(pieces.flatMap((piece) => [...piece])))));
        done();
      });
    },
  });
  await new Promise<void>((go) => mail.listen(0, "localhost", () => go()));
  const address = mail.server.address();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request: Request): Promise<Response> => {
      const body: unknown = await request.json();
      hooks.push({ path: new URL(request.url).pathname, authorization: request.headers.get("authorization"), body });
      return new Response(null, { status: receivers.status });
    },
  );
  const receivers = {
    /** `smtps:` with TLS. */
    smtp: `smtp${hasTls ? "s" : ""}://localhost:${typeof address === "object" ? address?.port : 0}`,
    origin: `http://127.0.0.1:${server.addr.port}`,
    /** Received mails, decoded. */
    mails,
    /** Users who sent the mail server a password. */
    logins,
    /** Received requests. */
    hooks,
    /** Status that webhooks are answered with. */
    status: 200,
    [Symbol.asyncDispose]: async () => {
      await server.shutdown();
      await new Promise<void>((go) => mail.close(() => go()));
    },
  };
  return receivers;
}

/** Decodes quoted-printable (RFC 2045 6.7). */
function decoded(mail: string): string {
  const bytes = mail.replace(/=\r\n/g, "").replace(
    /=([0-9A-F]{2})/g,
    (_, hex) => String.fromCharCode(parseInt(hex, 16)),
  );
  return new TextDecoder().decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
}
