import { S3Error } from '@stowage/storage-wire/s3-error';
import {
  type XmlElement,
  xmlChild,
  xmlChildren,
  xmlDocument,
  xmlElement,
  xmlGroup,
  xmlText,
} from '@stowage/storage-wire/xml';
import { ARN_PREFIX } from './arn.ts';
import type { ReplicationConfig, ReplicationRule, RuleFilter } from './rules.ts';

const MAX_RULES = 1000;
const MAX_ID = 255;
const MAX_PREFIX_BYTES = 1024;
const MAX_TAG_NAME = 128;
const MAX_TAG_VALUE = 256;
const MAX_PRIORITY = 2_147_483_647;
const OLD_PREFIX = 'arn:aws:s3:::';
const STORAGE_CLASSES = new Set(['STANDARD', 'REDUCED_REDUNDANCY']);

/**
 * Reads a ReplicationConfiguration as MinIO does: unknown elements are ignored, and omitted ones
 * get MinIO's defaults.
 *
 * @throws S3Error MalformedXML
 */
export function parseReplication(root: XmlElement): ReplicationConfig {
  if (root.name !== 'ReplicationConfiguration') {
    throw new S3Error('MalformedXML');
  }
  const role = xmlText(root, 'Role')?.trim() ?? '';
  const elements = xmlChildren(root, 'Rule');
  if (elements.length > MAX_RULES) {
    throw malformed('Replication configuration allows a maximum of 1000 rules');
  }
  return { role, rules: elements.map((rule) => parseRule(rule, role)) };
}

/**
 * Checks constraints across rules.
 *
 * @throws S3Error MalformedXML
 */
export function checkRules({ role, rules }: ReplicationConfig): void {
  if (rules.length === 0) {
    throw malformed('Replication configuration should have at least one rule');
  }
  if (new Set(rules.map(({ priority }) => priority)).size < rules.length) {
    throw malformed('Replication configuration has duplicate priority');
  }
  if (role === '' && rules.some(({ destination }) => !destination.startsWith(ARN_PREFIX))) {
    throw malformed('Missing required parameter `Destination` in Replication rule');
  }
  if (role !== '' && new Set(rules.map(({ destination }) => destination)).size > 1) {
    throw malformed('`Role` should be empty in ReplicationConfiguration for multiple targets');
  }
}

function malformed(message: string): S3Error {
  return new S3Error('MalformedXML', message);
}

function parseRule(rule: XmlElement, role: string): ReplicationRule {
  const id = xmlText(rule, 'ID') ?? '';
  if (id.length > MAX_ID) {
    throw malformed('ID must be less than 255 characters');
  }
  const status = xmlText(rule, 'Status');
  if (status === undefined || status === '') {
    throw malformed('Status should not be empty');
  }
  const filter = parseFilter(xmlChild(rule, 'Filter'), xmlText(rule, 'Prefix') ?? '');
  const deleteMarkers = flag(rule, ['DeleteMarkerReplication'], undefined);
  if (deleteMarkers && Object.keys(filter.tags).length > 0 && !filter.combined) {
    throw malformed('Delete marker replication is not supported if any Tag filter is specified');
  }
  const { destination, storageClass } = parseDestination(xmlChild(rule, 'Destination'));
  return {
    id,
    enabled: enabled(status, 'Status must be set to either Enabled or Disabled'),
    priority: parsePriority(xmlText(rule, 'Priority')?.trim() ?? '0'),
    filter,
    target: role === '' ? destination : role,
    destination,
    storageClass,
    deleteMarkers,
    deletes: flag(rule, ['DeleteReplication'], false),
    existingObjects: flag(rule, ['ExistingObjectReplication'], false),
    replicaModifications: flag(rule, ['SourceSelectionCriteria', 'ReplicaModifications'], true),
  };
}

/** Reads the Status below a path of elements; required if `fallback` is undefined. */
function flag(
  rule: XmlElement,
  path: readonly [string, ...string[]],
  fallback: boolean | undefined,
): boolean {
  let element: XmlElement | undefined = rule;
  for (const name of path) {
    element = element && xmlChild(element, name);
  }
  const status = element === undefined ? undefined : xmlText(element, 'Status');
  if (status === undefined || status === '') {
    if (fallback === undefined) {
      throw malformed(`${path[0]} must be specified`);
    }
    return fallback;
  }
  return enabled(status, `${path.at(-1)} status is invalid`);
}

function enabled(status: string, message: string): boolean {
  if (status !== 'Enabled' && status !== 'Disabled') {
    throw malformed(message);
  }
  return status === 'Enabled';
}

function parsePriority(text: string): number {
  const priority = /^-?[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(priority >= 0 && priority <= MAX_PRIORITY)) {
    throw malformed('Priority must be specified');
  }
  return priority;
}

