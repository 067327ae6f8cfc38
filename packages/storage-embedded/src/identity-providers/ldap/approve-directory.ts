import { Directory } from '@stowage/directory/directory';
import { DirectoryError, type DirectoryFailure } from '@stowage/directory/directory-error';
import { readSettings } from '@stowage/directory/settings';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { TargetChange } from '../../config/config-store.ts';
import { LDAP } from '../../config/ldap-subsystem.ts';

const SENTENCES: Readonly<Record<DirectoryFailure, string>> = {
  unreachable: 'the directory cannot be reached',
  'address-refused': 'nothing may be connected to at this address',
  tls: 'the directory does not speak the TLS that is asked for',
  certificate: 'the certificate of the directory is not trusted',
  'tls-required': 'the directory wants TLS',
  'bind-refused': 'the directory refuses lookup_bind_dn with lookup_bind_password',
  'base-dn-missing': 'the directory has no such base DN, or does not show it to lookup_bind_dn',
  'filter-invalid': 'the directory does not understand the filter',
  'user-missing': 'there is no such user',
  'user-ambiguous': 'the filter finds several users for one name',
  'password-wrong': 'name or password are wrong',
  'too-much': 'the directory answers with too much',
  refused: 'the directory refuses',
};

/** Describes a failure in a sentence that starts with the setting that is wrong. */
export function describeFailure({ failure, key, said }: DirectoryError): string {
  const sentence = `${key}: ${SENTENCES[failure]}`;
  return said === '' ? sentence : `${sentence} (${said})`;
}

/**
 * Checks, as MinIO does, that the store can look up users in the configured directory.
 *
 * @throws S3Error XMinioConfigError
 */
export async function refuseWrongDirectory(changes: readonly TargetChange[]): Promise<void> {
  for (const { subsystem, values } of changes) {
    if (subsystem === LDAP && values?.enable === 'on') {
      try {
        await new Directory(readSettings(values)).check();
      } catch (error) {
        if (!(error instanceof DirectoryError)) {
          throw error;
        }
        throw new S3Error('XMinioConfigError', describeFailure(error));
      }
    }
  }
}
