// The texts of the training view, together with those that all pages share. No other page loads the texts of
// the training view.
import english from "./languages/en.js";
import { add, language } from "../language.js";

const translation = async () => (await import(`./languages/${language}.js`)).default;

// Without its file, the view is English.
await add(english, language === "en" ? {} : translation().catch(() => ({})));

export * from "../language.js";
