import { StorageRequestError } from '../errors.ts';
import type { AdminTransport } from './admin-transport.ts';
import type { JsonObject } from './json.ts';
import type { Abortable } from './types.ts';

/** The parts of an import, by their names in the response. */
const PARTS = [
  'policies',
  'users',
  'groups',
  'serviceAccounts',
  'userPolicies',
  'groupPolicies',
  'stsPolicies',
] as const;

/** The result of importing an archive entry. */
export interface ImportedEntry {
  readonly part: (typeof PARTS)[number];
  readonly name: string;
  readonly outcome: 'added' | 'removed' | 'skipped' | 'failed';
  /** '' if the server gives no reason; MinIO never does. */
  readonly reason: string;
}

export interface IamTransferOperations {
  /**
   * Returns a zip archive with all users, groups, policies and service accounts, including secrets.
   */
  exportIam(call?: Abortable): Promise<Uint8Array>;
  /**
   * Imports an archive and returns the result of each entry; undefined if the server accepted the
   * archive without details.
   */
  importIam(
    call: Abortable & { readonly archive: Uint8Array },
  ): Promise<readonly ImportedEntry[] | undefined>;
}

/** Error codes of older servers for an unknown call. */
const UNKNOWN_CALL = new Set(['XMinioAdminVersionMismatch', 'MethodNotAllowed', 'NotFound']);

export function iamTransferOperations(transport: AdminTransport): IamTransferOperations {
  return {
    exportIam: (call = {}) => transport.readBytes({ method: 'GET', path: 'export-iam', ...call }),

    async importIam({ archive, signal }) {
      const call = { method: 'PUT', body: archive, signal } as const;
      try {
        const result = await transport.readJson({ ...call, path: 'import-iam-v2' });
        return (['added', 'removed', 'skipped', 'failed'] as const).flatMap((outcome) =>
          readEntries(result.object(outcome)).map((entry) => ({ ...entry, outcome })),
        );
      } catch (error) {
        if (!(error instanceof StorageRequestError && UNKNOWN_CALL.has(error.code))) throw error;
      }
      await transport.run({ ...call, path: 'import-iam' });
      return undefined;
    },
  };
}

/** Reads names, objects with a name, or objects whose only field is the name. */
function readEntries(json: JsonObject): Omit<ImportedEntry, 'outcome'>[] {
  return PARTS.flatMap((part) => [
    ...json.texts(part).map((name) => ({ part, name, reason: '' })),
    ...json.objects(part).map((entry) => ({
      part,
      name: entry.text('name') || (Object.keys(entry.all())[0] ?? ''),
      reason: entry.text('reason'),
    })),
  ]);
}
