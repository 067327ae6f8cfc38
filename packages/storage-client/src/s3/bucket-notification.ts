import { type XmlElement, xmlChildren, xmlDocument } from '@stowage/storage-wire/xml';
import type { Transport } from '../transport.ts';
import { descend, group, leaf, markup } from './edit-xml.ts';
import { readXml, textOf } from './read-xml.ts';
import { subresources } from './subresources.ts';
import type { NotificationRule, RuleOperations } from './types-rules.ts';

type Notification = Pick<RuleOperations, 'getBucketNotification' | 'putBucketNotification'>;

const NAME = 'notification';
const ROOT = 'NotificationConfiguration';

/** The element that names the target, by kind of subscription. */
const TARGETS: Readonly<Record<string, string>> = {
  QueueConfiguration: 'Queue',
  TopicConfiguration: 'Topic',
  CloudFunctionConfiguration: 'CloudFunction',
  LambdaFunctionConfiguration: 'LambdaFunctionArn',
};

export function bucketNotificationOperations(transport: Transport): Notification {
  const { get, put } = subresources(transport);
  return {
    async getBucketNotification(call) {
      return readXml(await get(call, NAME), ROOT).children.map(readRule);
    },

    async putBucketNotification({ rules, ...call }) {
      const members = rules.map((rule) => rule.stored || markup(writeRule(rule)));
      await put(call, NAME, xmlDocument(ROOT, members));
    },
  };
}

function readRule(rule: XmlElement): NotificationRule {
  const target = Object.hasOwn(TARGETS, rule.name) ? TARGETS[rule.name] : undefined;
  const filter = descend(rule, 'Filter', 'S3Key');
  const filters = filter === undefined ? [] : xmlChildren(filter, 'FilterRule');
  const part = (name: string) => {
    const found = filters.find((one) => textOf(one, 'Name').toLowerCase() === name);
    return found === undefined ? '' : textOf(found, 'Value');
  };
  return {
    stored: markup(rule),
    id: textOf(rule, 'Id'),
    arn: target === undefined ? '' : textOf(rule, target),
    events: xmlChildren(rule, 'Event').map(({ text }) => text.trim()),
    prefix: part('prefix'),
    suffix: part('suffix'),
  };
}

/** MinIO represents all targets as queues in S3; for AWS and Ceph, the ARN names the service. */
function kindOf(arn: string): [kind: string, target: string] {
  const [, , service] = arn.split(':');
  if (service === 'sns') return ['TopicConfiguration', 'Topic'];
  if (service === 'lambda') return ['CloudFunctionConfiguration', 'CloudFunction'];
  return ['QueueConfiguration', 'Queue'];
}

function writeRule({ id, arn, events, prefix, suffix }: NotificationRule): XmlElement {
  const [kind, target] = kindOf(arn);
  const filters = [['prefix', prefix] as const, ['suffix', suffix] as const].filter(
    ([, value]) => value !== '',
  );
  return group(kind, [
    leaf('Id', id),
    leaf(target, arn),
    ...events.map((event) => leaf('Event', event)),
    filters.length === 0
      ? undefined
      : group('Filter', [
          group(
            'S3Key',
            filters.map(([name, value]) =>
              group('FilterRule', [leaf('Name', name), leaf('Value', value)]),
            ),
          ),
        ]),
  ]);
}
