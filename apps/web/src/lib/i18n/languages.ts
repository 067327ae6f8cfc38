import { readStored, writeStored } from '#web/lib/client-state/local-storage.ts';
import { type MessageTree, translations } from './messages.ts';

/** The languages of the console, by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** The texts of a language by namespace. */
export type LanguageTexts = Readonly<Record<string, MessageTree>>;

/** Ours: what somebody chose; the languages of the browser count until then. */
const languageKey = 'language';

let loaders: { readonly [L in Language]?: () => Promise<LanguageTexts> } = {};

/** Says where the texts of the languages but English come from. */
export function offerLanguages(offered: typeof loaders): void {
  loaders = offered;
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}

/** The language that was chosen in this browser, else the first of the browser's that there is. */
export function preferredLanguage(): Language {
  const wanted = [readStored(languageKey) ?? '', ...navigator.languages];
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

/** The language of the page. */
export function currentLanguage(): Language {
  const { language } = translations();
  return isLanguage(language) ? language : 'en';
}

/** Changes the language of the page, after its texts have come. */
export async function changeLanguage(language: Language): Promise<void> {
  const i18n = translations();
  const texts = await loaders[language]?.();
  for (const [namespace, tree] of Object.entries(texts ?? {})) {
    i18n.addResourceBundle(language, namespace, tree);
  }
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Changes the language, and remembers it in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  await changeLanguage(language);
  writeStored(languageKey, language);
}
