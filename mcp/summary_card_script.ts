import { SERVICE } from "../domain/service.ts";

/**
 * Script of the summary card. Performs the handshake with the host (MCP Apps 2026-01-26, `ui/initialize`), waits for
 * the tool's result and draws it. Inserts everything as text or attribute, never as markup.
 */
export const SUMMARY_CARD_SCRIPT = String.raw`
"use strict";
const WIDTH = 480;
const card = document.querySelector("main");
const INITIALIZE_ID = 1;

function element(name, attributes, ...children) {
  const isDrawn = ["svg", "rect", "text", "title", "polyline", "circle"].includes(name);
  const made = isDrawn
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

function post(message) {
  window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
}

function reportSize() {
  const { width, height } = document.body.getBoundingClientRect();
  post({ method: "ui/notifications/size-changed", params: { width: Math.ceil(width), height: Math.ceil(height) } });
}

function followTheme(context) {
  const theme = context && context.theme;
  if (theme === "light" || theme === "dark") document.documentElement.style.colorScheme = theme;
}

function bars(label, rows, style) {
  const shorten = (text) => {
    const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
    return letters.length > 24 ? letters.slice(0, 23).join("") + "…" : text;
  };
  return element("svg", { viewBox: "0 0 " + WIDTH + " " + rows.length * 20, role: "img", "aria-label": label },
    ...rows.flatMap(({ name, share, figure }, row) => [
      element("text", { x: 0, y: row * 20 + 14 }, shorten(name)),
      element("rect", { class: "track", x: 150, y: row * 20 + 4, width: 260, height: 12, rx: 3 }),
      element("rect", { class: style, x: 150, y: row * 20 + 4, width: 260 * share, height: 12, rx: 3 },
        element("title", {}, name + ": " + figure)),
      element("text", { x: 418, y: row * 20 + 14 }, figure),
    ]));
}

function months(monthly) {
  const most = Math.max(1, ...monthly.map((month) => month.review_count));
  const step = WIDTH / monthly.length;
  const points = monthly.flatMap(({ average_rating: mean }, at) =>
    mean === null ? [] : [[at * step + step / 2, 80 - (mean - 1) / 4 * 72]]);
  return element("svg", { viewBox: "0 0 " + WIDTH + " 100", role: "img", "aria-label": "Reviews and average stars by month" },
    ...monthly.map((month, at) => {
      const height = month.review_count / most * 72;
      const mean = month.average_rating === null ? "no average" : month.average_rating + " stars";
      return element("rect", { class: "months", x: at * step + 2, y: 80 - height, width: Math.max(step - 4, 1), height },
        element("title", {}, month.month + ": " + month.review_count + " reviews, " + mean));
    }),
    element("polyline", { class: "line", points: points.map((point) => point.join(",")).join(" ") }),
    element("text", { x: 0, y: 96 }, monthly[0].month),
    element("text", { x: WIDTH, y: 96, "text-anchor": "end" }, monthly[monthly.length - 1].month));
}

function draw(summary) {
  const { rating_value: mean, review_count: count, distribution } = summary.aggregate_rating;
  const { earliest, latest } = summary.date_range;
  const parts = [
    element("h1", {}, summary.business_name),
    element("p", {}, mean === null ? "No reviews yet." : mean + " of 5 stars from " + count + " reviews"),
    element("p", { class: "quiet" }, mean === null ? "" : earliest + " to " + latest),
  ];
  if (summary.sample) parts.push(element("p", { class: "quiet" }, "Fictional sample data"));
  if (count > 0) {
    const rows = ["5", "4", "3", "2", "1"].map((stars) => ({
      name: stars + (stars === "1" ? " star" : " stars"),
      share: distribution[stars] / count,
      figure: String(distribution[stars]),
    }));
    parts.push(element("h2", {}, "Ratings"), bars("Reviews by stars", rows, "stars"));
  }
  const aspects = summary.aspects.filter((aspect) => aspect.positive_pct !== null);
  if (aspects.length > 0) {
    const rows = aspects.map((aspect) => ({
      name: aspect.label,
      share: aspect.positive_pct / 100,
      figure: Math.round(aspect.positive_pct) + " %",
    }));
    parts.push(element("h2", {}, "Positive by aspect"), bars("Positive mentions by aspect", rows, "good"));
  } else parts.push(element("p", { class: "quiet" }, "Sentiment by aspect: not measured"));
  if (summary.monthly.length > 0) parts.push(element("h2", {}, "By month: reviews (columns), average stars (line)"), months(summary.monthly));
  if (summary.pull_quote !== null) parts.push(element("blockquote", { dir: "auto" }, summary.pull_quote));
  if (summary.summary !== null) parts.push(element("p", { dir: "auto" }, summary.summary));
  card.replaceChildren(...parts);
}

function show(result) {
  if (result.structuredContent && !result.isError) draw(result.structuredContent);
  else card.replaceChildren(element("p", {}, (result.content || []).map((item) => item.text || "").join("\n")));
  reportSize();
}

window.addEventListener("message", ({ source, data: message }) => {
  if (source !== window.parent || !message || message.jsonrpc !== "2.0") return;
  if (message.id === INITIALIZE_ID && message.method === undefined) {
    followTheme(message.result && message.result.hostContext);
    post({ method: "ui/notifications/initialized", params: {} });
    // The first size report comes at once; before this point only the greeting may be sent.
    new ResizeObserver(reportSize).observe(document.body);
  } else if (message.method === "ui/notifications/tool-result") show(message.params || {});
  else if (message.method === "ui/notifications/host-context-changed") followTheme(message.params);
  else if (message.method === "ui/notifications/tool-cancelled") show({ content: [{ text: "Cancelled." }] });
  else if (message.method !== undefined && message.id !== undefined) post({ id: message.id, result: {} });
});

post({
  id: INITIALIZE_ID,
  method: "ui/initialize",
  params: {
    protocolVersion: "2026-01-26",
    appInfo: { name: "reviews-summary-card", version: "${SERVICE.version}" },
    appCapabilities: { availableDisplayModes: ["inline"] },
  },
});
`;
