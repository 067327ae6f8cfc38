import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { type FieldErrors, useDraftForm } from './draft-form.ts';
import { FieldList } from './field-list.tsx';
import type { FieldSpec } from './field-spec.ts';
import { Form, SubmitButton } from './form.tsx';

type Values = Record<string, unknown>;

interface SettingsProps {
  readonly specs: readonly FieldSpec<Values>[];
  readonly values: Values;
  readonly errorsOf?: (values: Values) => FieldErrors;
  readonly onSave: (values: Values) => void;
}

function Settings({ specs, values, errorsOf = () => ({}), onSave }: SettingsProps) {
  const form = useDraftForm({ state: values, valuesOf: (state) => state, errorsOf });
  return (
    <Form form={form} busy={false} onSubmit={() => onSave(form.values)}>
      <FieldList specs={specs} fields={form} />
      <SubmitButton missing={form.missing}>Save</SubmitButton>
    </Form>
  );
}

async function open(
  specs: FieldSpec<Values> | readonly FieldSpec<Values>[],
  values: Values,
  errorsOf?: SettingsProps['errorsOf'],
) {
  const onSave = vi.fn<(values: Values) => void>();
  const { user } = await renderScreen(
    <Settings
      specs={[specs].flat()}
      values={values}
      onSave={onSave}
      {...(errorsOf && { errorsOf })}
    />,
  );
  const saved = async () => {
    await user.click(screen.getByRole('button', { name: 'Save' }));
    return onSave.mock.lastCall?.[0];
  };
  return { user, saved };
}

const text = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

