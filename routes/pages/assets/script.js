// Removes empty fields from the address of a search, so that people can read and share it.
for (const form of document.querySelectorAll("form[data-search]")) {
  form.addEventListener("formdata", ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === "") formData.delete(name);
  });
}

// Buttons that copy the text of the element that they name, print the page, or share its address. Where the browser
// shares nothing, that copies the address.
for (const button of document.querySelectorAll("[data-copy], [data-print], [data-share]")) {
  const label = button.textContent;
  const { copy, print: isPrint, share, copied = "Copied" } = button.dataset;
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (isPrint !== undefined) return print();
    const url = location.href;
    if (share !== undefined && navigator.share) return navigator.share({ title: document.title, url }).catch(() => {});
    await navigator.clipboard.writeText(copy ? document.getElementById(copy).textContent.trim() : url);
    button.textContent = copied;
    setTimeout(() => button.textContent = label, 2000);
  });
}

// Says whether the business is open now, in its time zone.
for (const place of document.querySelectorAll("[data-hours]")) {
  const { zone, open, closed, hours } = JSON.parse(place.dataset.hours);
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const now = Object.fromEntries(format.formatToParts(new Date()).map(({ type, value }) => [type, value]));
  const day = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(now.weekday);
  const [minute, week] = [day * 1440 + now.hour * 60 + Number(now.minute), 10080];
  const current = hours.find(([from, until]) => from <= minute && minute < until || minute + week < until);
  const next = hours.find(([from]) => from > minute) ?? hours[0];
  const state = document.createElement("b");
  state.textContent = current === undefined ? closed : open;
  place.classList.toggle("closed", current === undefined);
  const until = current === undefined ? next[3] : current[2];
  place.replaceChildren(state, until === "" ? "" : ` · ${until}`);
}

// Opens and closes a long review in its place, instead of going to its page.
for (const link of document.querySelectorAll("a[data-less]")) {
  const [more] = link.childNodes;
  const [closed, opened] = [more.textContent, link.dataset.less];
  link.role = "button";
  link.ariaExpanded = "false";
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const isOpen = link.closest("article").classList.toggle("open");
    link.ariaExpanded = String(isOpen);
    more.textContent = isOpen ? opened : closed;
  });
}

// Writes the days of reviews as people say them; the day itself shows on hover.
const { lang } = document.documentElement;
const now = new Date();
const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
for (const time of document.querySelectorAll(":is(.review, .one) time")) {
  const days = Math.round((today - Date.parse(time.dateTime)) / 86_400_000);
  // A month or a year is no day.
  if (days < 0 || time.dateTime.length < "YYYY-MM-DD".length) continue;
  const [unit, length] = days < 7
    ? ["day", 1]
    : days < 31
    ? ["week", 7]
    : days < 366
    ? ["month", 30.44]
    : ["year", 365.25];
  time.title = time.textContent;
  // "Last month" may be two months ago.
  const format = new Intl.RelativeTimeFormat(lang, { numeric: days < 2 ? "auto" : "always" });
  time.textContent = format.format(-Math.floor(days / length), unit);
}
// A printed page is read later.
addEventListener("beforeprint", () => {
  for (const time of document.querySelectorAll("time[title]")) time.textContent = time.title;
});

// Offers the browser's translation of a review in another language (Translator API); the original stays.
const foreign = "Translator" in self ? document.querySelectorAll("[data-translate] .text[lang]") : [];
for (const text of foreign) {
  const languages = { sourceLanguage: text.lang, targetLanguage: lang };
  if (await Translator.availability(languages) === "unavailable") continue;
  const button = document.createElement("button");
  button.className = "translate";
  button.textContent = text.closest("[data-translate]").dataset.translate;
  button.addEventListener("click", async () => {
    button.disabled = true;
    const translator = await Translator.create(languages);
    const translation = document.createElement("p");
    translation.className = "text";
    translation.textContent = await translator.translate(text.textContent);
    text.after(translation);
    button.remove();
  });
  text.closest("article").querySelector("header").append(button);
}
