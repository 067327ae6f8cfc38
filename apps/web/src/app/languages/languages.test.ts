import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorFromBody } from '#web/lib/api/api-error.ts';
import {
  changeLanguage,
  chooseLanguage,
  offerLanguages,
  preferredLanguage,
} from '#web/lib/i18n/languages.ts';
import {
  defineMessages,
  type MessageTree,
  translate,
  translations,
} from '#web/lib/i18n/messages.ts';
import { ENGLISH_TEXTS } from '#web/testing/english-texts.ts';
import { languages } from '../languages.ts';
import { german } from './german.ts';

/** The texts of a tree, by their dotted keys. */
function flat(tree: MessageTree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : flat(value, `${prefix}${key}.`),
  );
}

const values = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

describe('German', () => {
  it('has the texts of every room', () => {
    expect(ENGLISH_TEXTS.length).toBeGreaterThan(20);
    expect(Object.keys(german).sort()).toEqual(
      ENGLISH_TEXTS.map(({ namespace }) => namespace).sort(),
    );
  });

  it.each(ENGLISH_TEXTS.map((messages) => [messages.namespace, messages] as const))(
    'says everything of %s, with the same values',
    (namespace, messages) => {
      const texts = Object.fromEntries(flat(german[namespace] ?? {}));
      const source = flat(messages.english);
      expect(Object.keys(texts).sort()).toEqual(source.map(([key]) => key).sort());
      for (const [key, text] of source) expect(values(texts[key] ?? ''), key).toEqual(values(text));
    },
  );

  it('calls the reader Sie and writes ASCII quotes nowhere', () => {
    const texts = Object.values(german).flatMap((tree) => flat(tree));
    expect(texts.filter(([, text]) => /\b(?:du|dein|deine[rnms]?)\b|["']/i.test(text))).toEqual([]);
  });
});

describe('the language of the page', () => {
  afterEach(async () => {
    vi.restoreAllMocks();
    localStorage.clear();
    await changeLanguage('en');
  });

  const title = defineMessages('buckets', { delete: 'Delete' });

  it('is the first of the browser that there is, until another is chosen', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-CA', 'de-AT', 'en']);
    expect(preferredLanguage()).toBe('de');
    offerLanguages(languages);
    await chooseLanguage('en');
    expect(preferredLanguage()).toBe('en');
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr']);
    localStorage.clear();
    expect(preferredLanguage()).toBe('en');
  });

  it('comes with its texts, and the page says which it is', async () => {
    offerLanguages(languages);
    await changeLanguage('de');
    expect(translate(title, 'delete')).toBe('Löschen');
    expect(document.documentElement.lang).toBe('de');
  });

  it('stays as it is when its texts cannot be loaded', async () => {
    offerLanguages({ de: () => Promise.reject(new Error('offline')) });
    await expect(chooseLanguage('de')).rejects.toThrow('offline');
    expect(translations().language).toBe('en');
    expect(localStorage.getItem('language')).toBeNull();
  });

  it('tells errors of the server by their code, and keeps what it says more', async () => {
    offerLanguages(languages);
    await changeLanguage('de');
    const body = {
      code: 409,
      errorCode: 'BucketExists',
      message: 'A bucket with this name exists already.',
      detailedMessage: "'photos' is taken.",
    };
    expect(errorFromBody({ status: 409, body })).toMatchObject({
      message: 'Ein Bucket mit diesem Namen existiert bereits.',
      detail: "'photos' is taken.",
    });
    expect(errorFromBody({ status: 418, body: { message: 'of a proxy' } }).message).toBe(
      'Of a proxy',
    );
  });
});
