import { createInstance, type i18n } from 'i18next';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { isolatedText } from '#web/lib/names/visible-name.ts';

/** English texts of a feature, in nestable groups. Plurals are `name_one` and `name_other`. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}

type Unplural<K extends string> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K;

/** The keys of a message tree as dotted paths, plurals without their suffix. */
export type MessageKey<T extends MessageTree> = {
  [K in keyof T & string]: T[K] extends MessageTree ? `${K}.${MessageKey<T[K]>}` : Unplural<K>;
}[keyof T & string];

/** The texts of one feature: its namespace, and the English source of every key. */
export interface Messages<T extends MessageTree = MessageTree> {
  readonly namespace: string;
  readonly english: T;
}

/** The structure of a translation: it has every key of the English texts. */
export type Translation<M extends Messages> = Translated<M['english']>;
type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]>;
};

type Values = Readonly<Record<string, string | number>>;

/** Returns the text for a key, with `{{name}}` replaced by values; `count` selects the plural. */
export type Translate<T extends MessageTree> = (key: MessageKey<T>, values?: Values) => string;

let instance: i18n | undefined;

/** Returns the translation library, initialised on first use with English as the fallback. */
export function translations(): i18n {
  if (instance === undefined) {
    instance = createInstance();
    instance.use(initReactI18next);
    void instance.init({
      lng: 'en',
      fallbackLng: 'en',
      resources: {},
      initAsync: false,
      // React escapes markup; values may be untrusted names.
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

/** Declares the texts of a feature. They are added to the library on first use. */
export function defineMessages<const T extends MessageTree>(
  namespace: string,
  english: T,
): Messages<T> {
  return { namespace, english };
}

/**
 * Returns the texts of a feature inside a component, which re-renders when the language changes.
 */
export function useText<T extends MessageTree>(messages: Messages<T>): Translate<T> {
  const i18n = register(messages);
  const { t } = useTranslation(messages.namespace, { i18n });
  return useMemo(() => (key, values) => t(key, { ...values }), [t]);
}

/** Translates a text outside components. */
export function translate<T extends MessageTree>(
  messages: Messages<T>,
  key: MessageKey<T>,
  values?: Values,
): string {
  return register(messages).t(key, { ns: messages.namespace, ...values });
}
