import { sentence } from "../../domain/sentences/sentence.ts";
import { ownersFindings } from "../../cli/doctor.ts";
import { caddySite } from "../../cli/fleet/caddy.ts";
import { widgetCode } from "../../routes/embed/embed_page.ts";
import { isLocalOrigin } from "../../service/configuration.ts";
import { Field, Findings, Hidden, type Page } from "../frame/page.tsx";
import type { Screen, Visit } from "../frame/screen.tsx";

/** Shows how the pages come to a domain, whether they are there, and the code for other sites. */
export const online: Screen = { path: "/online", name: "online", pages: { "/online": page } };

/** A domain, perhaps with a port. */
const DOMAIN = /^(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]*(?::\d{1,5})?$/u;

async function page({ talk: { words }, kv, desk, desk: { variable }, query }: Visit): Promise<Page> {
  const typed = (query.get("domain") ?? "").trim().toLowerCase().replace(/^https?:\/\//, "").replace(/\/.*$/, "");
  const isDomain = DOMAIN.test(typed);
  const typedFirst = (name: string) => name === "BASE_URL" && isDomain ? `https://${typed}` : variable(name);
  const { port, site } = await desk.service(kv, typedFirst);
  const isAll = query.get("checks") === "all";
  const domain = isLocalOrigin(site.baseUrl) ? null : new URL(site.baseUrl).hostname;
  const { script, element } = widgetCode(site);
  const settings = [`BASE_URL=${site.baseUrl}`, "HOST=127.0.0.1", `PORT=${port}`, "TRUSTED_PROXIES=127.0.0.1/32"];
  const fault = sentence('"{name}" is no domain. Write one such as reviews.acme.example.', { name: typed });
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
        <ol class="form part">
          <Step about={words.step_dns} code={`${domain}.  A  ${words.server_address}`} />
          <Step about={words.step_caddy} code={caddySite(site.baseUrl, port)} />
          <Step about={words.step_start} code={settings.join("\n")} />
          <Step about={words.about_widget} code={`${script}\n${element("list")}`} />
        </ol>
      )}
      <section class="part">
        <h2>{words.checks}</h2>
        <Findings found={await ownersFindings({ isQuick: !isAll, variable })} />
        {!isAll && (
          <form>
            {domain && <Hidden fields={[["domain", domain]]} />}
            <button class="second" name="checks" value="all">{words.check_all}</button>
          </form>
        )}
      </section>
    </>
  );
  return { title: words.online, body, ...typed !== "" && !isDomain && { status: 400, fault } };
}

/** A step with what is to be copied. */
function Step({ about, code }: { readonly about: string; readonly code: string }) {
  return (
    <li>
      <p>{about}</p>
      <pre tabindex={0}><code>{code}</code></pre>
    </li>
  );
}
