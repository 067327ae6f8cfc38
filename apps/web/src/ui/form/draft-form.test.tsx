import { NumberInput, Switch, TextInput } from '@mantine/core';
import { BucketQuota } from '@stowage/contract/buckets';
import { useMutation } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api-error.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { type DialogFrame, useDialog } from '../use-dialog.ts';
import { schemaErrors, useDraftForm } from './draft-form.ts';

interface State {
  readonly amount: number;
  readonly revision: string;
}

interface LimitDialogProps {
  readonly save?: (body: unknown) => Promise<unknown>;
}

/** A limit with a name, as a screen might have it. */
function LimitDialog({ save, ...frame }: LimitDialogProps & DialogFrame) {
  const [state, setState] = useState<State>({ amount: 5, revision: 'r1' });
  const form = useDraftForm({
    state,
    valuesOf: ({ amount }) => ({ name: '', enabled: true, amount: amount as number | string }),
    errorsOf: ({ name, enabled, amount }) => ({
      name: name === '' ? 'Enter a name.' : undefined,
      ...schemaErrors(BucketQuota, { enabled, amount }, { amount: 'Enter an amount.' }),
    }),
    follow: (values) => (values.name === 'off' ? { ...values, enabled: false } : values),
  });
  const sending = useMutation({
    mutationFn: (body: unknown) => save?.(body) ?? Promise.resolve(),
    onSuccess: frame.onClose,
    meta: { errors: 'dialog' },
  });
  return (
    <FormDialog
      {...frame}
      title="Limit"
      submitLabel="Save"
      form={form}
      busy={sending.isPending}
      onSubmit={() => sending.mutate({ ...form.values, ...form.base })}
      onReload={() => form.restart({ amount: 9, revision: 'r2' })}
    >
      <button type="button" onClick={() => setState({ amount: 7, revision: 'r9' })}>
        Another state is loaded
      </button>
      <TextInput label="Name" {...form.input('name')} />
      <Switch label="Enabled" {...form.checkbox('enabled')} />
      <NumberInput label="Amount" {...form.input('amount')} />
    </FormDialog>
  );
}

function Limit(props: LimitDialogProps) {
  const dialog = useDialog<true>();
  return (
    <>
      <button type="button" onClick={() => dialog.open(true)}>
        Open
      </button>
      {dialog.subject && <LimitDialog key={dialog.turn} {...props} {...dialog.frame} />}
    </>
  );
}

