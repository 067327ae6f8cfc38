import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ConfigError } from './setting.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Reads the certificates of a PEM bundle one by one.
 * @throws ConfigError if the file cannot be read, is empty, or contains a broken certificate
 */
export async function readAuthorities(file: string): Promise<readonly string[]> {
  const content = await readFile(file, 'utf8').catch(() => {
    throw new ConfigError(`STOWAGE_STORAGE_CA: ${file} cannot be read: ${EXPECTED}`);
  });
  const certificates = content.match(CERTIFICATE) ?? [];
  if (certificates.length === 0) {
    throw new ConfigError(`STOWAGE_STORAGE_CA: ${file} holds no certificate: ${EXPECTED}`);
  }
  const broken = certificates.findIndex((certificate) => !isReadable(certificate));
  if (broken !== -1) {
    throw new ConfigError(
      `STOWAGE_STORAGE_CA: certificate ${broken + 1} in ${file} cannot be used: ${EXPECTED}`,
    );
  }
  return certificates;
}

const EXPECTED = 'expected a file with certificates in PEM.';

function isReadable(certificate: string): boolean {
  try {
    return new X509Certificate(certificate).raw.length > 0;
  } catch {
    return false;
  }
}
