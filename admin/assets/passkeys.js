// Ceremonies of passkeys. The browser part of SimpleWebAuthn stands before this file.
const { startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser;

// The fragment never reaches a server or its logs, so the page sends the invitation itself.
let invitation = "";
function readInvitation() {
  const [, given] = /^#invite=([\w-]+)$/.exec(location.hash) ?? [];
  if (!given) return;
  invitation = given;
  history.replaceState(null, "", "/");
  for (const one of document.querySelectorAll("[data-passkey]")) one.hidden = one.dataset.passkey !== "join";
}
readInvitation();
addEventListener("hashchange", readInvitation);

async function post(path, value) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(value) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return await answer.json();
}

for (const ceremony of document.querySelectorAll("[data-passkey]")) {
  const [button, fault] = [ceremony.querySelector("button"), ceremony.querySelector("[role=alert]")];
  button.addEventListener("click", async () => {
    button.disabled = true;
    fault.hidden = true;
    try {
      const begun = { purpose: ceremony.dataset.passkey, invitation };
      const optionsJSON = await post("/passkeys/begin", begun);
      const response = await ("rp" in optionsJSON ? startRegistration : startAuthentication)({ optionsJSON });
      await post("/passkeys/end", { ...begun, response });
      location.assign(ceremony.dataset.to);
    } catch {
      fault.hidden = false;
      button.disabled = false;
    }
  });
}
