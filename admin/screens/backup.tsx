import { sentence } from "../../domain/sentences/sentence.ts";
import { archivedJson } from "../../domain/dataset/dataset_archive.ts";
import { readPublished } from "../../domain/dataset/dataset_store.ts";
import { OperatorError } from "../../domain/operator_error.ts";
import { exportedParts } from "../../cli/export.ts";
import { plainImport } from "../frame/workspace.ts";
import { Field, type Markup } from "../frame/page.tsx";
import { type PreparedAction, publishing, type Screen, type Visit } from "../frame/screen.tsx";

/** Screen on which a backup is downloaded, and restored from its file. */
export const backup: Screen = {
  path: "/backup",
  name: "backup",
  pages: { "/backup": page, "/backup/download": download },
  actions: { "/backup/restore": restoring },
};

function page({ locale: { words }, published }: Visit): Markup {
  return (
    <>
      <section class="part">
        <h2>{words.download_all}</h2>
        <p>{words.about_download}</p>
        {published === null
          ? <p class="quiet">{words.no_reviews}</p>
          : <a class="button" href="/backup/download" download>{words.download_all}</a>}
      </section>
      <form method="post" action="/backup/restore" enctype="multipart/form-data" class="form part">
        <h2>{words.restore_backup}</h2>
        <p>{words.about_restoring_all}</p>
        <Field label={words.backup} type="file" name="file" required accept=".json,application/json" />
        <button>{words.preview}</button>
      </form>
    </>
  );
}

async function download({ kv }: Visit): Promise<Response> {
  const { archive, before } = await readPublished(kv);
  if (archive === null) throw new OperatorError(sentence("There is nothing to download: nothing is published yet."));
  const hidden = archivedJson(archive, "hidden") ?? [];
  const parts = await exportedParts(kv, archive, hidden, before.value?.operator_insights ?? false);
  const name = `reviews-${new Date().toISOString().slice(0, 10)}.json`;
  return new Response(new Blob([...parts]), {
    headers: { "content-type": "application/json", "content-disposition": `attachment; filename="${name}"` },
  });
}

async function restoring(visit: Visit): Promise<PreparedAction> {
  const { locale, locale: { words }, workspace, kv, form } = visit;
  const file = form.files[0] ?? workspace.upload(form.text("upload"));
  return await publishing(
    visit,
    await plainImport(kv, [file], undefined, "all"),
    ({ plan: { choices, effect: { withdrawn } } }) => ({
      choices: choices.filter(({ id }) => id !== "withdrawn"),
      title: words.restore_backup,
      back: "/backup",
      at: "/",
      verb: "backup",
      fields: { upload: [file.id] },
      intro: (
        <>
          <p>{words.about_restoring_all}</p>
          <p>{[file.name, ...withdrawn === 0 ? [] : [locale.count("removed", withdrawn)]].join(": ")}</p>
        </>
      ),
      finish: () => workspace.forget(file.id),
    }),
  );
}
