import { sentence } from "../../domain/sentences/sentence.ts";
import { type Conditions, readAlertSettings, type Receiver } from "../../cli/alerts/alert_settings.ts";
import type { Job } from "../../cli/launch/jobs.ts";
import { lastMonth, mailReceivers, readReport } from "../../cli/report.ts";
import { reportHtml, reportLanguage } from "../../cli/report/month_texts.ts";
import { passwordFolder } from "../../cli/programs.ts";
import { OperatorError } from "../../domain/operator_error.ts";
import { settingsFile } from "../../service/store/kv_location.ts";
import { Field, type Markup } from "../frame/page.tsx";
import type { PreparedAction, Screen, Visit } from "../frame/screen.tsx";
import {
  changeEntries,
  type LinesFile,
  LinesForm,
  replaceFile,
  savingLines,
  settingsText,
} from "../frame/settings.tsx";
import type { Talk } from "../language/admin_language.ts";

/** Shows who is told what, sends a test, and shows and mails the report on a month. */
export const alerts: Screen = {
  path: "/alerts",
  name: "alerts",
  pages: { "/alerts": page, "/alerts/report": report },
  actions: {
    "/alerts/test": testing,
    "/alerts/mail": mailing,
    "/alerts/password": savingPassword,
    "/alerts/save": (visit) => savingLines(visit, FILE),
  },
  forms: { "/alerts/save": page },
};

const FILE: LinesFile = {
  variable: "ALERTS",
  path: "/alerts",
  label: "receivers",
  saved: savedText,
  example:
    "slack=https://…\nmail=ann@acme.example smtp=smtps://mail.acme.example from=reviews@acme.example user=reviews@acme.example",
  // Without its password a line that moves to another account is asked for that of the new one.
  lineOf: (entry) =>
    Object.entries(entry).filter(([name, value]) => name !== "when" && !(name === "password_file" && isKept(value)))
      .map(([name, value]) => `${name}=${value}`).join(" "),
  // A path may have spaces.
  entryOf: (line) => Object.fromEntries(line.split(/\s+(?=\w+=)/).map(memberOf)),
  check: readAlertSettings,
};

/** The member of a receiver that a word of its line has. */
function memberOf(word: string) {
  const [name = "", value = ""] = word.split(/=(.*)/s);
  // Whoever gets into this program starts no others.
  if (name === "command") {
    throw new OperatorError(sentence("A command is written into the file of the receivers by hand."));
  }
  if (name === "pause_minutes") return [name, Number(value)];
  return [name, name === "mail" && value.includes(",") ? value.split(",") : value];
}

const MONTHS = 12;

function receivers({ desk }: Visit): readonly Receiver[] {
  return readAlertSettings(desk.variable, settingsText) ?? [];
}

/** Where a message goes, without what is secret in an address. */
function placeOf({ to }: Receiver): string {
  if (to.kind === "mail") return [to.mail].flat().join(", ");
  return to.kind === "command" ? to.path : `${to.kind}, ${new URL(to.url).host}`;
}

function sentencesOf({ words }: Talk, conditions: Conditions): readonly string[] {
  return Object.entries(conditions).flatMap(([name, value]) => {
    const sentence = words[`condition_${name as keyof Conditions}`];
    return value === false ? [] : [sentence.replace("{value}", [value].flat().join(", "))];
  });
}

