import { parseXml } from '@stowage/storage-wire/xml';
import { describe, expect, it } from 'vitest';
import { parseLifecycle, withRuleIds } from './parse.ts';

const document = (...rules: string[]) =>
  parseXml(`<LifecycleConfiguration>${rules.join('')}</LifecycleConfiguration>`);
const rule = (inner: string, id = 'id') =>
  `<Rule><ID>${id}</ID><Status>Enabled</Status>${inner}</Rule>`;
const days = '<Expiration><Days>1</Days></Expiration>';
const filtered = (filter: string) => rule(`<Filter>${filter}</Filter>${days}`);
const tag = (key: string) => `<Tag><Key>${key}</Key><Value>v</Value></Tag>`;

describe('parseLifecycle', () => {
  it('reads every part of a rule', () => {
    const [first, second, third] = parseLifecycle(
      document(
        rule(
          `<Filter><And><Prefix>p/</Prefix>${tag('a')}${tag('b')}<ObjectSizeGreaterThan>5</ObjectSizeGreaterThan><ObjectSizeLessThan>9</ObjectSizeLessThan></And></Filter>` +
            '<Expiration><Days>3</Days><ExpiredObjectAllVersions>true</ExpiredObjectAllVersions></Expiration>' +
            '<NoncurrentVersionExpiration><NoncurrentDays>4</NoncurrentDays><NewerNoncurrentVersions>2</NewerNoncurrentVersions></NoncurrentVersionExpiration>',
        ),
        '<Rule><Prefix>old/</Prefix><Status>Disabled</Status><Expiration><Date>2030-01-01T00:00:00Z</Date></Expiration></Rule>',
        rule(
          '<Filter/><Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration><AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation></AbortIncompleteMultipartUpload><DelMarkerExpiration><Days>8</Days></DelMarkerExpiration>',
          'third',
        ),
      ),
      false,
    );
    expect(first).toEqual({
      id: 'id',
      enabled: true,
      filter: { prefix: 'p/', tags: { a: 'v', b: 'v' }, sizeGreaterThan: 5, sizeLessThan: 9 },
      expirationDays: 3,
      allVersions: true,
      noncurrent: { days: 4, keep: 2 },
    });
    expect(second).toMatchObject({
      id: expect.stringMatching(/.{36}/),
      enabled: false,
      filter: { prefix: 'old/', tags: {} },
      expirationDate: Date.parse('2030-01-01T00:00:00Z'),
    });
    expect(third).toMatchObject({
      expiredDeleteMarkers: true,
      abortUploadDays: 7,
      deleteMarkerDays: 8,
    });
  });

  const many = Array.from({ length: 1001 }, (_, index) => rule(days, `r${index}`));
  it.each<[string, string[], string]>([
    ['no rule', [], 'MalformedXML'],
    ['too many rules', many, 'InvalidArgument'],
    ['the same id twice', [rule(days), rule(days)], 'InvalidArgument'],
    ['a long id', [rule(days, 'a'.repeat(256))], 'InvalidArgument'],
    ['no status', [`<Rule>${days}</Rule>`], 'MalformedXML'],
    ['an odd status', [`<Rule><Status>enabled</Status>${days}</Rule>`], 'MalformedXML'],
    ['no action', [rule('')], 'MalformedXML'],
    ['an unknown field', [rule(`${days}<Odd/>`)], 'MalformedXML'],
    ['a field twice', [rule(days + days)], 'MalformedXML'],
    ['prefix twice', [rule(`<Prefix/><Filter><Prefix/></Filter>${days}`)], 'MalformedXML'],
    ['two criteria', [filtered(`<Prefix>a</Prefix>${tag('a')}`)], 'InvalidArgument'],
    ['And of one', [filtered(`<And>${tag('a')}</And>`)], 'MalformedXML'],
    ['a tag twice', [filtered(`<And>${tag('a')}${tag('a')}</And>`)], 'InvalidArgument'],
    ['a tag without a name', [filtered(tag(''))], 'InvalidArgument'],
    [
      'sizes that exclude each other',
      [
        filtered(
          '<And><ObjectSizeGreaterThan>9</ObjectSizeGreaterThan><ObjectSizeLessThan>9</ObjectSizeLessThan></And>',
        ),
      ],
      'InvalidRequest',
    ],
    ['no days', [rule('<Expiration><Days>0</Days></Expiration>')], 'InvalidArgument'],
    ['days before', [rule('<Expiration><Days>-1</Days></Expiration>')], 'InvalidArgument'],
    ['half a day', [rule('<Expiration><Days>0.5</Days></Expiration>')], 'MalformedXML'],
    ['an empty expiration', [rule('<Expiration/>')], 'MalformedXML'],
    ['an odd date', [rule('<Expiration><Date>20200101</Date></Expiration>')], 'InvalidArgument'],
    [
      'a date at noon',
      [rule('<Expiration><Date>2030-01-01T12:00:00Z</Date></Expiration>')],
      'InvalidArgument',
    ],
    [
      'days and date',
      [rule('<Expiration><Days>1</Days><Date>2030-01-01T00:00:00Z</Date></Expiration>')],
      'InvalidArgument',
    ],
    [
      'days and markers',
      [
        rule(
          '<Expiration><Days>1</Days><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>',
        ),
      ],
      'InvalidArgument',
    ],
    [
      'all versions without days',
      [
        rule(
          '<Expiration><Date>2030-01-01T00:00:00Z</Date><ExpiredObjectAllVersions>true</ExpiredObjectAllVersions></Expiration>',
        ),
      ],
      'InvalidArgument',
    ],
    [
      'no noncurrent number',
      [rule('<NoncurrentVersionExpiration></NoncurrentVersionExpiration>')],
      'MalformedXML',
    ],
    [
      'uploads by tag',
      [
        rule(
          `<Filter>${tag('a')}</Filter><AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation></AbortIncompleteMultipartUpload>`,
        ),
      ],
      'InvalidRequest',
    ],
    [
      'markers by tag',
      [
        rule(
          `<Filter>${tag('a')}</Filter><DelMarkerExpiration><Days>1</Days></DelMarkerExpiration>`,
        ),
      ],
      'InvalidArgument',
    ],
    [
      'days and date of a transition',
      [
        rule(
          '<Transition><Days>1</Days><Date>2030-01-01T00:00:00Z</Date><StorageClass>T</StorageClass></Transition>',
        ),
      ],
      'InvalidArgument',
    ],
    [
      'two tiers',
      [
        rule(
          '<Transition><Days>1</Days><StorageClass>A</StorageClass></Transition><Transition><Days>2</Days><StorageClass>B</StorageClass></Transition>',
        ),
      ],
      'InvalidArgument',
    ],
    ['no tier', [rule('<Transition><Days>1</Days></Transition>')], 'MalformedXML'],
  ])('refuses %s', (_, rules, code) => {
    expect(() => parseLifecycle(document(...rules), false)).toThrow(
      expect.objectContaining({ code }),
    );
  });

  it('refuses another document, and to remove all versions where they may be locked', () => {
    expect(() => parseLifecycle(parseXml('<Tagging/>'), false)).toThrow(
      expect.objectContaining({ code: 'MalformedXML' }),
    );
    const all = document(rule('<DelMarkerExpiration><Days>1</Days></DelMarkerExpiration>'));
    expect(parseLifecycle(all, false)).toHaveLength(1);
    expect(() => parseLifecycle(all, true)).toThrow(
      expect.objectContaining({ code: 'InvalidArgument' }),
    );
  });
});

