import { type Conditions, readAlertSettings, type Receiver, receiverOf } from "../../cli/alerts/alert_settings.ts";
import { passwordFolder } from "../../cli/programs.ts";
import { lastMonth, mailReceivers, readReport } from "../../cli/report.ts";
import { reportHtml, reportLanguage } from "../../cli/report/month_texts.ts";
import { OperatorError } from "../../domain/operator_error.ts";
import { Sentence, sentence, type Text } from "../../domain/sentences/sentence.ts";
import { type Form, YES } from "../frame/form.ts";
import { Check, Field, type Markup, useLocale } from "../frame/page.tsx";
import { isSeen, type PreparedAction, type Screen, type Visit } from "../frame/screen.tsx";
import {
  changedEntry,
  Entries,
  type EntriesFile,
  entriesIn,
  entriesPath,
  type Entry,
  entryBefore,
  KIND,
  removingEntry,
  replaceFile,
  savingEntry,
  savingTried,
  settingsText,
} from "../frame/settings.tsx";

/** Shows who is alerted to what, adds, changes and removes receivers, and shows and mails the report on a month. */
export const alerts: Screen = {
  path: "/alerts",
  name: "alerts",
  pages: { "/alerts": page, "/alerts/report": report },
  actions: {
    "/alerts/mail": mailing,
    "/alerts/save": saving,
    "/alerts/remove": (visit) => removingEntry(visit, FILE, (entry) => placeOf(receiverOf(entry))),
  },
  forms: { "/alerts/save": page },
};

const FILE: EntriesFile = {
  ...{ variable: "ALERTS", path: "/alerts", save: "/alerts/save" },
  ...{ check: readAlertSettings, entryOf: receiverOf },
};

/** Kinds of receivers that have a form, with their names; a mail has a word instead. */
const KINDS = { mail: "", slack: "Slack", teams: "Microsoft Teams", discord: "Discord", ntfy: "ntfy" } as const;
type Kind = keyof typeof KINDS;
/** The members of a mail's account. */
const ACCOUNT = ["smtp", "from", "user"] as const;
const LISTS = ["words", "people"] as const;
const SWITCHES = ["withdrawn", "source_failed", "hub_late", "new_passkey"] as const;
/** Conditions of a new receiver. */
const NEW = { max_rating: 2, withdrawn: true, source_failed: true, hub_late: true };
const MONTHS = 12;

/** A receiver as the form of its kind shows it. */
type Sent = Entry & { readonly when?: Entry };

/** Where a message goes, without what is secret in an address. */
export function placeOf({ to }: Receiver): string {
  if (to.kind === "mail") return [to.mail].flat().join(", ");
  return to.kind === "command" ? to.path : `${KINDS[to.kind as Kind] ?? to.kind} (${new URL(to.url).host})`;
}

/** When a receiver gets a message. */
function Conditions({ of: { conditions, pauseMilliseconds } }: { readonly of: Receiver }) {
  const { words, say } = useLocale();
  return (
    <ul class="plain">
      {Object.entries(conditions).filter(([, value]) => value !== false).map(([name, value]) => (
        <li>
          {words[`condition_${name as keyof Conditions}`]}
          {value !== true && `: ${[value].flat().join(", ")}`}
        </li>
      ))}
      {pauseMilliseconds > 0 && <li>{say("pause_of", { minutes: pauseMilliseconds / 60_000 })}</li>}
    </ul>
  );
}

function page(visit: Visit): Markup {
  const { locale: { words, formats }, workspace, published } = visit;
  const all = readAlertSettings(workspace.variable, settingsText) ?? [];
  const account = entriesIn(visit, FILE).find((entry) => "smtp" in entry);
  const months = [...new Set(published?.reviews.map(({ date }) => date.slice(0, "YYYY-MM".length)))]
    .sort().reverse().slice(0, MONTHS).map((month) => [month, formats.month(month)] as const);
  return (
    <>
      <p>{all.length === 0 ? words.no_receivers : words.about_alerts}</p>
      <Entries
        {...{ visit, file: FILE, title: words.add_receiver, button: words.test_receiver }}
        cards={all.map((receiver) => [placeOf(receiver), <Conditions of={receiver} />])}
        kinds={{ ...KINDS, mail: words.mail }}
        fields={(kind, entry, typed) => (
          <ReceiverFields
            kind={kind}
            typed={typed}
            entry={entry ?? { ...kind === "mail" && account, mail: "", when: NEW }}
          />
        )}
      />
      <form action="/alerts/report" target="_blank" class="form part">
        <h2>{words.report}</h2>
        {months.length === 0 ? <p class="quiet">{words.no_reviews}</p> : (
          <>
            <Field label={words.month} name="month" value={lastMonth(new Date())} options={months} />
            <p class="buttons">
              <button class="second">{words.view_and_print}</button>
              {mailReceivers(all).length > 0 && (
                <button class="second" formmethod="post" formaction="/alerts/mail" formtarget="_self">
                  {words.mail_report}
                </button>
              )}
            </p>
          </>
        )}
      </form>
    </>
  );
}

