import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aBucket } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { BucketsPage } from '../buckets-page.tsx';

const photos = aBucket({ name: 'photos', details: { versioning: true } });
const films = aBucket({ name: 'films', details: { versioning: false } });

const ok = (originBucket: string) => ({ originBucket, targetBucket: originBucket });
const refused = { ...ok('films'), errorString: 'the target has no versioning' };

async function open(handlers: Handlers = {}) {
  const server = fakeServer({
    'buckets.list': () => ({ buckets: [photos, films], total: 2 }),
    'buckets.listAccess': () => ({ access: {}, anonymous: [] }),
    'buckets.hasPermission': ({ body }) => ({
      permissions: body.actions.map(({ id }) => ({ id, can: true })),
    }),
    'bucketAdmin.listExternalBuckets': () => ({
      buckets: [{ name: 'photos' }, { name: 'films' }, { name: 'other' }],
      total: 3,
    }),
    'bucketAdmin.setReplication': () => ({ replicationState: [ok('photos'), ok('films')] }),
    ...handlers,
  });
  const rendered = await renderScreen(<BucketsPage />, { route: '/buckets' });
  return { ...rendered, server };
}

const control = () => screen.getByRole('button', { name: 'Set Replication' });

async function openWizard(user: UserEvent, names = ['photos', 'films']) {
  await screen.findByRole('link', { name: 'photos' });
  await user.click(screen.getByRole('button', { name: 'Bulk Select' }));
  for (const name of names) {
    await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
  }
  await user.click(control());
  return within(await screen.findByRole('dialog', { name: 'Set Multiple Bucket Replication' }));
}

type Dialog = Awaited<ReturnType<typeof openWizard>>;

function fillRemote(dialog: Dialog) {
  for (const [label, value] of [
    [/^Access Key/, 'replicator'],
    [/^Secret Key/, 'replicator-secret'],
    [/^Target URL/, 'backup.example.test:9000'],
  ] as const) {
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  }
}

async function goToAssignments(user: UserEvent, dialog: Dialog) {
  fillRemote(dialog);
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  await dialog.findByLabelText('Remote bucket for photos', { selector: 'input' });
}

const create = (dialog: Dialog) => dialog.getByRole('button', { name: 'Create' });

afterEach(() => {
  vi.useRealTimers();
});

