import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import type { Finding } from '@stowage/contract/dashboard/attention';

const DAY = 86_400_000;
const [SOON, VERY_SOON] = [30 * DAY, 7 * DAY];
const HANDSHAKE_MS = 5000;

/** Finds certificates that expire soon, or have expired. */
export type CertificateCheck = (now: number, signal: AbortSignal) => Promise<readonly Finding[]>;

export interface CertificateSources {
  /** The directory of the console's own certificate, and the host and port that serve it. */
  readonly console?: { readonly certsDir: string; readonly host: string } | undefined;
  /** The storage server's origin, if known. */
  readonly storage: () => string | undefined;
}

interface Shown {
  readonly of: 'console' | 'storage';
  readonly host: string;
  readonly certificate: X509Certificate;
}

/** Checks the certificate of the console and that of the storage server. */
export function certificateCheck({ console, storage }: CertificateSources): CertificateCheck {
  return async (now, signal) => {
    const shown = await Promise.all([
      console ? ownCertificate(console) : undefined,
      storageCertificate(storage(), signal),
    ]);
    return shown.flatMap((one) => (one === undefined ? [] : findingsOf(one, now)));
  };
}

async function ownCertificate(of: { certsDir: string; host: string }): Promise<Shown> {
  const certificate = new X509Certificate(await readFile(join(of.certsDir, 'public.crt')));
  return { of: 'console', host: of.host, certificate };
}

async function storageCertificate(
  origin: string | undefined,
  signal: AbortSignal,
): Promise<Shown | undefined> {
  const url = origin === undefined ? undefined : new URL(origin);
  if (url?.protocol !== 'https:') return undefined;
  return { of: 'storage', host: url.host, certificate: await shownBy(url, signal) };
}

/** Returns the certificate that a server presents, trusted or not: no data is sent to it. */
async function shownBy(url: URL, signal: AbortSignal): Promise<X509Certificate> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || 443);
  const { promise, resolve, reject } = Promise.withResolvers<X509Certificate>();
  const socket: TLSSocket = connect(
    {
      host,
      port,
      rejectUnauthorized: false,
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    },
    () => {
      const certificate = socket.getPeerX509Certificate();
      if (certificate) resolve(certificate);
      else reject(new Error('The storage server shows no certificate.'));
    },
  );
  const end = () => socket.destroy(new Error('The storage server does not show a certificate.'));
  socket.setTimeout(HANDSHAKE_MS, end);
  socket.once('error', reject);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', end);
    socket.destroy();
  }
}

function findingsOf({ of, host, certificate }: Shown, now: number): Finding[] {
  const ends = Date.parse(certificate.validTo);
  if (!(ends - now <= SOON)) return [];
  const severity = ends - now <= VERY_SOON ? 'critical' : 'warning';
  const subject = certificate.subjectAltName ?? certificate.subject ?? '';
  return [
    {
      kind: 'certificateExpires',
      severity,
      of,
      host,
      subject,
      expiresAt: new Date(ends).toISOString(),
    },
  ];
}
