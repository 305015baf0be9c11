import { OperatorError } from "../../domain/operator_error.ts";
import {
  type Invitation,
  INVITATION_LIFE_MS,
  invitationLink,
  invite,
  type Passkey,
  peopleRows,
  type Person,
} from "../../domain/people.ts";
import { sentence } from "../../domain/sentences/sentence.ts";
import type { Store } from "../../domain/store/store.ts";
import { Field, Hidden, type Markup } from "../frame/page.tsx";
import type { PreparedAction, Screen, Visit } from "../frame/screen.tsx";
import { PasskeyButtons } from "../people/passkey_buttons.tsx";
import { endAccess, isLasting, isWithin, revoke, type Session } from "../people/sessions.ts";

/** Shows who may use the page, with their passkeys and sessions, invites people and ends their access. */
export const people: Screen = {
  path: "/people",
  name: "people_access",
  pages: { "/people": page },
  actions: {
    "/people/invite": inviting,
    "/people/revoke": revoking,
    "/people/remove": (visit) => ending(visit, "passkey"),
    "/people/end": (visit) => ending(visit, "session"),
  },
};

/** Everybody whom a visitor may see, each with what ends their access. A helper sees nobody else. */
async function everybody({ kv, visitor }: Pick<Visit, "kv" | "visitor">, now: number) {
  const [people, passkeys, sessions] = await Promise.all([
    peopleRows<Person>(kv, "person"),
    peopleRows<Passkey>(kv, "passkey"),
    peopleRows<Session>(kv, "session"),
  ]);
  return people.filter(({ id }) => id === visitor.id || visitor.role === "owner").map((person) => ({
    person,
    passkeys: passkeys.filter((one) => one.person === person.id),
    sessions: sessions.filter((one) => one.person === person.id && isLasting(one, now)),
  }));
}

async function invitations(kv: Store, now: number): Promise<readonly Invitation[]> {
  return (await peopleRows<Invitation>(kv, "invitation")).filter(({ madeAt }) =>
    isWithin(INVITATION_LIFE_MS, madeAt, now)
  );
}

async function page(visit: Visit): Promise<Markup> {
  const { talk, talk: { words, say }, visitor, kv } = visit;
  const now = Date.now();
  const all = await everybody(visit, now);
  const time = (at: number) => talk.time(new Date(at).toISOString());
  const isOwner = visitor.role === "owner";
  const hasOne = all.some(({ person, passkeys }) => person.id === visitor.id && passkeys.length === 1);
  return (
    <>
      <section class="part">
        {hasOne && <p class="confirmed">{words.only_passkey}</p>}
        <PasskeyButtons words={words} all={[[visitor.isChecked ? "add" : "check", "/people"]]} />
        <form method="post" action="/leave">
          <button class="second">{words.leave}</button>
        </form>
      </section>
      <ul class="reviews part">
        {all.map(({ person, passkeys, sessions }) => (
          <li class="review">
            <h2>{say("person_role", { name: person.name, role: words[`role_${person.role}`] })}</h2>
            <p class="quiet">{say("last_visit", { time: time(person.seenAt) })}</p>
            {passkeys.map(({ id, addedAt }) => (
              <EndForm action="/people/remove" id={id} text={say("passkey_of", { time: time(addedAt) })}>
                {passkeys.length > 1 && words.remove}
              </EndForm>
            ))}
            {sessions.map(({ id, browser, usedAt }) => (
              <EndForm action="/people/end" id={id} text={say("session_of", { browser, time: time(usedAt) })}>
                {id !== visitor.session && words.end_session}
              </EndForm>
            ))}
            {isOwner && person.id !== visitor.id && (
              <EndForm action="/people/revoke" id={person.id} text="">{words.revoke_access}</EndForm>
            )}
          </li>
        ))}
        {(isOwner ? await invitations(kv, now) : []).map(({ id, name, madeAt }) => (
          <li class="review">
            <h2>{name}</h2>
            <EndForm
              action="/people/revoke"
              id={id}
              text={say("invited_until", { time: time(madeAt + INVITATION_LIFE_MS) })}
            >
              {words.revoke_access}
            </EndForm>
          </li>
        ))}
      </ul>
      {isOwner && (
        <form method="post" action="/people/invite" class="form part">
          <h2>{words.invite_somebody}</h2>
          <Field label={words.person_name} hint={words.about_invitation} name="name" required maxlength={60} />
          <Field
            {...{ label: words.person_may, name: "role", value: "helper" }}
            options={(["helper", "owner"] as const).map((role) => [role, words[`about_role_${role}`]])}
          />
          <button>{words.invite_somebody}</button>
        </form>
      )}
    </>
  );
}

/** What can be ended, with its button; none without `children`. */
function EndForm({ action, id, text, children }: {
  readonly action: string;
  readonly id: string;
  readonly text: string;
  readonly children: string | false;
}) {
  return (
    <form method="post" action={action} class="buttons">
      {text}
      <Hidden fields={[["id", id]]} />
      {children !== false && <button class="second">{children}</button>}
    </form>
  );
}

function inviting({ talk: { words, say }, kv, form, request }: Visit): PreparedAction {
  const [name, role] = [form.text("name"), form.text("role") === "owner" ? "owner" : "helper"] as const;
  return {
    title: words.invite_somebody,
    back: "/people",
    effect: <p>{say("person_role", { name, role: words[`about_role_${role}`] })}</p>,
    execute: async () => {
      const secret = await invite(kv, name, role, Date.now());
      // It was compared with the origin of the page.
      const link = invitationLink(request.headers.get("origin") ?? "", secret);
      return { text: say("invitation_made", { name, link }), at: "/people" };
    },
  };
}

const GONE = sentence("Something has changed meanwhile. Nothing was saved.");

async function revoking({ talk: { words }, kv, form, visitor }: Visit): Promise<PreparedAction> {
  const id = form.text("id");
  const people = await peopleRows<Person>(kv, "person");
  const found = [...people, ...await invitations(kv, Date.now())].find((one) => one.id === id);
  // So an owner is left, and the program on the server invites another.
  if (found === undefined || id === visitor.id) throw new OperatorError(GONE);
  return {
    title: words.revoke_access,
    back: "/people",
    effect: <p>{found.name}</p>,
    execute: async () => {
      await revoke(kv, id);
      return { text: words.access_ended, at: "/people" };
    },
  };
}

/** Ends a passkey or a session, of oneself or by an owner. The last passkey of a person goes with the person alone. */
async function ending(visit: Visit, kind: "passkey" | "session"): Promise<PreparedAction> {
  const { talk: { words }, kv, form } = visit;
  const id = form.text("id");
  const found = (await everybody(visit, Date.now())).find(({ passkeys, sessions }) =>
    kind === "session"
      ? sessions.some((one) => one.id === id)
      : passkeys.length > 1 && passkeys.some((one) => one.id === id)
  );
  if (found === undefined) throw new OperatorError(GONE);
  return {
    title: kind === "session" ? words.end_session : words.remove,
    back: "/people",
    effect: <p>{found.person.name}</p>,
    execute: async () => {
      await endAccess(kv, found.person.id, (passkey, session) => id === (kind === "session" ? session : passkey));
      return { text: words.access_ended, at: "/people" };
    },
  };
}
