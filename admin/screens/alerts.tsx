import { sendTests } from "../../cli/alerts.ts";
import type { sendAll } from "../../cli/alerts/alert_sender.ts";
import { type Conditions, readAlertSettings, type Receiver } from "../../cli/alerts/alert_settings.ts";
import { lastMonth, mailReceivers, mailReport, readReport } from "../../cli/report.ts";
import { reportHtml } from "../../cli/report/month_texts.ts";
import { passwordFile } from "../../cli/programs.ts";
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
};

const FILE: LinesFile = {
  variable: "ALERTS",
  path: "/alerts",
  label: "receivers",
  saved: "receivers_saved",
  example:
    "slack=https://…\nmail=ann@acme.example smtp=smtps://mail.acme.example from=reviews@acme.example user=reviews@acme.example",
  lineOf: (entry) =>
    Object.entries(entry).filter(([name]) => name !== "when").map(([name, value]) => `${name}=${value}`).join(" "),
  // A path may have spaces.
  entryOf: (line) => Object.fromEntries(line.split(/\s+(?=\w+=)/).map(memberOf)),
  check: readAlertSettings,
};

/** The member of a receiver that a word of its line has. */
function memberOf(word: string) {
  const [name = "", value = ""] = word.split(/=(.*)/s);
  // Whoever gets into this program starts no others.
  if (name === "command") throw new OperatorError("A command is written into the file of the receivers by hand.");
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
      {all.some(({ to }) => to.kind === "mail" && to.user !== undefined) && (
        <form method="post" action="/alerts/password">
          <button class="second">{words.mail_password}</button>
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
async function report({ kv, query }: Visit): Promise<Response> {
  return new Response(reportHtml(await readReport(kv, query.get("month") ?? "")), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  });
}

/** Asks for the password of the receivers with a user, and writes it into a file beside that of the receivers. */
function savingPassword({ talk: { words }, desk, form }: Visit): PreparedAction {
  const at = settingsFile(desk.variable, "ALERTS") ?? "";
  const password_file = passwordFile(at);
  return {
    title: words.mail_password,
    button: words.save,
    back: "/alerts",
    fields: { password: [] },
    effect: (
      <Field
        label={words.mail_password}
        hint={words.about_password}
        type="password"
        name="password"
        required
        autocomplete="new-password"
      />
    ),
    execute: async () => {
      await replaceFile(password_file, form.text("password"));
      await changeEntries(FILE, at, (one) => "user" in one ? { ...one, password_file } : one);
      return { text: words.password_saved, at: "/alerts" };
    },
  };
}

async function testing(visit: Visit): Promise<PreparedAction> {
  const { site } = await visit.desk.service(visit.kv);
  const all = receivers(visit);
  return sending(visit, "send_test", all, () => sendTests(visit.kv, all, site));
}

async function mailing(visit: Visit): Promise<PreparedAction> {
  const report = await readReport(visit.kv, visit.form.text("month"));
  const all = mailReceivers(receivers(visit));
  return sending(visit, "mail_report", all, () => mailReport(all, report));
}

/** The plan of messages: to whom they go. */
function sending(
  { talk: { words } }: Visit,
  name: "send_test" | "mail_report",
  all: readonly Receiver[],
  send: () => ReturnType<typeof sendAll>,
): PreparedAction {
  return {
    title: words[name],
    back: "/alerts",
    effect: <ul class="warnings">{all.map((receiver) => <li>{placeOf(receiver)}</li>)}</ul>,
    execute: async () => {
      const failures = (await Array.fromAsync(send())).flatMap(({ failure }) => failure ?? []);
      return { text: failures.length === 0 ? words.sent : [words.not_sent, ...failures].join(" "), at: "/alerts" };
    },
  };
}
