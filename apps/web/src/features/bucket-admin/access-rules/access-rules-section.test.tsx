import type { AccessRule } from '@stowage/contract/bucket-admin/access';
import type { Bucket } from '@stowage/contract/buckets';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aBucket } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { fieldError } from '#web/testing/field-error.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { openSections } from '../model/sections.ts';
import { AccessRulesSection } from './access-rules-section.tsx';

function aRule(parts: Partial<AccessRule> = {}): AccessRule {
  return { prefix: 'public/', access: 'readonly', revision: 'r1', ...parts };
}

const answer = (accessRules: AccessRule[], otherStatements = 0) => ({
  accessRules,
  total: accessRules.length,
  otherStatements,
  noRule: 'none',
});

async function open(rules: AccessRule[], handlers: Handlers = {}, bucket: Partial<Bucket> = {}) {
  const server = fakeServer({ 'bucketAdmin.listAccessRules': () => answer(rules), ...handlers });
  const allowedActions = ['s3:*'];
  const rendered = await renderScreen(
    <AccessRulesSection bucket={aBucket({ name: 'photos', allowedActions, ...bucket })} />,
  );
  return { ...rendered, server };
}

const row = async (name: string | RegExp = /public\//) =>
  within(await screen.findByRole('row', { name }));

async function openAdd(user: UserEvent) {
  await user.click(
    (await screen.findAllByRole('button', { name: 'Add Access Rule' }))[0] as Element,
  );
  return within(await screen.findByRole('dialog', { name: 'Add Access Rule' }));
}

async function choose(user: UserEvent, action: 'Edit' | 'Delete') {
  await user.click((await row()).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return within(await screen.findByRole('dialog', { name: `${action} Access Rule` }));
}

const dialogGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the access rules of a bucket', () => {
  it('are listed with prefix and access [ACCESS-01] [ACCESS-06]', async () => {
    await open([
      aRule(),
      aRule({ prefix: 'in/', access: 'writeonly' }),
      aRule({ prefix: '*', access: 'readwrite' }),
    ]);
    for (const name of ['Prefix', 'Access']) {
      expect(screen.getByRole('columnheader', { name })).toBeDefined();
    }
    expect((await row()).getByText('readonly')).toBeDefined();
    expect((await row(/in\//)).getByText('writeonly')).toBeDefined();
    const whole = await row(/the whole bucket/);
    expect(whole.getByText('readwrite')).toBeDefined();
    expect(screen.queryByText(/more statement/)).toBeNull();
  });

  it('can each be edited and deleted from their row [ACCESS-02]', async () => {
    const { user } = await open([aRule()]);
    const shown = await row();
    await user.click(shown.getByRole('button', { name: 'Edit public/' }));
    await screen.findByRole('dialog', { name: 'Edit Access Rule' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await dialogGone();
    await choose(user, 'Delete');
  });

  it.each([
    [1, /one more statement, which is not an access rule/],
    [3, /3 more statements, which are not access rules/],
  ])('say that the policy holds %i more statements', async (others, text) => {
    await open([], { 'bucketAdmin.listAccessRules': () => answer([], others) });
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('say what to do when there are none', async () => {
    const { user } = await open([]);
    await screen.findByRole('heading', { name: 'There are no access rules yet.' });
    await user.click(screen.getAllByRole('button', { name: 'Add Access Rule' })[1] as Element);
    await screen.findByRole('dialog', { name: 'Add Access Rule' });
  });

  it('that cannot be loaded can be tried again, and nothing is added meanwhile', async () => {
    const { user, server } = await open([], {
      'bucketAdmin.listAccessRules': () => fail('StorageTimeout'),
    });
    await screen.findByText('The access rules could not be loaded');
    expect(screen.queryByRole('button', { name: 'Add Access Rule' })).toBeNull();
    server.use({ 'bucketAdmin.listAccessRules': () => answer([aRule()]) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await row();
  });
});

describe('the permissions on access rules', () => {
  it.each([
    [['s3:GetBucketPolicy'], true],
    [['s3:PutBucketPolicy'], false],
    [['s3:*'], true],
    [['admin:*'], false],
  ])('%j open the section: %s [ACCESS-07]', (allowedActions, opened) => {
    expect(openSections({ allowedActions }, true).includes('prefix')).toBe(opened);
  });

  it.each([
    [['s3:GetBucketPolicy'], false],
    [['s3:GetBucketPolicy', 's3:PutBucketPolicy'], true],
  ])('%j let change rules: %s [ACCESS-07]', async (allowedActions, change) => {
    await open([aRule()], {}, { allowedActions });
    const shown = await row();
    expect(screen.queryAllByRole('button', { name: 'Add Access Rule' })).toHaveLength(
      change ? 1 : 0,
    );
    expect(shown.queryAllByRole('button', { name: /^Actions for/ })).toHaveLength(change ? 1 : 0);
  });
});

describe('the dialog Add Access Rule', () => {
  it('collects prefix and access [ACCESS-03] [ACCESS-04]', async () => {
    const list: AccessRule[] = [];
    const { user, server } = await open(list, {
      'bucketAdmin.setAccessRule': ({ body }) => {
        list.push({ ...body, revision: 'r1' });
        return true;
      },
    });
    const dialog = await openAdd(user);
    const levels = dialog.getAllByRole('radio').map((radio) => radio.getAttribute('value'));
    expect(levels).toEqual(['readonly', 'writeonly', 'readwrite']);
    await user.type(dialog.getByRole('textbox', { name: /Prefix/ }), 'drop "box"/<b>&');
    await user.click(dialog.getByRole('radio', { name: 'writeonly' }));
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect((await row(/drop "box"/)).getByText('writeonly')).toBeDefined();
    await dialogGone();
    expect(server.calls('bucketAdmin.setAccessRule')[0]).toMatchObject({
      params: { bucket: 'photos' },
      query: { revision: 'none' },
      body: { prefix: 'drop "box"/<b>&', access: 'writeonly' },
    });
  });

  it('takes no blank prefix, and says so once the field was changed [ACCESS-05]', async () => {
    const { user } = await open([]);
    const dialog = await openAdd(user);
    const add = dialog.getByRole('button', { name: 'Add' });
    const field = dialog.getByRole('textbox', { name: /Prefix/ });
    expect(add).toBeDisabled();
    expect(fieldError(field)).toBe('');
    await user.type(field, '   ');
    expect(fieldError(field)).toBe('Enter a prefix, or * for the whole bucket.');
    expect(add).toBeDisabled();
    await user.type(field, 'a');
    expect(add).not.toBeDisabled();
  });

  it.each([
    ['a*b', /cannot contain \* or \?/],
    ['$', undefined],
    ['public/', /There is already a rule for this prefix/],
    ['public/*', /There is already a rule for this prefix/],
  ])('judges the prefix %s as it is typed', async (prefix, text) => {
    const { user } = await open([aRule()]);
    const dialog = await openAdd(user);
    const field = dialog.getByRole('textbox', { name: /Prefix/ });
    await user.type(field, prefix);
    expect(fieldError(field)).toMatch(text ?? /^$/);
    const add = dialog.getByRole('button', { name: 'Add' });
    if (text === undefined) expect(add).not.toBeDisabled();
    else expect(add).toBeDisabled();
  });

  it('keeps what was entered when the server refuses, and shows its words at the field', async () => {
    const { user } = await open([], {
      'bucketAdmin.setAccessRule': () =>
        fail('InvalidInput', { field: 'prefix', detail: 'The policy would grow too large.' }),
    });
    const dialog = await openAdd(user);
    const field = dialog.getByRole('textbox', { name: /Prefix/ });
    await user.type(field, 'long/');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(field).toHaveAttribute('aria-invalid', 'true'));
    expect(dialog.getAllByText('The policy would grow too large.')).toHaveLength(2);
    expect(field).toHaveValue('long/');
  });

  it('replaces no rule that somebody else has added meanwhile', async () => {
    const list: AccessRule[] = [];
    const { user } = await open(list, {
      'bucketAdmin.setAccessRule': () => {
        list.push(aRule({ access: 'readwrite' }));
        return fail('ChangedMeanwhile');
      },
    });
    const dialog = await openAdd(user);
    await user.type(dialog.getByRole('textbox', { name: /Prefix/ }), 'public/');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    await waitFor(() =>
      expect(fieldError(dialog.getByRole('textbox', { name: /Prefix/ }))).toMatch(
        /There is already a rule for this prefix/,
      ),
    );
    expect(dialog.getByRole('button', { name: 'Add' })).toBeDisabled();
  });
});

describe('the dialog Edit Access Rule', () => {
  it('changes the level of the rule, held to the state it shows', async () => {
    let now = aRule();
    const { user, server } = await open([], {
      'bucketAdmin.listAccessRules': () => answer([now]),
      'bucketAdmin.setAccessRule': ({ body }) => {
        now = { ...body, revision: 'r2' };
        return true;
      },
    });
    const dialog = await choose(user, 'Edit');
    expect(dialog.getByRole('textbox', { name: 'Prefix' })).toHaveValue('public/');
    expect(dialog.getByRole('radio', { name: 'readonly' })).toBeChecked();
    await user.click(dialog.getByRole('radio', { name: 'readwrite' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await (await row()).findByText('readwrite')).toBeDefined();
    expect(server.calls('bucketAdmin.setAccessRule')[0]).toMatchObject({
      query: { revision: 'r1' },
      body: { prefix: 'public/', access: 'readwrite' },
    });
  });

  it('says when somebody else was faster, and takes the new state', async () => {
    let now = aRule();
    const { user, server } = await open([], {
      'bucketAdmin.listAccessRules': () => answer([now]),
      'bucketAdmin.setAccessRule': ({ query }) =>
        query.revision === 'r2' ? true : fail('ChangedMeanwhile'),
    });
    const dialog = await choose(user, 'Edit');
    now = aRule({ access: 'writeonly', revision: 'r2' });
    await user.click(dialog.getByRole('radio', { name: 'readwrite' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    await waitFor(() => expect(dialog.getByRole('radio', { name: 'writeonly' })).toBeChecked());
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialogGone();
    expect(server.calls('bucketAdmin.setAccessRule')).toHaveLength(2);
  });
});

describe('the dialog Delete Access Rule', () => {
  it('deletes the rule of its row [BADMIN-14]', async () => {
    let list = [aRule(), aRule({ prefix: 'in/' })];
    const { user, server } = await open([], {
      'bucketAdmin.listAccessRules': () => answer(list),
      'bucketAdmin.deleteAccessRule': () => {
        list = list.slice(1);
        return true;
      },
    });
    const dialog = await choose(user, 'Delete');
    expect(dialog.getByText(/lose readonly access to public\//)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /public/ })).toBeNull());
    await row(/in\//);
    expect(server.calls('bucketAdmin.deleteAccessRule')[0]).toMatchObject({
      params: { bucket: 'photos' },
      query: { revision: 'r1' },
      body: { prefix: 'public/' },
    });
  });

  it('closes when somebody else has deleted it', async () => {
    let list = [aRule()];
    const { user } = await open([], {
      'bucketAdmin.listAccessRules': () => answer(list),
      'bucketAdmin.deleteAccessRule': () => fail('ChangedMeanwhile'),
    });
    const dialog = await choose(user, 'Delete');
    list = [];
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    await dialogGone();
    await screen.findByRole('heading', { name: 'There are no access rules yet.' });
  });

  it('stays and says why when the server refuses', async () => {
    const { user } = await open([aRule()], {
      'bucketAdmin.deleteAccessRule': () => fail('AccessDenied'),
    });
    const dialog = await choose(user, 'Delete');
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent('Your account has no permission for this action.');
  });
});