function ReceiverFields({ kind, typed, entry }: {
  readonly kind: Kind;
  /** What was typed before; null for what the entry has. */
  readonly typed: Form | null;
  readonly entry: Sent;
}) {
  const { words } = useLocale();
  const { when = NEW } = entry;
  const shown = (name: string, value: unknown) => typed?.texts(name)[0] ?? [value ?? ""].flat().join(", ");
  const list = { hint: words.with_commas };
  const conditions = [
    ["max_rating", { options: ["", "1", "2", "3", "4", "5"].map((one) => [one, one || words.never] as const) }],
    ["words", list],
    ["people", list],
    ["average_below", { type: "number", min: 1, max: 5, step: 0.1 }],
  ] as const;
  return (
    <>
      <Field
        label={kind === "mail" ? words.receiver_mail : words.receiver_hook}
        hint={kind === "mail" ? words.with_commas : words[`about_${kind}`]}
        {...{ name: kind, type: kind === "mail" ? "text" : "url", required: true, value: shown(kind, entry[kind]) }}
      />
      {kind === "mail" && (
        <details open={entry["smtp"] === undefined || typed !== null}>
          <summary>{words.mail_account}</summary>
          {ACCOUNT.map((name) => (
            <Field
              label={words[`account_${name}`]}
              hint={name === "smtp" ? words.about_smtp : undefined}
              {...{ name, required: name !== "user", value: shown(name, entry[name]) }}
            />
          ))}
          <Field
            {...{ label: words.account_password, hint: words.about_password, name: "password", type: "password" }}
            autocomplete="new-password"
          />
        </details>
      )}
      <fieldset>
        <legend>{words.when_alerted}</legend>
        {conditions.map(([name, input]) => (
          <Field label={words[`condition_${name}`]} name={name} {...input} value={shown(name, (when as Entry)[name])} />
        ))}
        {SWITCHES.map((name) => (
          <Check
            label={words[`condition_${name}`]}
            name={name}
            checked={typed === null ? Boolean((when as Entry)[name]) : typed.text(name) === YES}
          />
        ))}
      </fieldset>
    </>
  );
}

/** The report as a page of its own, with its style, ready to print. */
async function report({ locale, kv, query }: Visit): Promise<Response> {
  const report = await readReport(kv, query.get("month") ?? "", locale.formats.language);
  return new Response(
    reportHtml(report, reportLanguage(report.locale)),
    {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      },
    },
  );
}

/** The entry that a form describes. It keeps what the form does not show. */
function entryOf(kind: Kind, form: Form, before: Sent | null, others: readonly Entry[]): Sent {
  const list = (name: string) => {
    const all = form.text(name).split(",").map((one) => one.trim()).filter(Boolean);
    return all.length === 0 ? undefined : all;
  };
  const number = (name: string) => form.text(name) === "" ? undefined : Number(form.text(name));
  const when = {
    ...before?.when,
    ...{ max_rating: number("max_rating"), average_below: number("average_below") },
    ...Object.fromEntries(LISTS.map((name) => [name, list(name)])),
    ...Object.fromEntries(SWITCHES.map((name) => [name, form.text(name) === YES])),
  };
  const names = others.map((one) => one["name"] ?? Object.keys(KINDS).find((name) => name in one));
  const free = [kind, ...others.map((_, nth) => `${kind} ${nth + 2}`)].find((name) => !names.includes(name));
  const named = before ?? { name: free };
  if (kind !== "mail") return changedEntry(named, { when, [kind]: form.text(kind).trim() });
  const [smtp] = smtpAddresses(form.text("smtp").trim());
  const mails = list("mail") ?? [""];
  const user = form.text("user").trim() || undefined;
  return { ...named, when, mail: mails.length === 1 ? mails[0] : mails, smtp, from: form.text("from").trim(), user };
}

