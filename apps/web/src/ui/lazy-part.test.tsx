import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { lazyPart } from './lazy-part.ts';

function Part({ name }: { readonly name: string }) {
  return <p>part {name}</p>;
}

it('draws a part once its code is there', async () => {
  const Lazy = lazyPart(() => Promise.resolve({ Part }), 'Part');
  await renderScreen(
    <Suspense fallback="coming">
      <Lazy name="one" />
    </Suspense>,
  );
  expect(await screen.findByText('part one')).toBeVisible();
});

it('offers to load the page again where the code of a part is gone', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const gone = new TypeError('Failed to fetch dynamically imported module');
  const Lazy = lazyPart((): Promise<{ Part: typeof Part }> => Promise.reject(gone), 'Part');
  await renderScreen(
    <>
      <p>the rest</p>
      <Suspense fallback="coming">
        <Lazy name="one" />
      </Suspense>
    </>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'A part of the console could not be loaded',
  );
  expect(screen.getByRole('button', { name: 'Reload the page' })).toHaveFocus();
  expect(screen.getByText('the rest')).toBeVisible();
  expect(warn).toHaveBeenCalledWith(expect.any(String), gone);
});