describe('withRuleIds', () => {
  it('gives the document back with an id for each rule', () => {
    const bare = `<Rule><Status>Enabled</Status><Filter><Prefix>a&amp;b</Prefix></Filter>${days}</Rule>`;
    const text = withRuleIds(document(rule(days), bare));
    expect(text).toContain(`<Rule><ID>id</ID><Status>Enabled</Status>${days}</Rule>`);
    expect(text).toMatch(/<Rule><ID>[0-9a-f-]{36}<\/ID><Status>.*a&amp;b/);
    const [, second] = parseLifecycle(parseXml(text), false);
    expect(second?.id).toMatch(/^[0-9a-f-]{36}$/);
  });
});

it.each([
  ['<Days>0</Days>', { days: 0, tier: 'COLD' }],
  ['<Days>7</Days>', { days: 7, tier: 'COLD' }],
  ['', { days: 0, tier: 'COLD' }],
  ['<Date>2030-01-01T00:00:00Z</Date>', { date: Date.UTC(2030, 0, 1), tier: 'COLD' }],
])('reads a transition with %s', (when, transition) => {
  const text = `<Transition>${when}<StorageClass>COLD</StorageClass></Transition>`;
  expect(parseLifecycle(document(rule(text)), true)).toMatchObject([{ transition }]);
});

it('reads a transition of noncurrent versions', () => {
  const text =
    '<NoncurrentVersionTransition><NoncurrentDays>3</NoncurrentDays><NewerNoncurrentVersions>2</NewerNoncurrentVersions><StorageClass>COLD</StorageClass></NoncurrentVersionTransition>';
  const noncurrentTransition = { days: 3, keep: 2, tier: 'COLD' };
  expect(parseLifecycle(document(rule(text)), false)).toMatchObject([{ noncurrentTransition }]);
});
