import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { open, photos, serverWith } from './testing/test-browser.tsx';

const versioned = { details: { versioning: true } };

describe('what is selected', () => {
  const choose = async (user: UserEvent, action: string) => {
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
  };

  it('is copied, moved, or given another name if it is one', async () => {
    serverWith(photos, {}, versioned);
    const { user, tasks } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select a.jpg' }));
    await choose(user, 'Rename');
    await user.click(screen.getByRole('checkbox', { name: 'Select 2025' }));
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    expect(screen.queryByRole('menuitem', { name: 'Rename' })).toBeNull();
    await user.click(await screen.findByRole('menuitem', { name: 'Move' }));
    await choose(user, 'Delete with versions');
    const both = { items: ['photos/a.jpg', 'photos/2025/'] };
    expect(tasks.map(({ kind, selection }) => [kind, selection])).toEqual([
      ['rename', { items: ['photos/a.jpg'] }],
      ['move', both],
      ['deleteVersions', both],
    ]);
  });

  it('offers only what the account may do', async () => {
    const allowedActions = ['s3:ListBucket', 's3:GetObject'];
    serverWith(photos, {}, { ...versioned, allowedActions });
    const { user, tasks } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select a.jpg' }));
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(items[0]).toBe('Copy');
    expect(items.slice(1)).toEqual([
      expect.stringMatching(/^Edit tags.*\(s3:PutObjectTagging\)/),
      expect.stringMatching(/^Set retention.*\(s3:PutObjectRetention\)/),
      expect.stringMatching(/^Set legal hold.*\(s3:PutObjectLegalHold\)/),
    ]);
    await user.click(screen.getByRole('menuitem', { name: /^Edit tags/ }));
    expect(tasks).toEqual([]);
    await user.click(screen.getByRole('menuitem', { name: 'Copy' }));
    expect(tasks).toMatchObject([
      { kind: 'copy', versioned: true, abilities: { undoDelete: false } },
    ]);
  });

  it('is tagged, and retained or held where the bucket has object locking', async () => {
    serverWith(photos, {}, { details: { versioning: true, locking: true } });
    const { user, tasks } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select a.jpg' }));
    await choose(user, 'Edit tags');
    await choose(user, 'Set retention');
    await choose(user, 'Set legal hold');
    const items = ['photos/a.jpg'];
    expect(tasks).toMatchObject([
      { kind: 'tag', selection: { items } },
      { kind: 'retention', selection: { items } },
      { kind: 'legalHold', selection: { items } },
    ]);
  });

  it('is neither retained nor held in a bucket without object locking, and the menu says why', async () => {
    serverWith(photos, {}, { details: { locking: false } });
    const { user, tasks } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select a.jpg' }));
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    const entry = await screen.findByRole('menuitem', { name: /^Set retention/ });
    expect(entry).toHaveTextContent('Needs a bucket with object locking.');
    const hold = screen.getByRole('menuitem', { name: /^Set legal hold/ });
    expect(hold).toHaveTextContent('Needs a bucket with object locking.');
    await user.click(entry);
    await user.click(hold);
    expect(tasks).toEqual([]);
  });
});
