import type { LifecycleRule } from '@stowage/contract/bucket-admin/lifecycle';
import { describe, expect, it } from 'vitest';
import { translate } from '#web/lib/i18n/messages.ts';
import { lifecycleText } from '../en.ts';
import { aLifecycleRule } from '../testing/a-lifecycle-rule.ts';
import { ruleSummary, whenText } from './rule-summary.ts';

const t = (key: Parameters<typeof translate<(typeof lifecycleText)['english']>>[1], values = {}) =>
  translate(lifecycleText, key, values);

describe('the summary of a lifecycle rule', () => {
  it.each([
    [
      { expiration: { days: 30, noncurrent_expiration_days: 7 } },
      'Delete after 30 days; old versions after 7 days',
    ],
    [{ expiration: { days: 1 } }, 'Delete after 1 day'],
    [{ expiration: { date: '2026-12-31T23:59:59Z' } }, 'Delete after 31 Dec 2026 (UTC)'],
    [{ expiration: { noncurrent_expiration_days: 7 } }, 'Delete old versions after 7 days'],
    [
      { expiration: { newer_noncurrent_expiration_versions: 3 } },
      'Delete old versions beyond the newest 3',
    ],
    [
      {
        expiration: {
          days: 9,
          noncurrent_expiration_days: 7,
          newer_noncurrent_expiration_versions: 1,
        },
      },
      'Delete after 9 days; old versions after 7 days, except the newest 1',
    ],
    [{ expiration: { delete_marker: true } }, 'Remove expired delete markers'],
    [{ transition: { days: 10, storage_class: 'COLD' } }, 'Move to COLD after 10 days'],
    [
      {
        transition: {
          date: '2026-12-31T23:59:59Z',
          storage_class: 'COLD',
          noncurrent_transition_days: 3,
          noncurrent_storage_class: 'ICE',
        },
      },
      'Move to COLD after 31 Dec 2026 (UTC); old versions to ICE after 3 days',
    ],
    [
      { transition: { noncurrent_transition_days: 3, noncurrent_storage_class: 'ICE' } },
      'Move old versions to ICE after 3 days',
    ],
    [{ abort_incomplete_days: 2 }, 'Abort incomplete uploads after 2 days'],
    [
      { expiration: { days: 3 }, size_greater_than: 1024, size_less_than: 1024 ** 2 },
      'Delete after 3 days; only objects over 1.0 KiB; only objects under 1.0 MiB',
    ],
    [
      { expiration: { days: 3 }, tags: [{ key: 'a', value: '<b>1</b>' }] },
      'Delete after 3 days; only objects tagged a=<b>1</b>',
    ],
    [{}, "Has actions this console doesn't support"],
  ] as [Partial<LifecycleRule>, string][])('of %j is %s', (parts, text) => {
    expect(ruleSummary(t, aLifecycleRule({ expiration: {}, tags: [], ...parts }))).toBe(text);
  });
});

it.each([
  [{ days: 1 }, undefined, '1 day'],
  [{ days: 30 }, 7, '30 days'],
  [{ date: '2026-12-31T23:59:59Z' }, undefined, '31 Dec 2026'],
  [{}, 7, '7 days, old versions'],
  [{}, undefined, '—'],
])('says of %j and %s in short %s', (moment, oldDays, text) => {
  expect(whenText(t, moment, oldDays)).toBe(text);
});