function parseDestination(element: XmlElement | undefined): {
  destination: string;
  storageClass: string | undefined;
} {
  const destination = (element && xmlText(element, 'Bucket')?.trim()) ?? '';
  if (!destination.startsWith(ARN_PREFIX) && !destination.startsWith(OLD_PREFIX)) {
    throw malformed(`invalid destination '${destination}'`);
  }
  const storageClass = (element && xmlText(element, 'StorageClass')) || undefined;
  if (storageClass !== undefined && !STORAGE_CLASSES.has(storageClass)) {
    throw malformed(`unknown storage class ${storageClass}`);
  }
  return { destination, storageClass };
}

/** @param oldPrefix of a rule without a Filter, the older form */
function parseFilter(filter: XmlElement | undefined, oldPrefix: string): RuleFilter {
  const and = filter && xmlChild(filter, 'And');
  // MinIO's clients send empty elements for omitted ones.
  const named = filter && xmlChild(filter, 'Tag');
  const tag = named && (xmlText(named, 'Key') ?? '') !== '' ? named : undefined;
  const prefix = (filter && xmlText(filter, 'Prefix')) ?? '';
  const andPrefix = and && xmlText(and, 'Prefix');
  if (and !== undefined && (andPrefix || xmlChild(and, 'Tag') !== undefined)) {
    if (prefix !== '' || tag !== undefined) {
      throw malformed('Filter must have exactly one of Prefix, Tag, or And specified');
    }
    const tags = readTags(xmlChildren(and, 'Tag'));
    return { prefix: checkPrefix(andPrefix ?? ''), tags, combined: true };
  }
  if (tag !== undefined && prefix !== '') {
    throw malformed('Filter must have exactly one of Prefix, Tag, or And specified');
  }
  return {
    prefix: checkPrefix(prefix === '' ? oldPrefix : prefix),
    tags: readTags(tag === undefined ? [] : [tag]),
    combined: false,
  };
}

function checkPrefix(prefix: string): string {
  if (Buffer.byteLength(prefix) > MAX_PREFIX_BYTES) {
    throw malformed('The prefix is longer than any key.');
  }
  // Rules are returned as XML, which cannot represent control characters.
  if (/\p{Cc}/u.test(prefix)) {
    throw malformed('The prefix holds control characters.');
  }
  return prefix;
}

function readTags(elements: readonly XmlElement[]): Readonly<Record<string, string>> {
  const tags = new Map<string, string>();
  for (const element of elements) {
    const name = xmlText(element, 'Key') ?? '';
    const value = xmlText(element, 'Value') ?? '';
    if (name === '' || [...name].length > MAX_TAG_NAME) {
      throw malformed('The TagKey you have provided is invalid');
    }
    if ([...value].length > MAX_TAG_VALUE) {
      throw malformed('The TagValue you have provided is invalid');
    }
    if (tags.has(name)) {
      throw malformed('Duplicate Tag Keys are not allowed');
    }
    tags.set(name, value);
  }
  return Object.fromEntries(tags);
}

/** Returns the XML to store and to return, including all defaults. */
export function writeReplication({ role, rules }: ReplicationConfig): string {
  return xmlDocument('ReplicationConfiguration', [
    ...rules.map((rule) => writeRule(rule)),
    xmlElement('Role', role),
  ]);
}

function writeRule(rule: ReplicationRule): string {
  const { storageClass } = rule;
  return xmlGroup('Rule', [
    rule.id === '' ? undefined : xmlElement('ID', rule.id),
    xmlElement('Status', statusOf(rule.enabled)),
    xmlElement('Priority', rule.priority),
    writeFlag('DeleteMarkerReplication', rule.deleteMarkers),
    writeFlag('DeleteReplication', rule.deletes),
    xmlGroup('Destination', [
      xmlElement('Bucket', rule.destination),
      storageClass === undefined ? undefined : xmlElement('StorageClass', storageClass),
    ]),
    xmlGroup('SourceSelectionCriteria', [
      writeFlag('ReplicaModifications', rule.replicaModifications),
    ]),
    xmlGroup('Filter', writeFilter(rule.filter)),
    writeFlag('ExistingObjectReplication', rule.existingObjects),
  ]);
}

function writeFilter({ prefix, tags, combined }: RuleFilter): string[] {
  const members = Object.entries(tags).map(([name, value]) =>
    xmlGroup('Tag', [xmlElement('Key', name), xmlElement('Value', value)]),
  );
  if (combined) {
    const first = prefix === '' ? [] : [xmlElement('Prefix', prefix)];
    return [xmlGroup('And', [...first, ...members])];
  }
  return members.length > 0 ? members : [xmlElement('Prefix', prefix)];
}

function writeFlag(name: string, value: boolean): string {
  return xmlGroup(name, [xmlElement('Status', statusOf(value))]);
}

function statusOf(value: boolean): string {
  return value ? 'Enabled' : 'Disabled';
}
