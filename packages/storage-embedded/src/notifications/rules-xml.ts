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
import type { NotificationRule } from './bucket-rules.ts';
import { expandEventName } from './event-names.ts';
import { checkFilterValue, type KeyFilter } from './key-filter.ts';
import { parseTargetArn, targetArn } from './target-id.ts';

/** S3's limit per bucket. */
const MAX_RULES = 100;
const UNSUPPORTED = [
  'TopicConfiguration',
  'CloudFunctionConfiguration',
  'LambdaFunctionConfiguration',
  'EventBridgeConfiguration',
];

/** What rules are validated against. */
export interface RulesContext {
  /** '' when none is configured. */
  readonly region: string;
  /** Whether a target with this `name:kind` exists. */
  readonly hasTarget: (id: string) => boolean;
}

/**
 * Reads a NotificationConfiguration (S3's PutBucketNotificationConfiguration) as MinIO does.
 *
 * @throws S3Error MalformedXML, InvalidArgument, UnsupportedNotification
 */
export function parseNotification(
  root: XmlElement,
  context: RulesContext,
): readonly NotificationRule[] {
  if (root.name !== 'NotificationConfiguration') {
    throw new S3Error('MalformedXML');
  }
  if (UNSUPPORTED.some((name) => xmlChild(root, name) !== undefined)) {
    throw new S3Error('UnsupportedNotification');
  }
  const queues = xmlChildren(root, 'QueueConfiguration');
  if (queues.length > MAX_RULES) {
    throw new S3Error('MalformedXML');
  }
  const rules = queues.map((queue) => parseQueue(queue, context));
  if (new Set(rules.map((rule) => JSON.stringify(rule))).size < rules.length) {
    throw invalid(
      'An object key name filtering rule defined with overlapping prefixes, overlapping suffixes, or overlapping combinations of prefixes and suffixes for the same event types.',
    );
  }
  return rules;
}

/** Formats the rules as XML, with ARNs of the current region. */
export function writeNotification(rules: readonly NotificationRule[], region: string): string {
  return xmlDocument(
    'NotificationConfiguration',
    rules.map(({ id, events, prefix, suffix, target }) =>
      xmlGroup('QueueConfiguration', [
        xmlElement('Id', id),
        writeFilter({ prefix, suffix }),
        ...events.map((event) => xmlElement('Event', event)),
        xmlElement('Queue', targetArn(region, target)),
      ]),
    ),
  );
}

function invalid(message: string): S3Error {
  return new S3Error('InvalidArgument', message);
}

function parseQueue(queue: XmlElement, context: RulesContext): NotificationRule {
  const events = xmlChildren(queue, 'Event').map(({ text }) => text.trim());
  if (events.length === 0) {
    throw new S3Error('MalformedXML');
  }
  if (events.some((event) => expandEventName(event) === undefined)) {
    throw invalid('A specified event is not supported for notifications.');
  }
  if (new Set(events).size < events.length) {
    throw invalid(
      'Configurations overlap. Configurations on the same bucket cannot share a common event type.',
    );
  }
  return {
    id: xmlText(queue, 'Id') ?? '',
    events,
    ...parseFilter(queue),
    target: parseDestination(xmlText(queue, 'Queue') ?? '', context),
  };
}

function parseDestination(arn: string, { region, hasTarget }: RulesContext): string {
  const parsed = parseTargetArn(arn.trim());
  if (parsed !== undefined && parsed.region !== '' && region !== '' && parsed.region !== region) {
    throw invalid(
      'A specified destination is in a different region than the bucket. You must use a destination that resides in the same region as the bucket.',
    );
  }
  if (parsed === undefined || !hasTarget(parsed.id)) {
    throw invalid(
      'A specified destination ARN does not exist or is not well-formed. Verify the destination ARN.',
    );
  }
  return parsed.id;
}

function parseFilter(queue: XmlElement): KeyFilter {
  const filter = xmlChild(queue, 'Filter');
  const key = filter && xmlChild(filter, 'S3Key');
  const found: Partial<Record<'prefix' | 'suffix', string>> = {};
  for (const rule of key ? xmlChildren(key, 'FilterRule') : []) {
    const name = xmlText(rule, 'Name');
    if (name !== 'prefix' && name !== 'suffix') {
      throw invalid('filter rule name must be either prefix or suffix');
    }
    if (found[name] !== undefined) {
      throw invalid(`Cannot specify more than one ${name} rule in a filter.`);
    }
    found[name] = checkFilterValue(xmlText(rule, 'Value') ?? '');
  }
  return { prefix: found.prefix ?? '', suffix: found.suffix ?? '' };
}

function writeFilter({ prefix, suffix }: KeyFilter): string | undefined {
  const rules = Object.entries({ prefix, suffix })
    .filter(([, value]) => value !== '')
    .map(([name, value]) =>
      xmlGroup('FilterRule', [xmlElement('Name', name), xmlElement('Value', value)]),
    );
  return rules.length === 0 ? undefined : xmlGroup('Filter', [xmlGroup('S3Key', rules)]);
}
