// The texts of the page in the language of the person. The files in languages have them by their keys.
// preferences.js chooses the language and loads its file.
import english from "./languages/en.js";

const root = document.documentElement;
let table = english;

// add adds the texts of a part of the page: in English, and as a promise in the language of the page.
export async function add(texts, translation) {
  table = { ...table, ...texts, ...(await translation) };
}

await add({}, globalThis.translation);

// language is the language of the page, such as "de".
export const language = root.lang;

const plural = new Intl.PluralRules(language);

// t returns the text of a key. In the text, {name} stands for a value, and {Name} for the same value
// with a capital letter. If a text has several forms, the number n chooses one.
export function t(key, values = {}) {
  const text = table[key],
    form = typeof text === "string" ? text : (text[plural.select(values.n)] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (_, name) => {
    if (values[name] !== undefined) return values[name];
    const value = values[small(name)];
    if (value === undefined) console.error(`${key}: {${name}} undefined`);
    return capital(String(value ?? ""));
  });
}

// capital returns a text with a capital letter.
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const small = (text) => text.charAt(0).toLowerCase() + text.slice(1);

// joined returns sentences as one text, without the empty ones.
export const joined = (...sentences) => sentences.filter(Boolean).join(" ");

// nameOf returns the name of a board, given its parts.
export const nameOf = (parts) => parts.map(({ what, values }) => t(`board.${what}`, values)).join(", ");

// told returns an error of the program. It is English if the program names no text for it.
export const told = ({ error, what, values = {} }) => (what ? refusal({ what, values }) : error);

// refusal returns a refusal of the program. Its values may be reasons, which are texts too, or boards.
function refusal({ what, values = {} }) {
  const said = (value) => (Array.isArray(value) ? nameOf(value) : value.what ? refusal(value) : value);
  const entries = Object.entries(values).map(([name, value]) => [name, said(value)]);
  return t(`refused.${what}`, Object.fromEntries(entries));
}

// number writes a number with a fixed count of digits after the point.
export const number = (value, digits = 0) =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

// percentage writes a share of 100, such as 55%.
export const percentage = (value, digits = 0) =>
  (Number(value.toFixed(digits)) / 100).toLocaleString(language, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });

// translate writes the texts of the elements below a node that name a key: data-text for the content,
// data-markup for content with tags, and data-label, data-title and data-placeholder for attributes.
export function translate(node) {
  const each = (name, write) => {
    for (const found of node.querySelectorAll(`[data-${name}]`)) write(found, t(found.dataset[name]));
  };
  each("text", (found, text) => (found.textContent = text));
  each("markup", (found, text) => (found.innerHTML = text));
  each("label", (found, text) => found.setAttribute("aria-label", text));
  each("title", (found, text) => (found.title = text));
  each("placeholder", (found, text) => (found.placeholder = text));
}

// show translates the page itself, whose files are English. Style sheets get their texts as properties.
export function show() {
  if (language !== "en") {
    translate(document);
    for (const key of Object.keys(table).filter((k) => k.startsWith("css.")))
      root.style.setProperty(`--say-${key.slice(4)}`, JSON.stringify(t(key)));
  }
  delete root.dataset.awaits;
}
