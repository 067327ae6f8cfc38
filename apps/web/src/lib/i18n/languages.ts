import { readStored, writeStored } from '#web/lib/client-state/local-storage.ts';
import { type MessageTree, translations } from './messages.ts';

/** The console's languages, by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** The texts of a language by namespace. */
export type LanguageTexts = Readonly<Record<string, MessageTree>>;

/** Storage key of the chosen language; until there is one, the browser's languages apply. */
const languageKey = 'language';

let loaders: { readonly [L in Language]?: () => Promise<LanguageTexts> } = {};

/** Registers where the texts of languages other than English are loaded from. */
export function offerLanguages(offered: typeof loaders): void {
  loaders = offered;
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}

/**
 * Returns the language chosen in this browser, otherwise the first of the browser's languages that
 * is available.
 */
export function preferredLanguage(): Language {
  const wanted = [readStored(languageKey) ?? '', ...navigator.languages];
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

/** Returns the language of the page. */
export function currentLanguage(): Language {
  const { language } = translations();
  return isLanguage(language) ? language : 'en';
}

/** Changes the language of the page once its texts are loaded. */
export async function changeLanguage(language: Language): Promise<void> {
  const i18n = translations();
  const texts = await loaders[language]?.();
  for (const [namespace, tree] of Object.entries(texts ?? {})) {
    i18n.addResourceBundle(language, namespace, tree);
  }
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Changes the language and stores the choice in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  await changeLanguage(language);
  writeStored(languageKey, language);
}
