import { OperatorError } from "../../domain/operator_error.ts";
import {
  INVITATION_LIFE_MS,
  invitationLink,
  invite,
  type Passkey,
  peopleKey,
  peopleRows,
  type Person,
  personNamed,
} from "../../domain/people.ts";
import { sentence } from "../../domain/sentences/sentence.ts";
import { Field, Hidden, type Markup } from "../frame/page.tsx";
import type { PreparedAction, Screen, Visit } from "../frame/screen.tsx";
import { PasskeyButtons } from "../people/passkey_buttons.tsx";
import { isLasting, isWithin, revoke, type Session } from "../people/sessions.ts";

/** Shows who may use the page, with their passkeys and sessions, invites people and ends their access. */
export const people: Screen = {
  path: "/people",
  name: "people",
  pages: { "/people": page },
  actions: { "/people/invite": inviting, "/people/end": ending },
  forms: { "/people/invite": page },
};

/** Everybody whom a visitor may see, with what admits them. A helper sees nobody else. */
async function everybody({ kv, visitor }: Visit) {
  const now = Date.now();
  const [people, passkeys, sessions] = await Promise.all([
    peopleRows<Person>(kv, "person"),
    peopleRows<Passkey>(kv, "passkey"),
    peopleRows<Session>(kv, "session"),
  ]);
  return people.filter(({ id }) => id === visitor.id || visitor.role === "owner").map((one) => {
    const theirs = passkeys.filter(({ person }) => person === one.id);
    const lasting = sessions.filter((session) =>
      isLasting(session, now) && theirs.some(({ id }) => id === session.passkey)
    );
    const isInvited = one.invitation !== null && isWithin(INVITATION_LIFE_MS, one.invitation.madeAt, now);
    return { ...one, passkeys: theirs, sessions: lasting, invitedAt: isInvited ? one.invitation.madeAt : null };
  });
}

async function page(visit: Visit): Promise<Markup> {
  const { locale, locale: { words, say }, visitor, form } = visit;
  const all = await everybody(visit);
  const time = (at: number) => locale.time(new Date(at).toISOString());
  return (
    <>
      <section class="part">
        {all.some(({ id, passkeys }) => id === visitor.id && passkeys.length === 1) && (
          <p class="confirmed">{words.only_passkey}</p>
        )}
        <PasskeyButtons words={words} all={[[visitor.isChecked ? "add" : "check", "/people"]]} />
        <form method="post" action="/leave">
          <button class="second">{words.leave}</button>
        </form>
      </section>
      <section class="part">
        <ul class="reviews">
          {all.map((one) => (
            <li class="review">
              <h2>{say("person_role", { name: one.name, role: words[`role_${one.role}`] })}</h2>
              {one.seenAt !== null && <p class="quiet">{say("last_visit", { time: time(one.seenAt) })}</p>}
              {one.invitedAt !== null && (
                <p>{say("invited_until", { time: time(one.invitedAt + INVITATION_LIFE_MS) })}</p>
              )}
              {one.passkeys.map(({ id, addedAt }) => (
                <EndForm kind="passkey" id={id} text={say("passkey_of", { time: time(addedAt) })}>
                  {one.passkeys.length > 1 && words.remove}
                </EndForm>
              ))}
              {one.sessions.map(({ id, browser, usedAt }) => (
                <EndForm kind="session" id={id} text={say("session_of", { browser, time: time(usedAt) })}>
                  {id !== visitor.session && words.end_session}
                </EndForm>
              ))}
              <EndForm kind="person" id={one.id}>{one.id !== visitor.id && words.revoke_access}</EndForm>
            </li>
          ))}
        </ul>
      </section>
      {visitor.role === "owner" && (
        <form method="post" action="/people/invite" class="form part">
          <h2>{words.invite_somebody}</h2>
          <Field
            label={words.name}
            hint={words.about_invitation}
            name="name"
            value={form.text("name")}
            required
            maxlength={60}
          />
          <Field
            {...{ label: words.person_may, name: "role", value: form.text("role") || "helper" }}
            hint={say("person_role", { name: words.role_helper, role: words.about_role_helper })}
            options={(["helper", "owner"] as const).map((role) => [role, words[`role_${role}`]])}
          />
          <button>{words.invite_somebody}</button>
        </form>
      )}
    </>
  );
}

/** What can be ended, with its button; none without the text of one. */
function EndForm({ kind, id, text = "", children }: {
  readonly kind: "person" | "passkey" | "session";
  readonly id: string;
  readonly text?: string;
  readonly children: string | false;
}) {
  return (
    <form method="post" action="/people/end" class="buttons">
      {text}
      <Hidden fields={[["kind", kind], ["id", id]]} />
      {children !== false && <button class="second">{children}</button>}
    </form>
  );
}

/** Invites a new person, or a known one in their role. */
async function inviting({ locale: { words, say }, kv, form, request }: Visit): Promise<PreparedAction> {
  const role = form.text("role") === "owner" ? "owner" : "helper";
  const { name, seenAt } = await personNamed(kv, form.text("name"), role);
  return {
    title: words.invite_somebody,
    back: "/people",
    effect: (
      <>
        <p>{say("person_role", { name, role: words[`about_role_${role}`] })}</p>
        {seenAt !== null && <p class="confirmed">{say("invited_again", { name })}</p>}
      </>
    ),
    execute: async () => {
      const secret = await invite(kv, name, role, Date.now());
      // The header was compared with the origin of the page.
      const link = invitationLink(request.headers.get("origin") ?? "", secret);
      return { text: say("invitation_made", { name }), copied: link, at: "/people" };
    },
  };
}

/** Ends access: of others by an owner, and passkeys and sessions of oneself. A person keeps a passkey. */
async function ending(visit: Visit): Promise<PreparedAction> {
  const { locale: { words }, kv, form, visitor } = visit;
  const [kind, wanted] = [form.text("kind"), form.text("id")];
  const found = (await everybody(visit)).find(({ id, passkeys, sessions }) => {
    if (kind === "person") return id === wanted && id !== visitor.id;
    return (kind === "passkey" ? passkeys.length > 1 ? passkeys : [] : sessions).some((one) => one.id === wanted);
  });
  if (found === undefined) throw new OperatorError(sentence("Something has changed meanwhile. Nothing was saved."));
  return {
    title: kind === "person" ? words.revoke_access : kind === "passkey" ? words.remove : words.end_session,
    back: "/people",
    effect: <p>{found.name}</p>,
    execute: async () => {
      if (kind === "person") await revoke(kv, wanted);
      else await kv.delete(peopleKey(kind === "passkey" ? kind : "session", wanted));
      return { text: words.access_ended, at: "/people" };
    },
  };
}
