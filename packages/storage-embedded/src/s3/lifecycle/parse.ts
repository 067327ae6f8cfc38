import { randomUUID } from 'node:crypto';
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
import { checkFields, markupOf, readCount, readDate, readFlag } from '../xml-fields.ts';
import { parseFilter } from './parse-filter.ts';
import type { LifecycleRule, LifecycleRules } from './rules.ts';

const MAX_RULES = 1000;
const MAX_ID = 255;

const RULE_FIELDS = new Set([
  'ID',
  'Prefix',
  'Status',
  'Filter',
  'Expiration',
  'Transition',
  'NoncurrentVersionExpiration',
  'NoncurrentVersionTransition',
  'AbortIncompleteMultipartUpload',
  'DelMarkerExpiration',
]);
/** Elements that may occur several times in a rule. */
const REPEATED = new Set(['Transition', 'NoncurrentVersionTransition']);
const EXPIRATION_FIELDS = new Set([
  'Days',
  'Date',
  'ExpiredObjectDeleteMarker',
  'ExpiredObjectAllVersions',
]);
const NONCURRENT_FIELDS = new Set([
  'NoncurrentDays',
  'NewerNoncurrentVersions',
  'MaxNoncurrentVersions',
]);
const TRANSITION_FIELDS = new Set(['Days', 'Date', 'StorageClass']);
const NONCURRENT_TRANSITION_FIELDS = new Set([
  'NoncurrentDays',
  'NewerNoncurrentVersions',
  'StorageClass',
]);

/**
 * Parses a LifecycleConfiguration in the format of S3 and MinIO. Does not check that its tiers
 * exist.
 *
 * @param objectLock whether the bucket supports object lock
 * @throws S3Error MalformedXML, InvalidArgument
 */
export function parseLifecycle(root: XmlElement, objectLock: boolean): LifecycleRules {
  if (root.name !== 'LifecycleConfiguration' && root.name !== 'BucketLifecycleConfiguration') {
    throw new S3Error('MalformedXML');
  }
  if (root.children.some(({ name }) => name !== 'Rule' && name !== 'ExpiryUpdatedAt')) {
    throw new S3Error('MalformedXML');
  }
  const elements = xmlChildren(root, 'Rule');
  if (elements.length === 0) {
    throw new S3Error('MalformedXML', 'A lifecycle configuration needs a rule.');
  }
  if (elements.length > MAX_RULES) {
    throw new S3Error(
      'InvalidArgument',
      `A lifecycle configuration may have ${MAX_RULES} rules at most.`,
    );
  }
  const rules = elements.map(parseRule);
  if (new Set(rules.map(({ id }) => id)).size < rules.length) {
    throw new S3Error('InvalidArgument', 'Two rules have the same ID.');
  }
  if (objectLock && rules.some((rule) => rule.allVersions || rule.deleteMarkerDays !== undefined)) {
    throw new S3Error(
      'InvalidArgument',
      'ExpiredObjectAllVersions and DelMarkerExpiration are not for buckets with object lock.',
    );
  }
  return rules;
}

/** Adds an id to each rule without one; returns the document to be stored and returned. */
export function withRuleIds(root: XmlElement): string {
  const rules = xmlChildren(root, 'Rule').map((rule) => {
    const id = xmlText(rule, 'ID') ?? '';
    const others = rule.children.filter(({ name }) => name !== 'ID');
    return xmlGroup('Rule', [
      xmlElement('ID', id === '' ? randomUUID() : id),
      ...others.map(markupOf),
    ]);
  });
  return xmlDocument('LifecycleConfiguration', rules);
}

function parseRule(element: XmlElement): LifecycleRule {
  checkFields(element, RULE_FIELDS, REPEATED);
  const id = xmlText(element, 'ID') ?? '';
  if (id.length > MAX_ID) {
    throw new S3Error('InvalidArgument', `The ID of a rule may have ${MAX_ID} characters at most.`);
  }
  const status = xmlText(element, 'Status');
  if (status !== 'Enabled' && status !== 'Disabled') {
    throw new S3Error('MalformedXML', 'The Status of a rule is Enabled or Disabled.');
  }
  const filter = parseFilter(element);
  const actions = {
    ...parseExpiration(xmlChild(element, 'Expiration')),
    ...parseNoncurrent(xmlChild(element, 'NoncurrentVersionExpiration')),
    ...parseAbort(xmlChild(element, 'AbortIncompleteMultipartUpload')),
    ...parseMarkerExpiration(xmlChild(element, 'DelMarkerExpiration')),
    ...parseTransition(xmlChildren(element, 'Transition')),
    ...parseNoncurrentTransition(xmlChildren(element, 'NoncurrentVersionTransition')),
  };
  if (Object.keys(actions).length === 0) {
    throw new S3Error('MalformedXML', 'A rule needs an action.');
  }
  refuseNarrow({ ...actions, filter });
  // Ids are generated when the document is stored; until then, no two empty ones are equal.
  return { id: id === '' ? randomUUID() : id, enabled: status === 'Enabled', filter, ...actions };
}

