import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { bucketAdmin } from './bucket-admin-actions.ts';

/** A setting that two people change concurrently. */
export interface SharedSetting {
  readonly what: string;
  readonly dialog: string;
  readonly submit: string;
  readonly path: string;
  /** The other person's change while the dialog is open. */
  readonly other: { readonly method: string; readonly path: string; readonly body: unknown };
  readonly change: (dialog: Locator) => Promise<unknown>;
  /** The dialog's state after loading the other change. */
  readonly loaded: (dialog: Locator) => Promise<unknown>;
  /** The card's final state. */
  readonly saved: (page: Page) => Locator;
}

/** One setting per kind of dialog, for a bucket with object locking. */
export const SHARED_SETTINGS: readonly SharedSetting[] = [
  {
    what: 'Tags',
    dialog: 'Edit Tags',
    submit: 'Save',
    path: '/tags',
    other: { method: 'PUT', path: '/tags', body: { tags: { owner: 'bob' } } },
    change: (dialog) => dialog.getByLabel('Tag key 1').fill('mine'),
    loaded: (dialog) =>
      expect.poll(() => dialog.getByLabel('Tag value 1').inputValue()).toBe('bob'),
    saved: (page) => bucketAdmin(page).card('Tags').getByText('mine=bob'),
  },
  {
    what: 'Quota',
    dialog: 'Enable Bucket Quota',
    submit: 'Save',
    path: '/quota',
    other: {
      method: 'PUT',
      path: '/quota',
      body: { enabled: true, quota_type: 'hard', amount: 5 * 1024 ** 3 },
    },
    change: async (dialog) => {
      const quota = dialog.getByRole('switch', { name: 'Quota' });
      if (!(await quota.isChecked())) await quota.check();
      await dialog.getByRole('textbox', { name: 'Quota Size' }).fill('7');
    },
    loaded: (dialog) =>
      expect.poll(() => dialog.getByRole('textbox', { name: 'Quota Size' }).inputValue()).toBe('5'),
    saved: (page) => bucketAdmin(page).card('Versioning').getByText('7 GiB, Hard'),
  },
  {
    what: 'Access Policy',
    dialog: 'Change Access Policy',
    submit: 'Set',
    path: '/set-policy',
    other: { method: 'PUT', path: '/set-policy', body: { access: 'PUBLIC' } },
    change: (dialog) => dialog.getByRole('radio', { name: 'Private' }).check(),
    loaded: (dialog) =>
      expect.poll(() => dialog.getByRole('radio', { name: 'Public' }).isChecked()).toBe(true),
    saved: (page) => bucketAdmin(page).card('Access Policy').getByText('Private', { exact: true }),
  },
  {
    what: 'Encryption',
    dialog: 'Enable Bucket Encryption',
    submit: 'Save',
    path: '/encryption/disable',
    other: { method: 'POST', path: '/encryption/enable', body: { encType: 'sse-s3' } },
    change: (dialog) => dialog.getByRole('radio', { name: 'Disabled' }).check(),
    loaded: (dialog) =>
      expect.poll(() => dialog.getByRole('radio', { name: 'SSE-S3' }).isChecked()).toBe(true),
    saved: (page) => bucketAdmin(page).card('Encryption').getByText('Disabled', { exact: true }),
  },
  {
    what: 'Retention',
    dialog: 'Set Retention Configuration',
    submit: 'Set',
    path: '/retention',
    other: {
      method: 'PUT',
      path: '/retention',
      body: { mode: 'governance', unit: 'days', validity: 9 },
    },
    change: (dialog) => dialog.getByRole('textbox', { name: 'Validity' }).fill('3'),
    loaded: (dialog) =>
      expect.poll(() => dialog.getByRole('textbox', { name: 'Validity' }).inputValue()).toBe('9'),
    saved: (page) =>
      bucketAdmin(page)
        .card('Retention')
        .getByText(/, 3 days$/),
  },
];
