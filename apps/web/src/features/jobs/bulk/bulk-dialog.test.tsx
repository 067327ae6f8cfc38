import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { fail } from '#web/testing/fake-server.ts';
import { openBulk } from '../testing/open-bulk.tsx';

const button = (name: string) => screen.getByRole('button', { name });

it('copies to a folder of another bucket by a rule, and says how much that is', async () => {
  const { server, user, onStarted } = await openBulk({});
  expect(await screen.findByText(/1,234 objects, 2(.0)? KiB/)).toBeVisible();
  await screen.findByRole('option', { name: 'archive' });
  await user.selectOptions(screen.getByLabelText('To bucket'), 'archive');
  await user.clear(screen.getByLabelText('To folder'));
  await user.type(screen.getByLabelText('To folder'), '/old/2025');
  await user.click(screen.getByLabelText(/^Keep both/));
  await user.click(screen.getByRole('switch', { name: 'Keep tags' }));
  await user.click(button('Copy'));
  await waitFor(() => expect(onStarted).toHaveBeenCalledOnce());
  expect(server.calls('jobs.start')[0]?.body).toEqual({
    kind: 'copy',
    bucket: 'my-bucket',
    selection: { items: ['photos/2025/'] },
    target: { bucket: 'archive', prefix: 'old/2025/' },
    conflict: 'keep-both',
    metadata: true,
    tags: false,
  });
  expect(clientState().modalSnackBar).toMatchObject({
    message: expect.stringMatching(/has started/),
  });
});

it('does not move a folder into itself', async () => {
  const { server, user } = await openBulk({ kind: 'move' });
  const folder = screen.getByLabelText('To folder');
  await user.clear(folder);
  await user.type(folder, 'photos/2025/inside');
  await user.click(button('Move'));
  expect(await screen.findByText('A folder cannot be copied or moved into itself.')).toBeVisible();
  expect(server.calls('jobs.start')).toHaveLength(0);
  expect(screen.getByText(/Earlier versions stay where they are/)).toBeVisible();
});

it('gives an object another name in its folder', async () => {
  const { server, user } = await openBulk({
    kind: 'rename',
    selection: { items: ['photos/a b.jpg'] },
  });
  const name = screen.getByLabelText('New name');
  expect(name).toHaveValue('a b.jpg');
  await user.clear(name);
  await user.type(name, 'ü/c');
  await user.click(button('Rename'));
  expect(await screen.findByText('A name cannot contain /.')).toBeVisible();
  await user.clear(name);
  await user.type(name, 'ü.jpg');
  await user.click(button('Rename'));
  await waitFor(() => expect(server.calls('jobs.start')).toHaveLength(1));
  expect(server.calls('jobs.start')[0]?.body).toMatchObject({
    kind: 'move',
    target: { bucket: 'my-bucket', prefix: 'photos/', name: 'ü.jpg' },
  });
});

it('deletes all that a search finds, with its versions where somebody says so', async () => {
  const { server, user } = await openBulk(
    { kind: 'delete', selection: { prefix: 'photos/', search: '*.jpg' } },
    { 'jobs.preview': () => ({ objects: 52_000, bytes: 0, complete: false }) },
  );
  expect(await screen.findByText(/at least 52,000 objects/)).toBeVisible();
  expect(screen.getByText(/Everything in 'photos' that matches the search/)).toBeVisible();
  expect(button('Delete')).toBeDisabled();
  await user.click(screen.getByRole('switch', { name: /^Delete all versions/ }));
  expect(screen.getByText('This cannot be undone.')).toBeVisible();
  await user.type(screen.getByLabelText('Type photos to confirm'), 'photos');
  await user.click(button('Delete'));
  await waitFor(() => expect(server.calls('jobs.start')).toHaveLength(1));
  expect(server.calls('jobs.start')[0]?.body).toEqual({
    kind: 'delete',
    bucket: 'my-bucket',
    selection: { prefix: 'photos/', search: '*.jpg' },
    versions: true,
  });
});

it('shows why a job was not started, and that nobody could count', async () => {
  const { user } = await openBulk(
    {},
    { 'jobs.start': () => fail('TooManyJobs'), 'jobs.preview': () => fail('AccessDenied') },
  );
  expect(await screen.findByText(/could not be counted: Your account/)).toBeVisible();
  const folder = screen.getByLabelText('To folder');
  await user.clear(folder);
  await user.click(button('Copy'));
  expect(await screen.findByText(/Too many jobs are waiting or running/)).toBeVisible();
});