async function open(props: LimitDialogProps = {}, options = {}) {
  const rendered = await renderScreen(<Limit {...props} />, options);
  await rendered.user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog', { name: 'Limit' });
  return rendered;
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const save = () => screen.getByRole('button', { name: 'Save' });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const refusal = (parts: object) =>
  vi.fn(() => Promise.reject(new ApiError({ status: 400, message: 'It is wrong', ...parts })));

describe('what is wrong with a form', () => {
  it('is said under a field once it was changed, and goes when it is mended', async () => {
    const { user } = await open();
    const amount = await field('Amount');
    expect(screen.queryByText('Enter a name.')).toBeNull();
    await user.clear(amount);
    expect(screen.getByText('Enter an amount.')).toBeVisible();
    expect(amount).toHaveAttribute('aria-invalid', 'true');
    await user.type(amount, '3');
    expect(screen.queryByText('Enter an amount.')).toBeNull();
  });

  it('keeps it from being sent: the button names it, and the first wrong field is shown', async () => {
    const send = vi.fn(() => Promise.resolve());
    const { user } = await open({ save: send });
    await user.clear(await field('Amount'));
    expect(save()).toBeDisabled();
    expect(save()).toHaveAttribute('title', 'Enter a name. Enter an amount.');
    await user.click(save());
    expect(await field('Name')).toHaveFocus();
    expect(screen.getByText('Enter a name.')).toBeVisible();
    expect(send).not.toHaveBeenCalled();
    await user.type(await field('Name'), 'a{Enter}');
    expect(await field('Amount')).toHaveFocus();
    expect(send).not.toHaveBeenCalled();
  });

  it('shows what the server says of a field there, until it is changed', async () => {
    const send = refusal({ code: 'InvalidInput', field: 'name', detail: 'It is taken' });
    const { user } = await open({ save: send });
    await user.type(await field('Name'), 'a{Enter}');
    expect(await screen.findByText('It is taken', { selector: 'p' })).toBeVisible();
    await user.type(await field('Name'), 'b');
    expect(screen.queryByText('It is taken', { selector: 'p' })).toBeNull();
    expect(save()).not.toBeDisabled();
  });
});

describe('a form that was refused', () => {
  async function sentAndRefused(send: (user: UserEvent) => Promise<void>, parts: object) {
    const answer = Promise.withResolvers<unknown>();
    const { user } = await open({ save: () => answer.promise });
    await user.type(await field('Name'), 'a');
    await send(user);
    await waitFor(async () => expect(await field('Name')).toBeDisabled());
    // Nothing has the focus, as where browsers take it away from what is disabled.
    const other = document.body.appendChild(document.createElement('input'));
    other.focus();
    other.remove();
    expect(document.body).toHaveFocus();
    answer.reject(new ApiError({ status: 400, message: 'It is wrong', ...parts }));
    await screen.findByText('It is wrong');
  }

  it('gives the focus back to what had it', async () => {
    await sentAndRefused(async (user) => user.type(await field('Amount'), '{Enter}'), {});
    await waitFor(async () => expect(await field('Amount')).toHaveFocus());
  });

  it('gives it to the field that the server names', async () => {
    const parts = { code: 'InvalidInput', field: 'name', detail: 'It is taken' };
    await sentAndRefused((user) => user.click(save()), parts);
    await waitFor(async () => expect(await field('Name')).toHaveFocus());
  });
});

describe('a draft', () => {
  it('changes what follows from a change', async () => {
    const { user } = await open();
    await user.type(await field('Name'), 'off');
    expect(await field('Enabled')).not.toBeChecked();
  });

  it('keeps its base while a newer state is loaded, and begins again from it when told', async () => {
    const send = refusal({ code: 'ChangedMeanwhile' });
    const { user } = await open({ save: send });
    await user.type(await field('Name'), 'a');
    await user.click(screen.getByRole('button', { name: 'Another state is loaded' }));
    expect(await field('Amount')).toHaveValue('5');
    await user.click(save());
    expect(send).toHaveBeenLastCalledWith(expect.objectContaining({ revision: 'r1', name: 'a' }));
    await user.click(await screen.findByRole('button', { name: 'Load the new state' }));
    expect(await field('Amount')).toHaveValue('9');
    expect(await field('Name')).toHaveValue('');
    await user.type(await field('Name'), 'b{Enter}');
    expect(send).toHaveBeenLastCalledWith(expect.objectContaining({ revision: 'r2', name: 'b' }));
  });

  it('begins afresh each time its dialog opens, and gives the focus back', async () => {
    const { user } = await open();
    await user.type(await field('Name'), 'a{Enter}');
    await closed();
    const opener = screen.getByRole('button', { name: 'Open' });
    await waitFor(() => expect(opener).toHaveFocus());
    await user.click(opener);
    expect(await field('Name')).toHaveValue('');
  });
});

describe('unsaved work', () => {
  it.each(['Cancel', 'Close'])('is asked for before %s leaves it', async (button) => {
    const { user } = await open();
    await user.type(await field('Name'), 'a');
    await user.click(screen.getByRole('button', { name: button }));
    expect(screen.getByText('There are unsaved changes.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(await field('Name')).toHaveValue('a');
    expect(document.body).not.toHaveFocus();
    await user.click(screen.getByRole('button', { name: button }));
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    await closed();
  });

  it('is gone on with where it was', async () => {
    const { user } = await open();
    await user.type(await field('Name'), 'a{Escape}');
    expect(await screen.findByRole('button', { name: 'Keep editing' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await field('Name')).toHaveFocus();
  });

  it('is not asked for where there is none', async () => {
    const { user } = await open();
    await user.type(await field('Name'), 'a{Backspace}');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await closed();
  });

  it('holds a navigation until somebody has said so', async () => {
    const { user, history } = await open({}, { route: '/buckets' });
    await user.type(await field('Name'), 'a');
    await act(async () => history.push('/tools'));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(history.location.pathname).toBe('/buckets');
    await act(async () => history.push('/tools'));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(history.location.pathname).toBe('/tools'));
  });

  it('goes with its dialog where the page below stays', async () => {
    const { user, history } = await open({}, { route: '/buckets?section=users' });
    await user.type(await field('Name'), 'a');
    await act(async () => history.push('/buckets'));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await closed();
    expect(history.location.search).toBe('');
  });

  it('is none once it was sent, though it was refused before', async () => {
    const send = vi.fn<() => Promise<unknown>>(() => new Promise(() => undefined));
    send.mockRejectedValueOnce(new ApiError({ status: 503, message: 'It is away' }));
    const { user, history } = await open({ save: send }, { route: '/buckets' });
    await user.type(await field('Name'), 'a{Enter}');
    await screen.findByText('It is away');
    await user.click(save());
    await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
    await act(async () => history.push('/tools'));
    expect(history.location.pathname).toBe('/tools');
  });

  it('is still there when what was sent was refused', async () => {
    const send = refusal({ status: 503, message: 'It is away' });
    const { user, history } = await open({ save: send }, { route: '/buckets' });
    await user.type(await field('Name'), 'a{Enter}');
    await screen.findByText('It is away');
    await act(async () => history.push('/tools'));
    expect(history.location.pathname).toBe('/buckets');
  });

  it('keeps the tab, in the browser’s own words', async () => {
    const { user } = await open();
    const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leaves()).toBe(true);
    await user.type(await field('Name'), 'a');
    expect(leaves()).toBe(false);
  });
});
