import { expect, it } from 'vitest';

/** The texts of the product as they are written. */
const sources = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../testing/**'],
  { query: '?raw', import: 'default', eager: true },
);

/** Turns of phrase that a native reader stumbled over. */
const stumbled = [
  'no rule opens',
  'everybody, without login',
  'attached to nobody',
  'begin like this',
  'end like this',
  'stands for all of them',
  'stay when empty',
  'kept apart when empty',
  'leave alone',
  'until somebody deletes them',
  'that no version is left behind',
  'that hide nothing',
  'nothing that the console knows',
  'uploads that never ended',
  "go on'",
  'two looks at whether',
  'is answered at once, its copy',
  'when its copy has been tried',
  'accepts no limit under',
  'next free one when empty',
  'nothing behind it',
  'does not tell when it counted',
  'settings as a document',
  'see what would be, and choose',
  'what is chosen is changed',
  'when this day is over',
  'no event is sent anywhere',
  'place of the bucket',
  "'options of",
  'log of the server tells',
  'nothing at this address',
  'does not go with these resources',
];

const texts = Object.entries(sources).filter(([path]) =>
  /\/(en|fields-text|.*-text)\.ts$/.test(path),
);

it('finds the files of texts', () => {
  expect(texts.length).toBeGreaterThan(15);
});

it.each(stumbled)('no text says “%s”', (phrase) => {
  const saying = texts.filter(([, source]) => source.toLowerCase().includes(phrase));
  expect(saying.map(([path]) => path)).toEqual([]);
});

it('nobody is called a stranger in a text', () => {
  const values = texts.flatMap(([path, source]) =>
    [...source.matchAll(/: ?\n? *(['"])(.*)\1,/g)].map(
      ([, , value = '']) => [path, value] as const,
    ),
  );
  expect(values.filter(([, value]) => /stranger/i.test(value))).toEqual([]);
});

it('the button that shows a secret is called the same everywhere', () => {
  const own = Object.entries(sources).filter(([, source]) => /\bPasswordInput\b/.test(source));
  expect(own.map(([path]) => path)).toEqual(['../ui/secret-input.tsx']);
});
