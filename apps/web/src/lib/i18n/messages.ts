import { createInstance, type i18n } from 'i18next';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { isolatedText } from '#web/lib/names/visible-name.ts';

/** English texts of a feature; groups may nest. Plurals are `name_one` and `name_other`. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}

type Unplural<K extends string> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K;

/** The keys of a message tree as dotted paths, plurals without their ending. */
export type MessageKey<T extends MessageTree> = {
  [K in keyof T & string]: T[K] extends MessageTree ? `${K}.${MessageKey<T[K]>}` : Unplural<K>;
}[keyof T & string];

/** The texts of one feature: its namespace, and the English source of every key. */
export interface Messages<T extends MessageTree = MessageTree> {
  readonly namespace: string;
  readonly english: T;
}

/** The tree of a text in another language: every key of the English one. */
export type Translation<M extends Messages> = Translated<M['english']>;
type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]>;
};

type Values = Readonly<Record<string, string | number>>;

/** Gives the text of a key, with `{{name}}` filled from values; `count` picks the plural. */
export type Translate<T extends MessageTree> = (key: MessageKey<T>, values?: Values) => string;

let instance: i18n | undefined;

/** The translation library, set up on first use with English as the language of last resort. */
export function translations(): i18n {
  if (instance === undefined) {
    instance = createInstance();
    instance.use(initReactI18next);
    void instance.init({
      lng: 'en',
      fallbackLng: 'en',
      resources: {},
      initAsync: false,
      // React escapes what is markup; values may be names that somebody else has chosen.
      interpolation: { escapeValue: true, escape: isolatedText },
      react: { useSuspense: false },
    });
  }
  return instance;
}

function register(messages: Messages): i18n {
  const i18n = translations();
  if (!i18n.hasResourceBundle('en', messages.namespace)) {
    i18n.addResourceBundle('en', messages.namespace, messages.english);
  }
  return i18n;
}

/** Declares the texts of a feature. They join the library when they are first used. */
export function defineMessages<const T extends MessageTree>(
  namespace: string,
  english: T,
): Messages<T> {
  return { namespace, english };
}

/** The texts of a feature inside a component; it renders again when the language changes. */
export function useText<T extends MessageTree>(messages: Messages<T>): Translate<T> {
  const i18n = register(messages);
  const { t } = useTranslation(messages.namespace, { i18n });
  return useMemo(() => (key, values) => t(key, { ...values }), [t]);
}

/** A text outside of components. */
export function translate<T extends MessageTree>(
  messages: Messages<T>,
  key: MessageKey<T>,
  values?: Values,
): string {
  return register(messages).t(key, { ns: messages.namespace, ...values });
}