/** The addresses to try for a mail server: TLS from the start (often at 465), then STARTTLS (587). A URL is kept. */
export function smtpAddresses(server: string): readonly string[] {
  if (server === "" || /^\w+:\/\//.test(server)) return [server];
  const schemes = /:(?:25|587)$/.test(server) ? ["smtp"] : /:465$/.test(server) ? ["smtps"] : ["smtps", "smtp"];
  return schemes.map((scheme) => `${scheme}://${server}`);
}

/** Plans a receiver after a first message to it. The page keeps no password: the form of the plan has its id. */
async function saving(visit: Visit): Promise<PreparedAction> {
  const { locale: { words }, workspace, form, visitor } = visit;
  const kind = (Object.keys(KINDS) as Kind[]).find((one) => one === form.text(KIND));
  if (kind === undefined) throw new OperatorError(sentence("This is not a form."));
  const all = entriesIn(visit, FILE);
  const before = entryBefore(visit, all);
  const others = all.filter((one) => one !== before);
  const named = entryOf(kind, form, before, others);
  const place = kind === "mail" ? "smtp" : kind;
  // Whoever runs the server names what is in its own network, which somebody from afar may use but not explore.
  const isKnown = all.some((one) => one[place] === named[place] && one["public_only"] !== true);
  const typed: Entry = { ...named, public_only: visitor.id !== "" && !isKnown || undefined };
  const account = accountOf(typed);
  const folder = passwordFolder(entriesPath(visit, FILE) ?? "");
  const known = all.find((one) => "password_file" in one && accountOf(one) === account);
  const secret = form.text("secret") ||
    form.text("password") && workspace.once(form, "secret", () => workspace.keepSecret(form.text("password")));
  // A password belongs to an account, so without a user there is nothing to keep.
  const password = account === null ? undefined : workspace.secret(secret);
  const file = password === undefined ? known?.["password_file"] : `${folder}/${encodeURIComponent(account ?? "")}`;
  const first: Entry = { ...typed, password_file: account === null ? undefined : file };
  const planOf = (entry: Entry) =>
    savingEntry(visit, FILE, JSON.parse(JSON.stringify(entry)), {
      title: before === null ? words.add_receiver : words.change,
      fields: {
        password: [],
        secret: secret === "" ? [] : [secret],
        ...kind === "mail" && { smtp: [String(entry["smtp"])] },
      },
      effect: null,
      write: async () => {
        if (password === undefined) return;
        await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
        await replaceFile(String(file), password);
      },
    });
  const plan = planOf(first);
  if (isSeen(form)) return plan;
  const servers = kind === "mail" ? smtpAddresses(form.text("smtp").trim()) : [];
  const { entry, failure } = await workspace.once(form, "test", async () => {
    for (const smtp of servers.slice(0, -1)) {
      const failure = await testFailure(visit, { ...first, smtp }, password);
      // A failure with a reason is the answer of a server.
      const isAnswer = failure instanceof Sentence && failure.text.includes("{reason}");
      if (failure === null || isAnswer) return { entry: { ...first, smtp }, failure };
    }
    const entry: Entry = { ...first, ...kind === "mail" && { smtp: servers.at(-1) } };
    return { entry, failure: await testFailure(visit, entry, password) };
  });
  const receiver = receiverOf(JSON.parse(JSON.stringify(entry)));
  return savingTried(visit, planOf(entry), {
    place: placeOf(receiver),
    failures: failure === null ? [] : [failure],
    success: failure === null ? words.test_arrived : null,
    more: <Conditions of={receiver} />,
  });
}

/** Why a receiver did not take a test; null if it took it. */
async function testFailure({ workspace }: Visit, entry: Entry, password: string | undefined): Promise<Text | null> {
  const job = { command: "test_receivers", variables: {} } as const;
  return await workspace.withFile(password ?? "", async (path) => {
    const tested = password === undefined ? entry : { ...entry, password_file: path };
    const [sent] = await workspace.runJob<readonly Sending[]>(job, "ALERTS", [tested]);
    return sent?.failure ?? null;
  });
}

/** User and host of a mail whose account has a user; null for others. */
function accountOf({ user, smtp }: Entry): string | null {
  return user === undefined || !URL.canParse(String(smtp)) ? null : `${user} (${new URL(String(smtp)).host})`;
}

/** What a job has sent to a receiver. */
interface Sending {
  /** Null if it took the message. */
  readonly failure: Text | null;
}

/** Plans to mail the report on a month: to whom it goes. */
async function mailing({ locale, locale: { words }, workspace, kv, form }: Visit): Promise<PreparedAction> {
  const month = form.text("month");
  await readReport(kv, month, "en");
  const receivers = mailReceivers(readAlertSettings(workspace.variable, settingsText) ?? []);
  const job = { command: "mail_report", variables: {}, month, language: locale.formats.language } as const;
  return {
    title: words.mail_report,
    back: "/alerts",
    effect: <ul class="warnings">{receivers.map((receiver) => <li>{placeOf(receiver)}</li>)}</ul>,
    execute: async () => {
      const failures = (await workspace.runJob<readonly Sending[]>(job)).flatMap(({ failure }) =>
        failure === null ? [] : [locale.translated(failure) ?? String(failure)]
      );
      return { text: failures.length === 0 ? words.sent : [words.not_sent, ...failures].join(" "), at: "/alerts" };
    },
  };
}
