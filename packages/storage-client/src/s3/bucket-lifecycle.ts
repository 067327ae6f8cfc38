import { parseXml, type XmlElement, xmlChildren, xmlDocument } from '@stowage/storage-wire/xml';
import type { Transport } from '../transport.ts';
import { descend, group, leaf, markup, withChild, withText } from './edit-xml.ts';
import { unlessMissing } from './missing-document.ts';
import { optionalText, readXml, textOf } from './read-xml.ts';
import { filterNumber, readFilter, writeFilter } from './rule-filter.ts';
import { subresources } from './subresources.ts';
import type { LifecycleRule, RuleOperations } from './types-rules.ts';

type Lifecycle = Pick<RuleOperations, 'getBucketLifecycle' | 'putBucketLifecycle'>;

const NAME = 'lifecycle';
const ROOT = 'LifecycleConfiguration';

export function bucketLifecycleOperations(transport: Transport): Lifecycle {
  const { get, put, remove } = subresources(transport);
  return {
    async getBucketLifecycle(call) {
      const bytes = await unlessMissing(get(call, NAME), 'NoSuchLifecycleConfiguration');
      return bytes === undefined ? [] : xmlChildren(readXml(bytes, ROOT), 'Rule').map(readRule);
    },

    async putBucketLifecycle({ rules, ...call }) {
      if (rules.length === 0) return remove(call, NAME);
      const members = rules.map((rule) => markup(writeRule(rule)));
      await put(call, NAME, xmlDocument(ROOT, members));
    },
  };
}

function readRule(rule: XmlElement): LifecycleRule {
  const number = (...path: [string, ...string[]]) => {
    const text = optionalElementText(rule, path);
    return text === undefined ? undefined : Number(text);
  };
  const text = (...path: [string, ...string[]]) => optionalElementText(rule, path);
  return {
    stored: markup(rule),
    id: textOf(rule, 'ID'),
    enabled: textOf(rule, 'Status') === 'Enabled',
    ...readFilter(rule),
    sizeGreaterThan: filterNumber(rule, 'ObjectSizeGreaterThan'),
    sizeLessThan: filterNumber(rule, 'ObjectSizeLessThan'),
    abortIncompleteDays: number('AbortIncompleteMultipartUpload', 'DaysAfterInitiation'),
    expiration: {
      days: number('Expiration', 'Days'),
      date: text('Expiration', 'Date'),
      deleteMarker: flag(text('Expiration', 'ExpiredObjectDeleteMarker')),
    },
    transition: {
      days: number('Transition', 'Days'),
      date: text('Transition', 'Date'),
      storageClass: text('Transition', 'StorageClass'),
    },
    noncurrentExpiration: {
      days: number('NoncurrentVersionExpiration', 'NoncurrentDays'),
      newerVersions: number('NoncurrentVersionExpiration', 'NewerNoncurrentVersions'),
    },
    noncurrentTransition: {
      days: number('NoncurrentVersionTransition', 'NoncurrentDays'),
      storageClass: text('NoncurrentVersionTransition', 'StorageClass'),
    },
  };
}

function optionalElementText(rule: XmlElement, path: readonly string[]): string | undefined {
  const parent = descend(rule, ...path.slice(0, -1));
  return parent && optionalText(parent, path.at(-1) ?? '')?.trim();
}

function flag(text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'true';
}

function writeRule(rule: LifecycleRule): XmlElement {
  const { expiration, transition, noncurrentExpiration, noncurrentTransition } = rule;
  const stored = rule.stored === '' ? group('Rule', []) : parseXml(rule.stored);
  const status = leaf('Status', rule.enabled ? 'Enabled' : 'Disabled');
  let written = withChild(withChild(stored, 'ID', leaf('ID', rule.id)), 'Status', status);
  written = writeFilter(written, rule);
  const texts: readonly [[string, string], string | number | undefined][] = [
    [['Expiration', 'Days'], expiration.days],
    [['Expiration', 'Date'], expiration.date],
    [
      ['Expiration', 'ExpiredObjectDeleteMarker'],
      expiration.deleteMarker === true ? 'true' : undefined,
    ],
    [['Transition', 'Days'], transition.days],
    [['Transition', 'Date'], transition.date],
    [['Transition', 'StorageClass'], transition.storageClass],
    [['NoncurrentVersionExpiration', 'NoncurrentDays'], noncurrentExpiration.days],
    [
      ['NoncurrentVersionExpiration', 'NewerNoncurrentVersions'],
      noncurrentExpiration.newerVersions,
    ],
    [['NoncurrentVersionTransition', 'NoncurrentDays'], noncurrentTransition.days],
    [['NoncurrentVersionTransition', 'StorageClass'], noncurrentTransition.storageClass],
  ];
  for (const [path, text] of texts) written = withText(written, path, text);
  return written;
}
