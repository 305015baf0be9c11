// Without script everything works too: the token is pasted, and a form may be sent twice.

// The fragment never reaches a server or its logs, so the page sends the token itself.
const entry = document.querySelector("form[data-token]");
const [, token] = /^#token=(.+)$/.exec(location.hash) ?? [];
if (entry && token) {
  history.replaceState(null, "", "/");
  entry.elements.token.value = token;
  entry.submit();
}

// Times are those of the browser, which the server would not know.
document.cookie = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}; path=/; SameSite=Strict`;

// What is typed into a form is kept after a pause, and when the page is left or a phone shows another: the phone may end
// this one without a word. Files and passwords cannot be kept, so the browser asks.
const PAUSE_MS = 500;
let changed = null;
let pause;
addEventListener("input", ({ target: { form } }) => {
  if (form?.method !== "post" || form === entry) return;
  changed = form;
  clearTimeout(pause);
  pause = setTimeout(keep, PAUSE_MS);
});
addEventListener("submit", () => changed = null);
addEventListener("beforeunload", (event) => {
  const isLost = ({ type, value }) => (type === "file" || type === "password") && value !== "";
  if (changed && [...changed.elements].some(isLost)) event.preventDefault();
});
addEventListener("pagehide", keep);
addEventListener("visibilitychange", () => document.hidden && keep());

function keep() {
  clearTimeout(pause);
  if (!changed) return;
  const passwords = [...changed.elements].filter(({ type }) => type === "password").map(({ name }) => name);
  const kept = [...new FormData(changed)].filter(([name, value]) =>
    typeof value === "string" && !passwords.includes(name)
  );
  const path = new URL(changed.action).pathname;
  navigator.sendBeacon("/drafts/keep", new URLSearchParams([...kept, ["plan:path", path]]));
}

// Disables the button of a sent form, and shows progress until the answer comes.
for (const form of document.querySelectorAll("form[method=post]")) {
  form.addEventListener("submit", ({ submitter: button }) => {
    if (!button) return;
    const { progress } = form.dataset;
    if (progress) new EventSource(progress).onmessage = ({ data }) => button.textContent = data;
    setTimeout(() => {
      button.disabled = true;
      button.textContent = document.body.dataset.working;
    });
  });
}

// Files are taken wherever they are dropped, if one field takes them.
const [chooser, ...others] = document.querySelectorAll("input[type=file]");
for (const type of chooser && others.length === 0 ? ["dragover", "drop"] : []) {
  addEventListener(type, (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length > 0) chooser.files = event.dataTransfer.files;
  });
}

// The navigation of a phone begins at the current screen.
document.querySelector(".menu [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// A page from the memory of the browser may show what was changed since.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

// A photo from a phone is larger than a page may have, so it is made smaller before it is sent.
const [MOST_BYTES, MOST_PIXELS] = [1_000_000, 1600];
for (const field of document.querySelectorAll("input[accept*='.jpg']")) {
  field.addEventListener("change", async () => {
    const taken = new DataTransfer();
    for (const file of [...field.files]) taken.items.add(await fitting(file));
    field.files = taken.files;
  });
}

async function fitting(file) {
  const picture = file.size > MOST_BYTES && await createImageBitmap(file).catch(() => null);
  if (!picture) return file;
  const scale = Math.min(1, MOST_PIXELS / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(picture.width * scale, picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  // A JPEG would turn what is transparent black.
  const wanted = file.type === "image/jpeg" ? file.type : "image/webp";
  const made = await canvas.convertToBlob({ type: wanted, quality: 0.85 });
  return new File([made], file.name.replace(/\.\w+$/, `.${made.type.split("/")[1]}`), { type: made.type });
}