describe('the fields of a list', () => {
  it('take a text', async () => {
    const spec = { kind: 'text', name: 'region', label: 'Region', description: 'Where it is.' };
    const { user, saved } = await open(spec as FieldSpec<Values>, { region: 'eu' });
    expect(screen.getByText('Where it is.')).toBeVisible();
    await user.type(text('Region'), '-1');
    expect(await saved()).toEqual({ region: 'eu-1' });
  });

  it('take a number', async () => {
    const { user, saved } = await open(
      { kind: 'number', name: 'workers', label: 'Workers', min: 1 },
      { workers: 2 },
    );
    await user.clear(text('Workers'));
    await user.type(text('Workers'), '-8.5');
    expect(await saved()).toEqual({ workers: -8.5 });
    await user.clear(text('Workers'));
    await user.paste('1e30');
    await user.paste('7');
    expect(await saved()).toEqual({ workers: 7 });
  });

  it('take an amount with its unit', async () => {
    const unit = { name: 'unit', label: 'Unit', options: ['MiB', 'GiB'] };
    const { user, saved } = await open(
      { kind: 'amount', name: 'size', label: 'Size', unit },
      { size: 1, unit: 'MiB' },
    );
    await user.type(text('Size'), '0');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Unit' }), 'GiB');
    expect(await saved()).toEqual({ size: 10, unit: 'GiB' });
  });

  it('take a duration', async () => {
    const { user, saved } = await open(
      { kind: 'duration', name: 'wait', label: 'Wait', unit: { name: 'of', label: 'Wait in' } },
      { wait: 5, of: 'seconds' },
    );
    await user.selectOptions(screen.getByRole('combobox', { name: 'Wait in' }), 'hours');
    expect(await saved()).toEqual({ wait: 5, of: 'hours' });
  });

  it('take a list', async () => {
    const { user, saved } = await open(
      { kind: 'list', name: 'hosts', label: 'Hosts' },
      { hosts: ['a'] },
    );
    await user.type(screen.getByLabelText('Hosts', { selector: 'input' }), 'b{Enter}');
    expect(await saved()).toEqual({ hosts: ['a', 'b'] });
  });

  it('take keys with values', async () => {
    const { user, saved } = await open(
      { kind: 'pairs', name: 'labels', label: 'Labels' },
      { labels: [{ id: 0, key: 'site', value: 'kiel' }] },
    );
    await user.click(screen.getByRole('button', { name: 'Add to Labels' }));
    await user.type(text('Labels: key 2'), 'team');
    await user.type(text('Labels: value 2'), 'a');
    await user.click(screen.getByRole('button', { name: 'Labels: remove row 1' }));
    expect(await saved()).toEqual({ labels: [{ id: 1, key: 'team', value: 'a' }] });
  });

  it('never show a secret that is set, and keep it until another is typed', async () => {
    const { user, saved } = await open(
      { kind: 'secret', name: 'token', label: 'Token' },
      { token: { stored: true } },
    );
    expect(screen.getByText('Set')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Change Token' }));
    await user.type(screen.getByLabelText('Token'), 'new');
    expect(await saved()).toEqual({ token: { stored: true, text: 'new' } });
    await user.click(screen.getByRole('button', { name: 'Keep the current one' }));
    expect(await saved()).toEqual({ token: { stored: true } });
  });

  it('take a secret that is not set', async () => {
    const { user, saved } = await open(
      { kind: 'secret', name: 'token', label: 'Token' },
      { token: { stored: false } },
    );
    expect(screen.getByPlaceholderText('Not set')).toHaveAttribute('type', 'password');
    await user.type(screen.getByLabelText('Token'), 'first');
    expect(await saved()).toEqual({ token: { stored: false, text: 'first' } });
  });

  it.each(['radio', 'select'] as const)('take a choice by %s', async (as) => {
    const options = [
      { value: 'off', label: 'Off' },
      { value: 'on', label: 'On' },
    ];
    const { user, saved } = await open(
      { kind: 'choice', as, name: 'mode', label: 'Mode', options },
      { mode: 'off' },
    );
    if (as === 'radio') await user.click(screen.getByRole('radio', { name: 'On' }));
    else await user.selectOptions(screen.getByRole('combobox', { name: 'Mode' }), 'On');
    expect(await saved()).toEqual({ mode: 'on' });
  });

  it('take a switch, and show what depends on it', async () => {
    const { user, saved } = await open(
      [
        { kind: 'switch', name: 'on', label: 'Proxy' },
        { kind: 'text', name: 'host', label: 'Host', when: ({ on }) => on === true },
      ],
      { on: false, host: '' },
    );
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'Proxy' }));
    await user.type(text('Host'), 'a');
    expect(await saved()).toEqual({ on: true, host: 'a' });
  });

  it('take a file, as text', async () => {
    const { user, saved } = await open(
      { kind: 'file', name: 'cert', label: 'Certificate', accept: '.pem' },
      { cert: null },
    );
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    expect(input).toHaveAttribute('accept', '.pem');
    await user.upload(input as HTMLInputElement, new File(['----'], 'a.pem'));
    expect(await screen.findByText('a.pem')).toBeVisible();
    expect(await saved()).toEqual({ cert: { name: 'a.pem', text: '----' } });
  });

  it('take the file that was chosen last, however long an earlier one takes to be read', async () => {
    const { user, saved } = await open(
      { kind: 'file', name: 'cert', label: 'Certificate' },
      { cert: null },
    );
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    const earlier = Promise.withResolvers<string>();
    const slow = new File(['old'], 'old.pem');
    slow.slice = () => Object.assign(new Blob(), { text: () => earlier.promise });
    await user.upload(input as HTMLInputElement, slow);
    await user.upload(input as HTMLInputElement, new File(['new'], 'new.pem'));
    expect(await screen.findByText('new.pem')).toBeVisible();
    await act(async () => earlier.resolve('old'));
    expect(await saved()).toEqual({ cert: { name: 'new.pem', text: 'new' } });
  });

  it('show a value that the environment sets, and do not let it be changed', async () => {
    const { user } = await open(
      { kind: 'text', name: 'region', label: 'Region', lockedBy: 'MINIO_SITE_REGION' },
      { region: 'eu' },
    );
    expect(screen.getByText('Set by the environment variable MINIO_SITE_REGION.')).toBeVisible();
    await user.type(text('Region'), 'x');
    expect(text('Region')).toHaveValue('eu');
  });

  it('say below a field what is wrong with it', async () => {
    const { user } = await open(
      { kind: 'text', name: 'region', label: 'Region' },
      { region: 'a' },
      ({ region }) => ({ region: region === '' ? 'Enter a region.' : undefined }),
    );
    await user.clear(text('Region'));
    expect(screen.getByText('Enter a region.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(text('Region')).toHaveFocus();
  });
});
