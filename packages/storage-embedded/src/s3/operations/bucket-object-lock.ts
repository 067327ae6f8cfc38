import { S3Error } from '@stowage/storage-wire/s3-error';
import {
  parseXml,
  type XmlElement,
  xmlChild,
  xmlDocument,
  xmlElement,
  xmlGroup,
  xmlText,
} from '@stowage/storage-wire/xml';
import { emptyReply, xmlReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import {
  type DefaultRetention,
  LOCK_SETTING,
  retentionBy,
  retentionFacts,
  storedDefault,
} from '../object-lock.ts';
import type { Operation } from '../operation.ts';

const MAX_BODY_BYTES = 64 * 1024;
const MAX_DAYS = 36_500;
const MAX_YEARS = 100;

export const getBucketObjectLock: Operation = {
  name: 'GetObjectLockConfiguration',
  action: 's3:GetBucketObjectLockConfiguration',
  run: (request) => {
    const bucket = existingBucket(request);
    if (!bucket.objectLock) {
      throw new S3Error('ObjectLockConfigurationNotFoundError');
    }
    const rule = storedDefault(bucket);
    return xmlReply(
      xmlDocument('ObjectLockConfiguration', [
        xmlElement('ObjectLockEnabled', 'Enabled'),
        rule === undefined ? undefined : ruleXml(rule),
      ]),
    );
  },
};

export const putBucketObjectLock: Operation = {
  name: 'PutObjectLockConfiguration',
  // Conditions may refer to the retention, which is in the body.
  action: 'none',
  run: async (request) => {
    const rule = parseConfiguration(parseXml(await request.payload.read(MAX_BODY_BYTES)));
    const facts = retentionFacts(rule === undefined ? undefined : retentionBy(rule));
    request.require('s3:PutBucketObjectLockConfiguration', { ...request.resource, facts });
    const bucket = existingBucket(request);
    if (!bucket.objectLock) {
      throw new S3Error(
        'InvalidBucketState',
        'Object Lock configuration cannot be enabled on existing buckets',
      );
    }
    await request.store.engine.updateBucket(bucket.name, {
      settings: { [LOCK_SETTING]: rule === undefined ? null : JSON.stringify(rule) },
    });
    return emptyReply(200);
  },
};

function ruleXml({ mode, unit, period }: DefaultRetention): string {
  return xmlGroup('Rule', [
    xmlGroup('DefaultRetention', [
      xmlElement('Mode', mode),
      xmlElement(unit === 'days' ? 'Days' : 'Years', period),
    ]),
  ]);
}

function parseConfiguration(root: XmlElement): DefaultRetention | undefined {
  if (root.name !== 'ObjectLockConfiguration' || xmlText(root, 'ObjectLockEnabled') !== 'Enabled') {
    throw new S3Error('MalformedXML');
  }
  const rule = xmlChild(root, 'Rule');
  if (rule === undefined) {
    return undefined;
  }
  const retention = xmlChild(rule, 'DefaultRetention');
  const mode = retention === undefined ? undefined : xmlText(retention, 'Mode');
  if (retention === undefined || (mode !== 'GOVERNANCE' && mode !== 'COMPLIANCE')) {
    throw new S3Error('MalformedXML');
  }
  const days = xmlText(retention, 'Days');
  const years = xmlText(retention, 'Years');
  if ((days === undefined) === (years === undefined)) {
    throw new S3Error('MalformedXML');
  }
  return days === undefined
    ? { mode, unit: 'years', period: readPeriod(years ?? '', 'Years', MAX_YEARS) }
    : { mode, unit: 'days', period: readPeriod(days, 'Days', MAX_DAYS) };
}

function readPeriod(text: string, unit: string, most: number): number {
  const period = /^[0-9]{1,9}$/.test(text.trim()) ? Number(text) : 0;
  if (period < 1) {
    throw new S3Error(
      'InvalidArgument',
      `Default retention period must be a positive integer value for '${unit}'`,
    );
  }
  if (period > most) {
    throw new S3Error('InvalidArgument', `Default retention period too large for '${unit}'`);
  }
  return period;
}
