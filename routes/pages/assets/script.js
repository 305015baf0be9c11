// Removes empty fields from the address of a search, so that people can read and share it.
for (const form of document.querySelectorAll("form[data-search]")) {
  form.addEventListener("formdata", ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === "") formData.delete(name);
  });
}

// A button that copies the text of the element that it names.
for (const button of document.querySelectorAll("button[data-copy]")) {
  const said = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy);
    await navigator.clipboard.writeText(source.textContent.trim());
    button.textContent = button.dataset.copied ?? "Copied";
    setTimeout(() => button.textContent = said, 2000);
  });
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

// Shares the address of the page, or copies it where the browser shares nothing.
for (const button of document.querySelectorAll("[data-share]")) {
  const said = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (navigator.share) return await navigator.share({ title: document.title, url: location.href }).catch(() => {});
    await navigator.clipboard.writeText(location.href);
    button.textContent = button.dataset.copied;
    setTimeout(() => button.textContent = said, 2000);
  });
}

// Expands a long text that a phone cuts off, with its reply, instead of opening the page of the review.
for (const link of document.querySelectorAll(".whole a")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const review = link.closest("article");
    review.classList.add("open");
    review.querySelector("h3 a").focus();
  });
}
