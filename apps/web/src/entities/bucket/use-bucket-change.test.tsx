import {
  QueryClient,
  QueryClientProvider,
  type QueryKey,
  QueryObserver,
} from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { bucketKeys } from './bucket-keys.ts';
import { useBucketChange } from './use-bucket-change.ts';

const shown = bucketKeys.setting('photos', 'events');

/**
 * The data of two screens: the first load responds at once, a second one of the bucket list never.
 */
async function aCache() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const loads = { list: 0, events: 0 };
  const look = (queryKey: QueryKey, queryFn: () => unknown) =>
    new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  look(bucketKeys.list, () => {
    loads.list += 1;
    return loads.list === 1 ? 'list 1' : new Promise(() => undefined);
  });
  look(shown, () => {
    loads.events += 1;
    return `events ${loads.events}`;
  });
  await waitFor(() => expect(client.isFetching()).toBe(0));
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, loads, wrapper };
}

it('waits for what the screen shows, and loads the rest behind it', async () => {
  const { client, loads, wrapper } = await aCache();
  const { result } = renderHook(() => useBucketChange(async (to: string) => to, { shown }), {
    wrapper,
  });
  await expect(result.current.mutateAsync('put')).resolves.toBe('put');
  expect(client.getQueryData(shown)).toBe('events 2');
  expect(loads).toEqual({ list: 2, events: 2 });
});

it('waits for nothing where the dialog itself shows what came of the change', async () => {
  const { loads, wrapper } = await aCache();
  const { result } = renderHook(() => useBucketChange(async (to: string) => to), { wrapper });
  await expect(result.current.mutateAsync('put')).resolves.toBe('put');
  expect(loads).toEqual({ list: 2, events: 2 });
});

it('writes down what the answer says, and does not load it', async () => {
  const { client, loads, wrapper } = await aCache();
  const { result } = renderHook(
    () =>
      useBucketChange(async (to: string) => `${to} done`, {
        shown,
        answer: (output, input) => [input, output],
      }),
    { wrapper },
  );
  await result.current.mutateAsync('put');
  expect(client.getQueryData(shown)).toEqual(['put', 'put done']);
  expect(loads).toEqual({ list: 2, events: 1 });
});
