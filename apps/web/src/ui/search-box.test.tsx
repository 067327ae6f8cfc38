import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { SearchBox } from './search-box.tsx';

it.each([
  ['a key of its own', false],
  ['the 7 with Shift, as on German keyboards', true],
])('goes to the search where / is %s', async (_keyboard, shiftKey) => {
  await renderScreen(<SearchBox label="Filter Buckets" value="" onChange={() => undefined} />);
  fireEvent.keyDown(document.body, { key: '/', shiftKey });
  expect(screen.getByRole('searchbox', { name: 'Filter Buckets' })).toHaveFocus();
});
