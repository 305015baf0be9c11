import type { Finding } from "../../cli/doctor/finding.ts";
import { Sentence, sentence } from "../../domain/sentences/sentence.ts";
import { caddySite } from "../../cli/fleet/caddy.ts";
import { widgetCode } from "../../routes/embed/embed_page.ts";
import { VIEWS } from "../../routes/embed/widget_frame.ts";
import { isLocalOrigin } from "../../service/configuration.ts";
import { Copied, Field, Findings, Hidden, type Markup, type Page } from "../frame/page.tsx";
import type { Screen, Visit } from "../frame/screen.tsx";
import { PAGES } from "./business.tsx";

/** Shows three ways of the pages to a domain, whether they are there, and the code for other sites. */
export const online: Screen = { path: "/online", name: "online", pages: { "/online": page } };

/** A domain, perhaps with a port. */
const DOMAIN = /^(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]*(?::\d{1,5})?$/u;

async function page(
  { locale: { words, say }, kv, workspace, workspace: { variable }, query, visitor }: Visit,
): Promise<Page> {
  const typed = (query.get("domain") ?? "").trim().toLowerCase().replace(/^https?:\/\//, "").replace(/\/.*$/, "");
  const isDomain = DOMAIN.test(typed);
  const typedFirst = (name: string) => name === "BASE_URL" && isDomain ? `https://${typed}` : variable(name);
  const { port, site: { baseUrl }, site } = await workspace.service(kv, typedFirst);
  const domain = isLocalOrigin(baseUrl) ? null : new URL(baseUrl).hostname;
  const { script, element } = widgetCode(site);
  const settings = [`BASE_URL=${baseUrl}`, "HOST=127.0.0.1", `PORT=${port}`, "TRUSTED_PROXIES=127.0.0.1/32"];
  const fault = sentence('"{name}" is no domain. Write one such as reviews.acme.example.', { name: typed });
  const job = { command: "check_address", variables: { BASE_URL: baseUrl } } as const;
  // From afar nobody explores the network of the server by names that lead into it.
  const isOurs = visitor.id === "" || baseUrl === (await workspace.service(kv)).site.baseUrl;
  const isChecked = query.get("checks") === "all" && domain !== null && isOurs;
  const checked = isChecked ? await workspace.runJob<{ readonly findings: readonly Finding[] }>(job) : null;
  const body = (
    <>
      <form class="form">
        <p>{words.about_online}</p>
        <Field
          {...{ label: words.pages_domain, hint: words.about_pages_domain, name: "domain", required: true }}
          value={typed || (domain ?? "")}
        />
        <button>{words.show_steps}</button>
      </form>
      {domain && (
        <section class="part">
          <Way title={words.way_server} open>
            <Step about={words.step_dns} code={`${domain}.  A  ${words.server_address}`} />
            <Step about={words.step_caddy} code={caddySite(baseUrl, port)} />
            <Step about={words.step_start} code={settings.join("\n")} />
          </Way>
          <Way title={words.way_deploy}>
            <Step about={words.step_deploy} />
            <Step about={words.step_deploy_settings} code={`BASE_URL=${baseUrl}`} />
            <Step about={say("step_deploy_domain", { domain })} />
            <Step about={words.step_deploy_reviews} code="KV_PATH=https://api.deno.com/v2/databases/ID/connect" />
          </Way>
          <Way title={words.way_agency}>
            <Step about={words.ask_copy} code={say("agency_text", { domain, port: String(port) })} />
          </Way>
          {isOurs && (
            <form class="part">
              <h2>{words.checks}</h2>
              {/* Texts in English alone are for operators. */}
              <Findings found={checked?.findings.filter(({ text }) => text instanceof Sentence) ?? []} />
              <Hidden fields={[["domain", domain]]} />
              <button class="second" name="checks" value="all">{words.check}</button>
            </form>
          )}
        </section>
      )}
      <section class="part">
        <h2>{words.widgets}</h2>
        <p>{words.about_widget}</p>
        {VIEWS.map((view) => (
          <details>
            <summary>{words[`widget_${view}`]}</summary>
            <Copied>{`${script}\n${element(view)}`}</Copied>
            <a class="more" href={`${PAGES}embed/${view}`} target="_blank">{words.preview}</a>
          </details>
        ))}
      </section>
    </>
  );
  return { title: words.online, body, ...typed !== "" && !isDomain && { status: 400, fault } };
}

function Way({ title, open = false, children }: {
  readonly title: string;
  readonly open?: boolean;
  readonly children: Markup;
}) {
  return (
    <details open={open}>
      <summary>{title}</summary>
      <ol class="form">{children}</ol>
    </details>
  );
}

/** A step, perhaps with what is to be copied. */
function Step({ about, code }: { readonly about: string; readonly code?: string }) {
  return (
    <li>
      <p>{about}</p>
      {code && <Copied>{code}</Copied>}
    </li>
  );
}