describe('the control Set Replication', () => {
  it('waits for a selection and opens the wizard [BUCKETS-06] [BUCKETS-23]', async () => {
    const { user } = await open();
    await screen.findByRole('link', { name: 'photos' });
    expect(control()).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Bulk Select' }));
    expect(control()).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'Select photos' }));
    expect(control()).not.toBeDisabled();
    await user.click(control());
    await screen.findByRole('dialog', { name: 'Set Multiple Bucket Replication' });
  });

  it('names buckets whose replication the account may not set', async () => {
    const mine = aBucket({ name: 'films', allowedActions: ['s3:ListBucket'] });
    const { user } = await open({ 'buckets.list': () => ({ buckets: [photos, mine], total: 2 }) });
    await screen.findByRole('link', { name: 'films' });
    await user.click(screen.getByRole('button', { name: 'Bulk Select' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select films' }));
    expect(control()).toBeDisabled();
    await user.hover(control());
    expect(await screen.findByText('Your account may not set replication of films.')).toBeDefined();
  });
});

describe('the step Remote Configuration', () => {
  it('has its defaults and advice [BREPL-01] [BREPL-03] [BREPL-04] [BREPL-05] [BREPL-06] [BREPL-07]', async () => {
    const { user } = await open();
    const dialog = await openWizard(user);
    const steps = within(dialog.getByRole('group', { name: 'Steps' })).getAllByRole('button');
    expect(steps).toHaveLength(2);
    expect(steps[0]).toHaveTextContent('Remote Configuration, current step');
    expect(steps[1]).toHaveTextContent('Bucket Assignments, not visited');
    expect(steps[0]).toHaveAttribute('aria-current', 'step');
    expect(steps[1]).toBeDisabled();
    expect(dialog.getByText(/Do not use root credentials/)).toBeDefined();
    expect(dialog.getByLabelText('Replication Mode')).toHaveValue('async');
    expect(dialog.getByLabelText('Bandwidth per second')).toHaveValue('100');
    expect(dialog.getByLabelText('Bandwidth unit')).toHaveValue('GiB');
    expect(dialog.getByLabelText('Health Check Period')).toHaveValue('60');
    expect(dialog.getByRole('checkbox', { name: 'Use TLS' })).toBeChecked();
    expect(dialog.getByRole('button', { name: 'Next' })).toBeDisabled();
  });

  it('asks for no bandwidth when synchronous, and for whole numbers [BREPL-09] [BREPL-10]', async () => {
    const { user } = await open();
    const dialog = await openWizard(user);
    await user.clear(dialog.getByLabelText('Health Check Period'));
    await user.type(dialog.getByLabelText('Health Check Period'), '1.5');
    expect(dialog.getByText('Enter a whole number of seconds.')).toBeDefined();
    await user.selectOptions(dialog.getByLabelText('Replication Mode'), 'sync');
    expect(dialog.queryByLabelText('Bandwidth per second')).toBeNull();
  });

  it('asks the remote server for its buckets and goes on [BREPL-11] [BREPL-12] [BREPL-13]', async () => {
    const { user, server } = await open();
    const dialog = await openWizard(user);
    await user.click(dialog.getByRole('checkbox', { name: 'Use TLS' }));
    await goToAssignments(user, dialog);
    expect(server.calls('bucketAdmin.listExternalBuckets')[0]?.body).toEqual({
      accessKey: 'replicator',
      secretKey: 'replicator-secret',
      targetURL: 'http://backup.example.test:9000',
      useTLS: false,
    });
    const second = dialog.getByRole('region', { name: 'Step 2 of 2: Bucket Assignments' });
    expect(second).toHaveFocus();
    expect(within(second).getByText('http://backup.example.test:9000')).toBeDefined();
  });

  it.each([
    ['RemoteRefused', 'The remote server refused the credentials.'],
    ['RemoteUnreachable', 'The remote server cannot be reached.'],
  ] as const)('stays when the answer is %s', async (code, message) => {
    const { user } = await open({ 'bucketAdmin.listExternalBuckets': () => fail(code) });
    const dialog = await openWizard(user);
    fillRemote(dialog);
    await user.click(dialog.getByRole('button', { name: 'Next' }));
    expect(await dialog.findByText(message)).toBeDefined();
    expect(dialog.getByLabelText(/^Access Key/)).toHaveValue('replicator');
  });
});

describe('the step Bucket Assignments', () => {
  it('pairs each bucket with a remote one and sends the whole request [BREPL-02] [BREPL-14]', async () => {
    const { user, server } = await open();
    const dialog = await openWizard(user);
    await user.type(dialog.getByLabelText('Region'), 'eu-1');
    await goToAssignments(user, dialog);
    expect(dialog.getByText(/Not versioned: films\./)).toBeDefined();
    await user.click(dialog.getByLabelText('Remote bucket for films', { selector: 'input' }));
    await user.click(await screen.findByRole('option', { name: 'other' }));
    await user.click(create(dialog));
    await waitFor(() => expect(server.calls('bucketAdmin.setReplication')).toHaveLength(1));
    expect(server.calls('bucketAdmin.setReplication')[0]?.body).toMatchObject({
      accessKey: 'replicator',
      secretKey: 'replicator-secret',
      targetURL: 'https://backup.example.test:9000',
      region: 'eu-1',
      syncMode: 'async',
      bandwidth: 100 * 1024 ** 3,
      healthCheckPeriod: 60,
      replicateDeletes: true,
      bucketsRelation: [
        { originBucket: 'photos', destinationBucket: 'photos' },
        { originBucket: 'films', destinationBucket: 'other' },
      ],
    });
  });

  it('closes when all went well; list and selection are new [BREPL-15] [BREPL-16] [BUCKETS-22]', async () => {
    const { user, server } = await open();
    const dialog = await openWizard(user);
    await goToAssignments(user, dialog);
    const before = server.calls('buckets.list').length;
    await user.click(create(dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls('buckets.list').length).toBeGreaterThan(before);
    expect(screen.getByText('0 selected')).toBeDefined();
  });

  it('ticks what went well, keeps what did not, with its reason [BREPL-17] [BREPL-18] [BREPL-19] [BREPL-20]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user } = await open({
      'bucketAdmin.setReplication': ({ body }) => ({
        replicationState:
          body.bucketsRelation.length === 2 ? [ok('photos'), refused] : [ok('films')],
      }),
    });
    const dialog = await openWizard(user);
    await goToAssignments(user, dialog);
    vi.useRealTimers();
    vi.useFakeTimers();
    create(dialog).click();
    await act(() => vi.advanceTimersByTimeAsync(450));
    expect(dialog.getByRole('img', { name: 'photos is replicated' })).toBeDefined();
    const failed = { name: 'films could not be replicated: the target has no versioning' };
    expect(dialog.getByRole('button', failed)).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(dialog.queryByLabelText('Remote bucket for photos', { selector: 'input' })).toBeNull();
    expect(dialog.getByLabelText('Remote bucket for films', { selector: 'input' })).toBeDefined();
    vi.useRealTimers();
    await user.hover(dialog.getByRole('button', failed));
    expect(await screen.findByRole('tooltip')).toHaveTextContent('the target has no versioning');
    expect(screen.getByText('1 selected')).toBeDefined();
    await user.click(create(dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('leads back when the remote server has no bucket', async () => {
    const { user } = await open({
      'bucketAdmin.listExternalBuckets': () => ({ buckets: [], total: 0 }),
    });
    const dialog = await openWizard(user);
    await goToAssignments(user, dialog);
    expect(
      dialog.getByText('No buckets on the remote server are visible with these credentials'),
    ).toBeDefined();
    expect(create(dialog)).toBeDisabled();
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    expect(dialog.getByLabelText(/^Access Key/)).toHaveValue('replicator');
  });

  it('shows a failure of the whole call in the dialog', async () => {
    const { user } = await open({ 'bucketAdmin.setReplication': () => fail('AccessDenied') });
    const dialog = await openWizard(user);
    await goToAssignments(user, dialog);
    await user.click(create(dialog));
    expect(
      await dialog.findByText('Your account has no permission for this action.'),
    ).toBeDefined();
    expect(create(dialog)).not.toBeDisabled();
  });
});

it('remembers nothing secret when the wizard is closed', async () => {
  const { user, queryClient } = await open();
  const dialog = await openWizard(user);
  await goToAssignments(user, dialog);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(dialog.getByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const kept = () =>
    JSON.stringify(
      queryClient
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
    );
  await waitFor(() => expect(kept()).not.toContain('replicator-secret'));
  const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]);
  expect(stored).not.toContain('replicator');
  await user.click(control());
  const again = within(await screen.findByRole('dialog'));
  expect(again.getByLabelText(/^Secret Key/)).toHaveValue('');
});
