import { Checkbox, TextInput } from '@mantine/core';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { useDraftForm } from '../form/draft-form.ts';
import { useDialog } from '../use-dialog.ts';
import { WizardDialog, type WizardStep } from './wizard-dialog.tsx';
import type { WizardOrder } from './wizard-place.ts';
import { WizardSummary } from './wizard-summary.tsx';

const ADVANCED = [
  'Configure',
  'Images',
  'Placement',
  'Identity',
  'Security',
  'Encryption',
] as const;
const nothing = { name: '', advanced: false, url: '' };

interface TenantWizardProps {
  readonly order: WizardOrder;
  readonly onCreate: (values: typeof nothing) => void;
}

/** A wizard of three steps, or of nine including the advanced ones. */
function TenantWizard({ order, onCreate }: TenantWizardProps) {
  const dialog = useDialog<true>();
  const form = useDraftForm({
    state: nothing,
    valuesOf: (state) => state,
    errorsOf: ({ name, advanced, url }) => ({
      name: name === '' ? 'Enter a name.' : undefined,
      url: advanced && url === '' ? 'Enter a URL.' : undefined,
    }),
  });
  const { values, input, checkbox } = form;
  const advanced: WizardStep[] = ADVANCED.map((label) => ({
    id: label,
    label,
    content: () => (label === 'Identity' ? <TextInput label="URL" {...input('url')} /> : label),
    ...(label === 'Identity' && values.url === '' && { missing: 'Enter a URL.' }),
  }));
  const entered: readonly WizardStep[] = [
    {
      id: 'setup',
      label: 'Setup',
      missing: values.name === '' ? 'Enter a name.' : undefined,
      facts: [['Name', values.name]],
      content: () => (
        <>
          <TextInput label="Name" {...input('name')} />
          <Checkbox label="Advanced" {...checkbox('advanced')} />
        </>
      ),
    },
    { id: 'size', label: 'Size', content: () => 'Four servers' },
    ...(values.advanced ? advanced : []),
  ];
  const steps: readonly WizardStep[] = [
    ...entered,
    {
      id: 'summary',
      label: 'Summary',
      content: (open) => <WizardSummary steps={entered} onOpen={open} />,
    },
  ];
  return (
    <>
      <button type="button" onClick={() => dialog.open(true)}>
        Open
      </button>
      {dialog.subject && (
        <WizardDialog
          key={dialog.turn}
          {...dialog.frame}
          title="Create Tenant"
          steps={steps}
          form={form}
          order={order}
          submitLabel="Create"
          onSubmit={() => onCreate(values)}
          busy={false}
        />
      )}
    </>
  );
}

async function open(order: WizardOrder) {
  const created: (typeof nothing)[] = [];
  const { user } = await renderScreen(
    <TenantWizard order={order} onCreate={(values) => created.push(values)} />,
  );
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Tenant' }));
  const press = (name: string | RegExp) => user.click(dialog.getByRole('button', { name }));
  const rail = () =>
    within(dialog.getByRole('group', { name: 'Steps' }))
      .getAllByRole('button')
      .map((step) => [...step.querySelectorAll('span')].at(-1)?.textContent);
  return { user, dialog, press, rail, created };
}

describe('a wizard in order', () => {
  it('goes on when a step is complete, tells where it is, and ends in a summary', async () => {
    const { user, dialog, press, rail, created } = await open('ordered');
    expect(dialog.getByRole('button', { name: 'Next' })).toBeDisabled();
    expect(dialog.queryByRole('button', { name: 'Create' })).toBeNull();
    await user.type(dialog.getByLabelText('Name'), 'one{Enter}');
    await waitFor(() =>
      expect(dialog.getByRole('region', { name: 'Step 2 of 3: Size' })).toHaveFocus(),
    );
    expect(rail()).toEqual(['Setup, complete', 'Size, current step', 'Summary, not visited']);
    await press('Next');
    expect(dialog.getByText('one')).toBeDefined();
    await press('Change: Setup');
    await user.type(dialog.getByLabelText('Name'), '!');
    await press('Summary, complete');
    await press('Create');
    expect(created).toEqual([{ name: 'one!', advanced: false, url: '' }]);
  });

  it('opens no step beyond one that is incomplete', async () => {
    const { user, dialog, press, rail } = await open('ordered');
    await user.type(dialog.getByLabelText('Name'), 'one');
    await press('Next');
    await press('Back');
    await user.clear(dialog.getByLabelText('Name'));
    await press('Size, complete');
    expect(dialog.getByRole('region', { name: 'Step 1 of 3: Setup' })).toBeDefined();
    expect(rail()[1]).toBe('Size, complete');
  });
});

describe('a wizard in any order', () => {
  it('takes in the steps that were asked for, nine in all, and marks what is incomplete', async () => {
    const { user, dialog, press, rail, created } = await open('free');
    await user.type(dialog.getByLabelText('Name'), 'one');
    await user.click(dialog.getByLabelText('Advanced'));
    expect(rail()).toHaveLength(9);
    expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
    await press('Identity, not visited');
    await press('Security, not visited');
    expect(rail()).toContain('Identity, incomplete');
    expect(dialog.getByRole('button', { name: 'Create' })).toHaveAttribute(
      'title',
      'Identity: Enter a URL.',
    );
    await press('Create');
    expect(created).toEqual([]);
    await user.type(await dialog.findByLabelText('URL'), 'https://id.test');
    await press('Create');
    expect(created).toEqual([{ name: 'one', advanced: true, url: 'https://id.test' }]);
  });

  it('asks before it is left with unsaved work, at whatever step', async () => {
    const { user, dialog, press } = await open('ordered');
    await user.type(dialog.getByLabelText('Name'), 'one');
    await press('Next');
    await press('Cancel');
    await press('Keep editing');
    expect(dialog.getByText('Four servers')).toBeDefined();
    await press('Cancel');
    await press('Discard changes');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
