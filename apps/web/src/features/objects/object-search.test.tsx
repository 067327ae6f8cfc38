import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anObject, decode, names, open, photos, serverWith } from './testing/test-browser.tsx';

describe('a search', () => {
  it('finds what lies below the folder too, and shows where', async () => {
    const server = serverWith(photos);
    const { user, history } = await open('/buckets/my-bucket/browse/?search=x.jpg');
    await waitFor(() => expect(names()).toEqual(['photos/2025/x.jpg']));
    expect(server.calls('objects.list')[0]?.query).toMatchObject({
      search: 'x.jpg',
      recursive: 'true',
    });
    await user.click(screen.getByRole('link', { name: 'photos/2025/x.jpg' }));
    expect(history.location.pathname).toBe('/buckets/my-bucket/browse/photos/2025/x.jpg');
    expect(history.location.search).toBe('');
  });

  it('says how far it is, can be stopped, and goes on from there', async () => {
    const answers: PromiseWithResolvers<void>[] = [];
    const server = serverWith([], {
      'objects.list': async ({ query }) => {
        const page = Number(query.cursor ?? 0);
        const answer = Promise.withResolvers<void>();
        answers[page] = answer;
        await answer.promise;
        const objects = [anObject({ name: `photos/hit-${page}` })];
        return { objects, total: 1, scanned: 1000, ...(page < 2 && { next: `${page + 1}` }) };
      },
    });
    const { user } = await open('/buckets/my-bucket/browse/photos/?search=hit');
    expect(await screen.findByText('0 found so far, 0 objects searched…')).toBeDefined();
    await waitFor(() => expect(answers[0]).toBeDefined());
    answers[0]?.resolve();
    expect(await screen.findByText('1 found so far, 1,000 objects searched…')).toBeDefined();
    expect(names()).toEqual(['hit-0']);
    await waitFor(() => expect(answers[1]).toBeDefined());
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText('Stopped: 1 found, 1,000 objects searched.')).toBeDefined();
    answers[1]?.resolve();
    expect(names()).toEqual(['hit-0']);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(server.calls('objects.list')).toHaveLength(3));
    answers[1]?.resolve();
    await waitFor(() => expect(answers[2]).toBeDefined());
    answers[2]?.resolve();
    expect(await screen.findByText('3 found, 3,000 objects searched.')).toBeDefined();
    expect(names()).toEqual(['hit-0', 'hit-1', 'hit-2']);
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(screen.queryByText(/objects searched/)).toBeNull());
  });

  it('is bounded by size and time in its options, which check what is typed', async () => {
    const server = serverWith(photos);
    const { user, history } = await open();
    await user.click(await screen.findByRole('button', { name: 'Search options' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Search options' }));
    const type = async (label: string, text: string) => {
      await user.clear(dialog.getByLabelText(label));
      await user.type(dialog.getByLabelText(label), text);
    };
    await type('Name', '*.jpg');
    await type('Smallest size', 'big');
    await type('Largest size', '3 KiB');
    await user.click(dialog.getByRole('button', { name: 'Search' }));
    expect(await dialog.findByText('Enter a size such as 10 MiB.')).toBeDefined();
    await type('Smallest size', '4 KiB');
    await user.click(dialog.getByRole('button', { name: 'Search' }));
    expect(await dialog.findByText('The largest size is below the smallest.')).toBeDefined();
    await type('Smallest size', '2 KiB');
    await type('Modified from', '2020-01-01T00:00:00');
    await user.click(dialog.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(names()).toEqual(['b.jpg']));
    expect(server.calls('objects.list').at(-1)?.query).toMatchObject({
      search: '*.jpg',
      min_size: 2048,
      max_size: 3072,
      modified_after: new Date('2020-01-01T00:00:00').toISOString(),
    });
    expect(history.location.search).toContain('minSize=2048');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(names()).toHaveLength(4));
    expect(history.location.search).toBe('');
  });
});

describe('jumping to a name', () => {
  it('begins where typing on a row says, and comes back to the start', async () => {
    const server = serverWith(photos);
    const { user, history } = await open();
    const [first] = await screen.findAllByRole('row', { name: /jpg/ });
    first?.focus();
    await user.keyboard('b');
    const field = await screen.findByLabelText('Jump to');
    expect(document.activeElement).toBe(field);
    expect(field).toHaveProperty('value', 'b');
    await user.keyboard('.j{Enter}');
    await waitFor(() => expect(names()).toEqual(['b.jpg', 'c.jpg']));
    expect(screen.queryByLabelText('Jump to')).toBeNull();
    expect(decode(server.calls('objects.list').at(-1)?.query.start)).toBe('photos/b.j');
    expect(history.location.search).toBe('?from=b.j');
    expect(screen.getByText('Showing names from “b.j” onwards.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Show from the start' }));
    await waitFor(() => expect(names()).toHaveLength(4));
  });

  it('is offered in the menu too, and is given up with Escape', async () => {
    serverWith(photos);
    const { user, history } = await open();
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Jump to a name' }));
    await user.type(await screen.findByLabelText('Jump to'), 'b{Escape}');
    expect(screen.queryByLabelText('Jump to')).toBeNull();
    expect(history.location.search).toBe('');
  });
});
