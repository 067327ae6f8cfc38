import { expect, it } from 'vitest';
import { capitalised } from './capitalised.ts';

it.each([
  ['the server is away', 'The server is away'],
  ['über alles', 'Über alles'],
  ['stopped.', 'Stopped.'],
  ['identity_openid: config_url: no answer', 'identity_openid: config_url: no answer'],
  ['good1:webhook: no answer', 'good1:webhook: no answer'],
  ['client_email is missing', 'client_email is missing'],
  ['comment: two lines', 'comment: two lines'],
  ['', ''],
])('%j stands on the screen as %j', (text, shown) => {
  expect(capitalised(text)).toBe(shown);
});
