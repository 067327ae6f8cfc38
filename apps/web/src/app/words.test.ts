import { ERRORS } from '@stowage/contract/errors';
import { expect, it } from 'vitest';

/** The product's texts as written in the source. */
const sources = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../testing/**'],
  { query: '?raw', import: 'default', eager: true },
);

/** Phrases that native readers stumbled over. */
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
  'had been deleted already',
  'goes on when the browser',
  'the rights of the session',
  'when some of them have ended',
  'at its ends',
  'at the ends.',
  'blanks',
  'has to lie before',
  'is no address',
  'look at the past',
  'may see another network',
  'what answers',
  'storage server says counts',
  'goes with the next restart',
  'wait for a restart',
  'console knows',
  'console does not know',
  'cannot stand here',
  'are not possible here',
  'has no such targets',
  'does not tell',
  'no calls of the last minute',
  'takes the meaning',
  'token that is no longer good',
  'record has come',
  'nothing has come',
  'are there at about',
  'in this time.',
  'those that grew',
  'than a name in the storage can be',
  'what is locked stays',
  'and has no end',
  'machine of the storage itself',
  'what those may do who',
  'environment holds',
  'environment variable of the server holds',
  'that it leaves out stay',
  'does not send browsers',
  'cannot be told',
  'get there',
  'nothing is tried',
  'that one says otherwise',
  'with its next call',
  'names of failed logins are',
  'are in no listing',
  'what was interrupted',
  'one thing that the rule does',
  'those that the target has',
  'a heal that runs here',
  'copies again from good ones',
  'apart from the others',
  'what became of each entry',
  'leave empty so that',
  'get nothing from it',
  'users and groups live there',
  'what lifecycle rules call',
  'upper and lower case count',
  'counted and not listed',
  'while it happens',
  'not what was sent',
  'does not answer as one',
  'take it from its users',
  'force stop ends what runs',
  'look at the new state',
];

const texts = Object.entries(sources).filter(([path]) =>
  /\/(en|fields-text|.*-text)\.ts$/.test(path),
);

/** Server messages are sent with their code and shown unchanged. */
const errors = Object.entries(ERRORS).map(([code, { message }]) => [code, message] as const);

it('finds the files of texts', () => {
  expect(texts.length).toBeGreaterThan(15);
});

it.each(stumbled)('no text says “%s”', (phrase) => {
  const saying = [...texts, ...errors].filter(([, source]) =>
    source.toLowerCase().includes(phrase),
  );
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
