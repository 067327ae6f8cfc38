import { expect, it } from 'vitest';
import { readHeaderText } from './header-text.ts';

it.each([
  ['plain text', 'plain text'],
  ['=?UTF-8?Q?Zo=C3=AB_x=5F?=', 'Zoë x_'],
  ['=?utf-8?b?Wm/Dqw==?=', 'Zoë'],
  ['=?ISO-8859-1?q?Zo=EB?= and more', 'Zoë and more'],
  ['=?UTF-8?q?one?= =?UTF-8?q?two?=', 'onetwo'],
  ['=?nothing?q?x?=', '=?nothing?q?x?='],
  ['=?UTF-8?x?abc?=', '=?UTF-8?x?abc?='],
  ['a=?b', 'a=?b'],
  [Buffer.from('Zoë 😀').toString('latin1'), 'Zoë 😀'],
  ['Zo\u00eb in Latin-1', 'Zo\u00eb in Latin-1'],
])('reads %j as %j', (text, decoded) => {
  expect(readHeaderText(text)).toBe(decoded);
});
