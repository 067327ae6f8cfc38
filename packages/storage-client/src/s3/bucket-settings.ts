import {
  type XmlElement,
  xmlChild,
  xmlDocument,
  xmlElement,
  xmlGroup,
} from '@stowage/storage-wire/xml';
import { JsonObject } from '../admin/json.ts';
import { responseUnreadable } from '../answer-error.ts';
import type { Transport } from '../transport.ts';
import { numberOf, optionalText, readTagSet, readXml, textOf } from './read-xml.ts';
import { subresources } from './subresources.ts';
import type { RetentionMode } from './types.ts';
import type {
  BucketEncryption,
  BucketOperations,
  DefaultRetention,
  VersioningState,
} from './types-buckets.ts';

type BucketSettings = Pick<
  BucketOperations,
  | 'getBucketVersioning'
  | 'putBucketVersioning'
  | 'getObjectLockConfiguration'
  | 'putObjectLockConfiguration'
  | 'getBucketPolicy'
  | 'putBucketPolicy'
  | 'deleteBucketPolicy'
  | 'getBucketTagging'
  | 'putBucketTagging'
  | 'deleteBucketTagging'
  | 'getBucketEncryption'
  | 'putBucketEncryption'
  | 'deleteBucketEncryption'
>;

const VERSIONING: Readonly<Record<string, VersioningState>> = {
  '': 'off',
  Enabled: 'enabled',
  Suspended: 'suspended',
};

export function bucketSettingsOperations(transport: Transport): BucketSettings {
  const { get, put, remove } = subresources(transport);

  return {
    async getBucketVersioning(call) {
      const root = readXml(await get(call, 'versioning'), 'VersioningConfiguration');
      const state = VERSIONING[textOf(root, 'Status')];
      if (state === undefined) {
        throw responseUnreadable(200, 'The versioning status is unknown.');
      }
      return state;
    },

    async putBucketVersioning({ state, ...call }) {
      const status = xmlElement('Status', state === 'enabled' ? 'Enabled' : 'Suspended');
      await put(call, 'versioning', xmlDocument('VersioningConfiguration', [status]));
    },

    async getObjectLockConfiguration(call) {
      const root = readXml(await get(call, 'object-lock'), 'ObjectLockConfiguration');
      const retention = readRetention(root);
      return {
        enabled: textOf(root, 'ObjectLockEnabled') === 'Enabled',
        ...(retention === undefined ? {} : { retention }),
      };
    },

    async putObjectLockConfiguration({ retention, ...call }) {
      await put(
        call,
        'object-lock',
        xmlDocument('ObjectLockConfiguration', [
          xmlElement('ObjectLockEnabled', 'Enabled'),
          retention === undefined ? undefined : writeRetention(retention),
        ]),
      );
    },

    async getBucketPolicy(call) {
      const document = await get(call, 'policy');
      JsonObject.parse(document);
      return document.toString('utf8');
    },

    putBucketPolicy: ({ policy, ...call }) => put(call, 'policy', policy),
    deleteBucketPolicy: (call) => remove(call, 'policy'),

    async getBucketTagging(call) {
      return readTagSet(readXml(await get(call, 'tagging'), 'Tagging'));
    },

    async putBucketTagging({ tags, ...call }) {
      const members = Object.entries(tags).map(([key, value]) =>
        xmlGroup('Tag', [xmlElement('Key', key), xmlElement('Value', value)]),
      );
      await put(call, 'tagging', xmlDocument('Tagging', [xmlGroup('TagSet', members)]));
    },

    deleteBucketTagging: (call) => remove(call, 'tagging'),

    async getBucketEncryption(call) {
      const root = readXml(await get(call, 'encryption'), 'ServerSideEncryptionConfiguration');
      return readEncryption(root);
    },

    async putBucketEncryption({ encryption, ...call }) {
      await put(call, 'encryption', writeEncryption(encryption));
    },

    deleteBucketEncryption: (call) => remove(call, 'encryption'),
  };
}

function readRetention(root: XmlElement): DefaultRetention | undefined {
  const rule = xmlChild(root, 'Rule');
  const retention = rule === undefined ? undefined : xmlChild(rule, 'DefaultRetention');
  const mode = retention === undefined ? undefined : optionalText(retention, 'Mode');
  if (retention === undefined || mode === undefined) {
    return undefined;
  }
  const unit = optionalText(retention, 'Days') === undefined ? 'years' : 'days';
  return {
    mode: readRetentionMode(mode),
    unit,
    validity: numberOf(retention, unit === 'days' ? 'Days' : 'Years'),
  };
}

function readRetentionMode(text: string): RetentionMode {
  if (text !== 'GOVERNANCE' && text !== 'COMPLIANCE') {
    throw responseUnreadable(200, 'The retention mode is unknown.');
  }
  return text;
}

function writeRetention({ mode, unit, validity }: DefaultRetention): string {
  const period = xmlElement(unit === 'days' ? 'Days' : 'Years', validity);
  return xmlGroup('Rule', [xmlGroup('DefaultRetention', [xmlElement('Mode', mode), period])]);
}

function readEncryption(root: XmlElement): BucketEncryption {
  const rule = xmlChild(root, 'Rule');
  const action = rule && xmlChild(rule, 'ApplyServerSideEncryptionByDefault');
  const algorithm = action && optionalText(action, 'SSEAlgorithm');
  if (action === undefined || algorithm === undefined) {
    throw responseUnreadable(200, 'The encryption names no algorithm.');
  }
  const keyId = optionalText(action, 'KMSMasterKeyID');
  return { algorithm, ...(keyId !== undefined && { keyId }) };
}

function writeEncryption({ algorithm, keyId }: BucketEncryption): string {
  return xmlDocument('ServerSideEncryptionConfiguration', [
    xmlGroup('Rule', [
      xmlGroup('ApplyServerSideEncryptionByDefault', [
        xmlElement('SSEAlgorithm', algorithm),
        keyId === undefined ? undefined : xmlElement('KMSMasterKeyID', keyId),
      ]),
    ]),
  ]);
}
