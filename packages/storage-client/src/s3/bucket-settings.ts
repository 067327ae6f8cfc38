import { objectPath } from '@stowage/storage-wire/uri';
import {
  type XmlElement,
  xmlChild,
  xmlChildren,
  xmlDocument,
  xmlElement,
  xmlGroup,
} from '@stowage/storage-wire/xml';
import { responseUnreadable } from '../answer-error.ts';
import type { Transport } from '../transport.ts';
import { numberOf, optionalText, readXml, textOf } from './read-xml.ts';
import type {
  BucketCall,
  BucketOperations,
  DefaultRetention,
  RetentionMode,
  VersioningState,
} from './types.ts';
import { xmlBody } from './xml-body.ts';

type BucketSettings = Pick<
  BucketOperations,
  | 'getBucketVersioning'
  | 'putBucketVersioning'
  | 'getObjectLockConfiguration'
  | 'putObjectLockConfiguration'
  | 'getBucketPolicy'
  | 'getBucketTagging'
>;

const VERSIONING: Readonly<Record<string, VersioningState>> = {
  '': 'off',
  Enabled: 'enabled',
  Suspended: 'suspended',
};

export function bucketSettingsOperations(transport: Transport): BucketSettings {
  async function get({ bucket, signal }: BucketCall, name: string): Promise<Buffer> {
    const path = objectPath(bucket);
    const { bytes } = await transport.sendForBytes({
      method: 'GET',
      path,
      query: { [name]: '' },
      signal,
    });
    return bytes;
  }

  async function put({ bucket, signal }: BucketCall, name: string, xml: string): Promise<void> {
    const path = objectPath(bucket);
    const query = { [name]: '' };
    await transport.sendForHeaders({ method: 'PUT', path, query, ...xmlBody(xml), signal });
  }

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
      return (await get(call, 'policy')).toString('utf8');
    },

    async getBucketTagging(call) {
      const set = xmlChild(readXml(await get(call, 'tagging'), 'Tagging'), 'TagSet');
      const tags = set === undefined ? [] : xmlChildren(set, 'Tag');
      return Object.fromEntries(tags.map((tag) => [textOf(tag, 'Key'), textOf(tag, 'Value')]));
    },
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
