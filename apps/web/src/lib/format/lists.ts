import { translations } from '#web/lib/i18n/messages.ts';

/** Formats words as a list in a sentence, such as 'list, read and write'. */
export function formatList(words: readonly string[]): string {
  const { language } = translations();
  return new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(words);
}