/** Rejects tag and size filters for actions on things that have neither. */
function refuseNarrow(rule: Omit<LifecycleRule, 'id' | 'enabled'>): void {
  const { filter, abortUploadDays, deleteMarkerDays } = rule;
  const tagged = Object.keys(filter.tags).length > 0;
  const sized = filter.sizeGreaterThan !== undefined || filter.sizeLessThan !== undefined;
  if (abortUploadDays !== undefined && (tagged || sized)) {
    throw new S3Error(
      'InvalidRequest',
      'AbortIncompleteMultipartUpload cannot be specified with tags or sizes.',
    );
  }
  if (deleteMarkerDays !== undefined && tagged) {
    throw new S3Error('InvalidArgument', 'DelMarkerExpiration cannot be specified with tags.');
  }
}

type Actions = Partial<LifecycleRule>;

function parseExpiration(element: XmlElement | undefined): Actions {
  if (element === undefined) {
    return {};
  }
  checkFields(element, EXPIRATION_FIELDS);
  const days = readCount(element, 'Days', 1);
  const date = readDate(element, 'Date');
  const markers = readFlag(element, 'ExpiredObjectDeleteMarker');
  const all = readFlag(element, 'ExpiredObjectAllVersions');
  if (markers !== undefined && (days !== undefined || date !== undefined)) {
    throw new S3Error('InvalidArgument', 'ExpiredObjectDeleteMarker goes without Days and Date.');
  }
  if (days !== undefined && date !== undefined) {
    throw new S3Error('InvalidArgument', 'Expiration takes either Days or Date.');
  }
  if (all !== undefined && days === undefined) {
    throw new S3Error('InvalidArgument', 'ExpiredObjectAllVersions needs Days.');
  }
  if (markers === undefined && days === undefined && date === undefined) {
    throw new S3Error('MalformedXML', 'Expiration takes Days, Date or ExpiredObjectDeleteMarker.');
  }
  return {
    ...(days === undefined ? {} : { expirationDays: days, allVersions: all === true }),
    ...(date === undefined ? {} : { expirationDate: date }),
    ...(markers === undefined ? {} : { expiredDeleteMarkers: markers }),
  };
}

function parseNoncurrent(element: XmlElement | undefined): Actions {
  if (element === undefined) {
    return {};
  }
  checkFields(element, NONCURRENT_FIELDS);
  const days = readCount(element, 'NoncurrentDays', 1) ?? 0;
  const keep =
    readCount(element, 'NewerNoncurrentVersions', 0) ??
    // Name used by older MinIO servers.
    readCount(element, 'MaxNoncurrentVersions', 0) ??
    0;
  if (days === 0 && keep === 0) {
    throw new S3Error('MalformedXML', 'NoncurrentVersionExpiration needs a number.');
  }
  return { noncurrent: { days, keep } };
}

function parseAbort(element: XmlElement | undefined): Actions {
  if (element === undefined) {
    return {};
  }
  checkFields(element, new Set(['DaysAfterInitiation']));
  const days = readCount(element, 'DaysAfterInitiation', 1);
  if (days === undefined) {
    throw new S3Error('MalformedXML', 'AbortIncompleteMultipartUpload needs DaysAfterInitiation.');
  }
  return { abortUploadDays: days };
}

function parseMarkerExpiration(element: XmlElement | undefined): Actions {
  if (element === undefined) {
    return {};
  }
  checkFields(element, new Set(['Days']));
  const days = readCount(element, 'Days', 1);
  if (days === undefined) {
    throw new S3Error('InvalidArgument', 'DelMarkerExpiration needs Days.');
  }
  return { deleteMarkerDays: days };
}

function parseTransition(elements: readonly XmlElement[]): Actions {
  const element = only(elements);
  if (element === undefined) {
    return {};
  }
  checkFields(element, TRANSITION_FIELDS);
  const tier = tierOf(element);
  const days = readCount(element, 'Days', 0);
  const date = readDate(element, 'Date');
  if (date === undefined) {
    return { transition: { days: days ?? 0, tier } };
  }
  if ((days ?? 0) > 0) {
    throw new S3Error('InvalidArgument', 'Transition takes either Days or Date.');
  }
  return { transition: { date, tier } };
}

function parseNoncurrentTransition(elements: readonly XmlElement[]): Actions {
  const element = only(elements);
  if (element === undefined) {
    return {};
  }
  checkFields(element, NONCURRENT_TRANSITION_FIELDS);
  const days = readCount(element, 'NoncurrentDays', 0) ?? 0;
  const keep = readCount(element, 'NewerNoncurrentVersions', 0) ?? 0;
  return { noncurrentTransition: { days, keep, tier: tierOf(element) } };
}

/** Contents are moved only once: moving from one tier to another is not supported. */
function only(transitions: readonly XmlElement[]): XmlElement | undefined {
  if (transitions.length > 1) {
    throw new S3Error('InvalidArgument', 'A rule can move objects to one tier only.');
  }
  return transitions[0];
}

function tierOf(transition: XmlElement): string {
  const tier = xmlText(transition, 'StorageClass') ?? '';
  if (tier === '') {
    throw new S3Error('MalformedXML', 'A transition needs a StorageClass.');
  }
  return tier;
}
