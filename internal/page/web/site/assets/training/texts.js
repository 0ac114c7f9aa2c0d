// The texts of the training view, which the other pages do not load, beside those that all pages share.
import english from "./languages/en.js";
import { add, language } from "../language.js";

const translation = async () => (await import(`./languages/${language}.js`)).default;

// Without its file, the view is English.
await add(english, language === "en" ? {} : translation().catch(() => ({})));

export * from "../language.js";