function page(visit: Visit): Markup {
  const { talk, talk: { words, formats }, published } = visit;
  const all = receivers(visit);
  const months = [...new Set(published?.reviews.map(({ date }) => date.slice(0, "YYYY-MM".length)))]
    .sort().reverse().slice(0, MONTHS).map((month) => [month, formats.month(month)] as const);
  return (
    <>
      <form method="post" action="/alerts/test" class="form">
        <p>{all.length === 0 ? words.no_receivers : words.about_alerts}</p>
        <ul class="reviews">
          {all.map((receiver) => (
            <li class="review">
              <b>{placeOf(receiver)}</b>
              <ul class="plain">
                {sentencesOf(talk, receiver.conditions).map((sentence) => <li>{sentence}</li>)}
              </ul>
            </li>
          ))}
        </ul>
        {all.length > 0 && <button>{words.send_test}</button>}
      </form>
      <LinesForm visit={visit} file={FILE} />
      {accounts(visit).length > 0 && (
        <form method="post" action="/alerts/password">
          <button class="second">{words.mail_passwords}</button>
        </form>
      )}
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

/** The report as a page of its own, with its style, ready to print. */
async function report({ talk, kv, query }: Visit): Promise<Response> {
  return new Response(
    reportHtml(await readReport(kv, query.get("month") ?? ""), reportLanguage(talk.formats.language)),
    {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      },
    },
  );
}

/** True for the path of a password that this program has written. */
function isKept(path: unknown): boolean {
  return /\.passwords\/[^/]+$/.test(String(path));
}

/** User and host of a mail whose password is missing or, with `isAny`, was written by this program; null for others. */
function accountOf({ user, smtp, password_file: file }: Readonly<Record<string, unknown>>, isAny = true) {
  const isOpen = user !== undefined && (file === undefined || isAny && isKept(file));
  return isOpen ? `${user} (${new URL(String(smtp)).host})` : null;
}

function accounts(visit: Visit, isAny?: boolean): readonly string[] {
  return [...new Set(receivers(visit).flatMap(({ to }) => accountOf({ ...to }, isAny) ?? []))];
}

/** What is said after a change of receivers or passwords. */
function savedText(visit: Visit): string {
  const missing = accounts(visit, false).join(", ");
  return missing === "" ? visit.talk.words.receivers_saved : visit.talk.say("passwords_missing", { missing });
}

/** Asks for the password of each mail account, and writes it into a file of its own beside that of the receivers. */
function savingPassword(visit: Visit): PreparedAction {
  const { talk: { say, words }, desk, form } = visit;
  const at = settingsFile(desk.variable, "ALERTS") ?? "";
  const folder = passwordFolder(at);
  const asked = accounts(visit);
  return {
    title: words.mail_passwords,
    button: words.save,
    back: "/alerts",
    fields: Object.fromEntries(asked.map((account) => [account, []])),
    effect: (
      <>
        <p>{words.about_password}</p>
        {asked.map((account) => (
          <Field label={say("mail_password", { account })} name={account} type="password" autocomplete="new-password" />
        ))}
      </>
    ),
    execute: async () => {
      await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
      const typed = asked.filter((account) => form.text(account) !== "");
      const fileOf = (account: string) => `${folder}/${encodeURIComponent(account)}`;
      for (const account of typed) await replaceFile(fileOf(account), form.text(account));
      await changeEntries(FILE, at, (one) => {
        const account = accountOf(one);
        return account !== null && typed.includes(account) ? { ...one, password_file: fileOf(account) } : one;
      });
      return { text: savedText(visit), at: "/alerts" };
    },
  };
}

function testing(visit: Visit): PreparedAction {
  return sending(visit, "send_test", receivers(visit), { command: "test_receivers", variables: {} });
}

async function mailing(visit: Visit): Promise<PreparedAction> {
  const month = visit.form.text("month");
  await readReport(visit.kv, month);
  const all = mailReceivers(receivers(visit));
  return sending(visit, "mail_report", all, {
    ...{ command: "mail_report", variables: {}, month, language: visit.talk.formats.language },
  });
}

/** The plan of messages: to whom they go. */
function sending(
  { talk: { words }, desk }: Visit,
  name: "send_test" | "mail_report",
  all: readonly Receiver[],
  job: Job,
): PreparedAction {
  return {
    title: words[name],
    back: "/alerts",
    effect: <ul class="warnings">{all.map((receiver) => <li>{placeOf(receiver)}</li>)}</ul>,
    execute: async () => {
      const sent = await desk.runJob<readonly { readonly failure: string | null }[]>(job);
      const failures = sent.flatMap(({ failure }) => failure ?? []);
      return { text: failures.length === 0 ? words.sent : [words.not_sent, ...failures].join(" "), at: "/alerts" };
    },
  };
}
