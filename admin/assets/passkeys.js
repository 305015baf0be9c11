// Ceremonies of passkeys. The browser part of SimpleWebAuthn stands before this file.
const { startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser;
/** Status if the last check of the passkey was too long ago for a ceremony (428 Precondition Required). */
const CHECK_FIRST = 428;

// The fragment never reaches a server or its logs, so the page sends the invitation itself.
let invitation = "";
const [, found] = /^#invite=([\w-]+)$/.exec(location.hash) ?? [];
if (found) {
  invitation = found;
  history.replaceState(null, "", "/");
  for (const one of document.querySelectorAll("[data-passkey]")) one.hidden = one.dataset.passkey !== "join";
}

async function post(path, value) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(value) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`, { cause: answer.status });
  return await answer.json();
}

async function run(purpose) {
  const begun = { purpose, invitation };
  try {
    const optionsJSON = await post("/passkeys/begin", begun);
    const response = await ("rp" in optionsJSON ? startRegistration : startAuthentication)({ optionsJSON });
    await post("/passkeys/end", { ...begun, response });
  } catch (error) {
    if (error.cause !== CHECK_FIRST) throw error;
    await run("enter");
    await run(purpose);
  }
}

for (const ceremony of document.querySelectorAll("[data-passkey]")) {
  const [button, fault] = [ceremony.querySelector("button"), ceremony.querySelector("[role=alert]")];
  button.addEventListener("click", async () => {
    button.disabled = true;
    fault.hidden = true;
    try {
      await run(ceremony.dataset.passkey);
      location.assign(ceremony.dataset.to);
    } catch {
      fault.hidden = false;
      button.disabled = false;
    }
  });
}
