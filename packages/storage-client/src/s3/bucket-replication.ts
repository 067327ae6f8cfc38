import { objectPath } from '@stowage/storage-wire/uri';
import {
  parseXml,
  type XmlElement,
  xmlChildren,
  xmlDocument,
  xmlElement,
} from '@stowage/storage-wire/xml';
import { JsonObject } from '../admin/json.ts';
import type { Transport } from '../transport.ts';
import { descend, group, leaf, markup, withChild, withText } from './edit-xml.ts';
import { unlessMissing } from './missing-document.ts';
import { numberOf, optionalText, readXml, textOf } from './read-xml.ts';
import { readFilter, writeFilter } from './rule-filter.ts';
import { subresources } from './subresources.ts';
import type { ReplicationMetrics, ReplicationRule, RuleOperations } from './types-rules.ts';

type Replication = Pick<
  RuleOperations,
  'getBucketReplication' | 'putBucketReplication' | 'getReplicationMetrics'
>;

const NAME = 'replication';
const ROOT = 'ReplicationConfiguration';
const MISSING = 'ReplicationConfigurationNotFoundError';

export function bucketReplicationOperations(transport: Transport): Replication {
  const { get, put, remove } = subresources(transport);
  return {
    async getBucketReplication(call) {
      const bytes = await unlessMissing(get(call, NAME), MISSING);
      if (bytes === undefined) return { role: '', rules: [] };
      const root = readXml(bytes, ROOT);
      return { role: textOf(root, 'Role'), rules: xmlChildren(root, 'Rule').map(readRule) };
    },

    async putBucketReplication({ configuration: { role, rules }, ...call }) {
      if (rules.length === 0) return remove(call, NAME);
      const members = rules.map((rule) => markup(writeRule(rule)));
      await put(call, NAME, xmlDocument(ROOT, [xmlElement('Role', role), ...members]));
    },

    async getReplicationMetrics({ bucket, signal }) {
      const path = objectPath(bucket);
      const query = { 'replication-metrics': '2' };
      const { bytes } = await transport.sendForBytes({ method: 'GET', path, query, signal });
      return readMetrics(JsonObject.parse(bytes));
    },
  };
}

function readMetrics(stats: JsonObject): ReplicationMetrics {
  const queues = stats
    .object('queueStats')
    .objects('nodes')
    .map((node) => node.object('queueStats').object('curr'));
  const sum = (name: string) => queues.reduce((total, queue) => total + queue.number(name), 0);
  const targets = stats.object('currStats').object('Stats').entries();
  return {
    pending: { objects: sum('count'), size: sum('bytes') },
    targets: Object.fromEntries(targets.map(([arn, target]) => [arn, readTarget(target)])),
  };
}

function readTarget(target: JsonObject): ReplicationMetrics['targets'][string] {
  // Current servers count failures by time frame, older ones as a single number.
  const failures = target.object('failed').object('totals');
  const lastHour = target.object('failed').has('lastHour')
    ? target.object('failed').object('lastHour')
    : undefined;
  return {
    replicated: {
      objects: target.number('replicationCount'),
      size: target.number('completedReplicationSize'),
    },
    failed: {
      objects: failures.number('count') || target.number('failedReplicationCount'),
      size: failures.number('bytes') || target.number('failedReplicationSize'),
    },
    ...(lastHour && {
      failedLately: { objects: lastHour.number('count'), size: lastHour.number('bytes') },
    }),
  };
}

function readRule(rule: XmlElement): ReplicationRule {
  const destination = descend(rule, 'Destination') ?? group('Destination', []);
  return {
    stored: markup(rule),
    id: textOf(rule, 'ID'),
    enabled: textOf(rule, 'Status') === 'Enabled',
    priority: numberOf(rule, 'Priority'),
    ...readFilter(rule),
    destination: textOf(destination, 'Bucket'),
    storageClass: optionalText(destination, 'StorageClass'),
    deleteMarkers: isEnabled(rule, 'DeleteMarkerReplication'),
    deletes: isEnabled(rule, 'DeleteReplication'),
    metadata: isEnabled(rule, 'SourceSelectionCriteria', 'ReplicaModifications'),
    existingObjects: isEnabled(rule, 'ExistingObjectReplication'),
  };
}

function isEnabled(rule: XmlElement, ...path: readonly string[]): boolean {
  const element = descend(rule, ...path);
  return element !== undefined && textOf(element, 'Status') === 'Enabled';
}

function writeRule(rule: ReplicationRule): XmlElement {
  const status = (enabled: boolean) => (enabled ? 'Enabled' : 'Disabled');
  const stored = rule.stored === '' ? group('Rule', []) : parseXml(rule.stored);
  let written = withChild(stored, 'ID', leaf('ID', rule.id));
  written = withChild(written, 'Status', leaf('Status', status(rule.enabled)));
  written = withChild(written, 'Priority', leaf('Priority', rule.priority));
  written = writeFilter(written, rule);
  const texts: readonly [[string, ...string[]], string | undefined][] = [
    [['DeleteMarkerReplication', 'Status'], status(rule.deleteMarkers)],
    [['DeleteReplication', 'Status'], status(rule.deletes)],
    [['Destination', 'Bucket'], rule.destination],
    [['Destination', 'StorageClass'], rule.storageClass],
    [['SourceSelectionCriteria', 'ReplicaModifications', 'Status'], status(rule.metadata)],
    [['ExistingObjectReplication', 'Status'], status(rule.existingObjects)],
  ];
  for (const [path, text] of texts) written = withText(written, path, text);
  return written;
}
