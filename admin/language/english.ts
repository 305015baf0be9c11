/**
 * Texts of this program, in the order in which the owner meets them. Names in braces are filled in. Words that public
 * pages have too, such as those of the search, stand in `routes/pages/language/`.
 */
export const ENGLISH = {
  // The door
  admin: "Your reviews",
  come_in: "Come in",
  how_in: "Open the address that “deno task admin” has printed. Or paste it here:",
  not_in:
    "You are not signed in. An address works once, within 30 minutes. End the program with Ctrl-C and start it again: it prints a new one.",
  // Frame
  back: "Back",
  undo: "Undo",
  preview: "Preview",
  own_fault: "The program has a fault here; the terminal shows details.",
  working: "Working …",
  // Plans
  changed_meanwhile: "Something has changed meanwhile. Nothing was done yet: this is what would happen now.",
  chosen_anew: "This is what would happen with your choice. Nothing was done yet.",
  choose_all: "Nothing was done yet: please choose.",
  typed_otherwise: "Nothing was done: the name is written differently.",
  figures_head: "Now, Afterwards",
  published_reviews: "Published reviews",
  nothing_changed: "Nothing has changed: this was published already.",
  // Start
  start: "Start",
  about_first: "Nothing is published yet. Add the file of your reviews; you see everything before it is published.",
  add_reviews: "Add reviews",
  undo_last: "Undo the last change",
  last_import: "Last import",
  attention: "Needs attention",
  no_attention: "Nothing. Everything is in order.",
  unanswered_low: "{reviews} with one or two stars and no answer",
  // Add reviews
  about_adding:
    "Choose the files of reviews that your platforms let you download: CSV, Excel, JSON or ZIP. You see everything before it is published.",
  files_of_reviews: "Files, or drop them here",
  progress: "{megabytes} MB, {rows} rows",
  how_read: "How your file is read",
  about_reading: "Look through what each column means. Nothing is published yet.",
  say_stars_and_day: "Please say which column holds the stars and which the day.",
  columns_head: "Column, In your file, Meaning",
  meanings:
    "not used, Number, Name, Surname, Name hidden: yes or no, Name shown: yes or no, Picture of the author, Stars, Recommends: yes or no, Day, Text, Title, Platform, Address, Your answer, Day of your answer, Verified: yes or no, Who verified it, Reward, State, Consent: yes or no, Hidden: yes or no, Place, Photos, Product, Kind of visit",
  best_rating: "Best rating in the file",
  add_alone: "Add a file alone to change what its columns mean.",
  bad_rows: "{count} of {all} rows cannot be read",
  about_bad_rows: "Nothing is published yet. Mend these rows in your file and add it again, or leave them out.",
  leave_them_out: "Leave them out",
  publish: "Publish",
  telling: "Lowest, Highest, Longest, Without words",
  remember: "Remember this for files with the same columns",
  published_now: "{verb}. Published now: {reviews}.",
  // Reviews
  state: "State",
  published: "published",
  hidden: "hidden",
  left_out: "left out",
  details: "Hide or erase",
  replied: "Your answer of {day}",
  answer_at: "Answer at {platform}",
  change_answer_at: "Change the answer at {platform}",
  unpublished_there: "Its platform does not publish it",
  hide_review: "Hide this review",
  about_hiding: "It is published nowhere any more, also after later imports. You can publish it again at any time.",
  reason: "Reason",
  note: "Note for you alone; it is never published",
  restore_review: "Publish this review again",
  erase_review: "Erase this review for good",
  about_erasing:
    "For a person who demands it. It leaves every revision, no import brings it back, and nobody can undo it.",
  erased_from: "Kept states from which it is erased: {count}.",
  unreached:
    "Out of reach: backups and copies of the store, files that you have exported or import from, and what others have fetched already. Other reviews may name the same person.",
  type_name: "Type the name of the author as it stands above, to erase it",
  erased_now: "The review is erased. Within seconds its last traces leave the store.",
  erasing:
    "An erasure is not finished: traces are still in the store. This program tries again every ten minutes while it runs.",
  // History
  history: "History",
  about_history: "Every change is kept for a while and can be undone.",
  verbs: "Import, From a source, Hidden, Published again, Erasure, Undone, Done",
  counts: "new, changed, removed, hidden, published again, as before, left out",
  no_review_changed: "no review changed",
  business_changed: "The entries about the business have changed.",
  settings_changed: "Settings have changed: the look of the pages, or which places leave out a source.",
  revision_of: "Change of {time}",
  earlier_gone: "The revision before this one is no longer kept.",
  go_back: "Go back to this",
  erased_stay: "Erased reviews stay out: no undo brings them back.",
  // The business
  business: "The business",
  about_business: "Readers see this on your pages. Nothing is published before you have seen it.",
  trade: "Trade",
  kind: "Kind of business",
  kinds: "As the trade says, Any business, Home services, Restaurant, Health care",
  description: "What you do",
  address_parts: "Street and number, Postcode, Town, Region, Country",
  one_a_line: "One a line.",
  colour: "Colour of links and buttons",
  logo: "Logo",
  about_logo: "SVG, PNG, JPEG or WebP, at most 1 MB. Without a new one the present one stays.",
  unverified: "Reviews that their platform has not verified",
  switches: "Leave out a source in some places",
  // Sources
  sources: "Sources",
  about_sources: "The program looks into these by itself, each minute or hour, and publishes what is new.",
  named_by_variable: "To edit this here, start the program and this page with {variable}=FILE.",
  source_results: "published what was new, nothing new",
  not_polled: "Not looked at yet. That happens while the program runs.",
  answer_questions: "If it has questions about a file, add that file here once.",
  save: "Save",
  sources_saved: "Saved. The program uses them from its next look on. After the first one, end it and start it again.",
  // Alerts and report
  alerts: "Alerts and report",
  no_receivers: "Nobody is told yet.",
  receivers: "Receivers",
  receivers_saved:
    "Saved. After the first one, end the program and start it again. After a new address, this page as well, so that it may call it.",
  about_alerts: "These are told when something happens:",
  conditions:
    "A new review has at most {value} stars. | A new review has one of these words: {value}. | A new review names {value}. | A new review criticises {value}. | The average of the last 30 days falls below {value}. | Reviews have disappeared that nobody has hidden. | A source fails. | Subscribers are told late.",
  send_test: "Send a test",
  report: "Report on a month",
  view_and_print: "View and print",
  mail_report: "Send by mail",
  sent: "Sent.",
  not_sent: "Not everything was sent.",
  // Put it online
  online: "Put it online",
  about_online: "Your pages get an address of their own, such as reviews.your-name.com.",
  show_steps: "Show the steps",
  step_dns: "Where you have bought your domain, add this record:",
  server_address: "(address of your server)",
  step_caddy: "On the server, install Caddy. It gets the certificate by itself. Its Caddyfile:",
  step_start: "Start the program with these settings:",
  checks: "Is everything in order?",
  check_all: "Check everything, also from outside",
  about_widget: "To show the reviews on your website, paste this where they are to be:",
  // Backup
  backup: "Backup",
  download_all: "Download everything",
  about_download:
    "One file with all reviews, also hidden ones, the business and your settings. Keep it in a safe place.",
  restore_backup: "Restore a backup",
  about_restoring_all: "What is published is replaced by the content of the file.",
} as const;

/** The words of this program in one language. */
export type AdminWords = { readonly [name in keyof typeof ENGLISH]: string };
