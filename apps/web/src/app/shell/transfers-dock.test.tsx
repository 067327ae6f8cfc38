import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TransferContext } from '#web/entities/transfers/transfer-context.ts';
import { TransferStore } from '#web/entities/transfers/transfer-store.ts';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { fakeServer } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { transferParts } from '#web/testing/transfer-parts.ts';
import { Shell } from './shell.tsx';

describe('the transfers dock', () => {
  it('is there with the page, so that the end of the quickest upload is told [OBJ-12]', async () => {
    fakeServer({ 'jobs.list': () => ({ jobs: [] }) });
    let id = 0;
    const store = new TransferStore({
      ...transferParts(),
      send: async () => undefined,
      now: () => 0,
      newId: () => `${id++}`,
    });
    await renderScreen(
      <TransferContext value={store}>
        <Shell onLogout={() => undefined}>
          <h1>Page</h1>
        </Shell>
      </TransferContext>,
    );
    const file = new File(['x'], 'a.txt');
    await act(async () => store.upload([{ path: 'a.txt', file }], { bucket: 'b', folder: '' }));
    expect(clientState().modalSnackBar?.message).toBe('Object(s) uploaded successfully.');
    expect(screen.getByRole('region', { name: 'Transfers' })).toHaveTextContent('a.txt');
  });
});
