import { objectPath } from '@stowage/storage-wire/uri';
import { xmlDocument, xmlElement, xmlGroup } from '@stowage/storage-wire/xml';
import type { Transport } from '../transport.ts';
import type { VersionCall } from './types.ts';
import type { ObjectSettingsOperations } from './types-object-settings.ts';
import { xmlBody } from './xml-body.ts';

/** Returns the operations on subresources of an object or one of its versions. */
export function objectSettingsOperations(transport: Transport): ObjectSettingsOperations {
  const target = ({ bucket, key, versionId, signal }: VersionCall, name: string) => ({
    path: objectPath(bucket, key),
    query: { [name]: '', versionId },
    signal,
  });

  async function put(call: VersionCall, name: string, document: string, more = {}): Promise<void> {
    const { body, headers } = xmlBody(document);
    await transport.sendForHeaders({
      method: 'PUT',
      ...target(call, name),
      body,
      headers: { ...headers, ...more },
    });
  }

  return {
    putObjectTagging({ tags, ...call }) {
      const members = Object.entries(tags).map(([key, value]) =>
        xmlGroup('Tag', [xmlElement('Key', key), xmlElement('Value', value)]),
      );
      return put(call, 'tagging', xmlDocument('Tagging', [xmlGroup('TagSet', members)]));
    },

    async deleteObjectTagging(call) {
      await transport.sendForHeaders({ method: 'DELETE', ...target(call, 'tagging') });
    },

    putObjectRetention({ retention, bypassGovernance, ...call }) {
      const members = retention && [
        xmlElement('Mode', retention.mode),
        xmlElement('RetainUntilDate', retention.until),
      ];
      const bypass = bypassGovernance && { 'x-amz-bypass-governance-retention': 'true' };
      return put(call, 'retention', xmlDocument('Retention', members ?? []), bypass || {});
    },

    putObjectLegalHold({ legalHold, ...call }) {
      const status = xmlElement('Status', legalHold ? 'ON' : 'OFF');
      return put(call, 'legal-hold', xmlDocument('LegalHold', [status]));
    },
  };
}
