import { buildQuery } from '@stowage/storage-wire/uri';
import { type AnswerHeaders, header } from '../transport.ts';
import { readHeaderText } from './header-text.ts';
import { unquote } from './read-xml.ts';
import type { ObjectHeaders, WriteHeaders } from './types.ts';

const METADATA_PREFIX = 'x-amz-meta-';
const KMS_KEY = 'x-amz-server-side-encryption-aws-kms-key-id';

/** Reads the object headers of GET and HEAD that the console needs. */
export function readObjectHeaders(headers: AnswerHeaders): ObjectHeaders {
  const get = (name: string) => header(headers, name);
  const modified = get('last-modified');
  const hold = get('x-amz-object-lock-legal-hold');
  return {
    contentLength: Number(get('content-length') ?? 0),
    contentType: get('content-type'),
    contentRange: get('content-range'),
    contentEncoding: get('content-encoding'),
    contentDisposition: get('content-disposition'),
    contentLanguage: get('content-language'),
    cacheControl: get('cache-control'),
    expires: get('expires'),
    etag: unquote(get('etag') ?? ''),
    lastModified: modified === undefined ? undefined : isoDate(modified),
    versionId: get('x-amz-version-id'),
    deleteMarker: get('x-amz-delete-marker') === 'true',
    storageClass: get('x-amz-storage-class'),
    tagCount: Number(get('x-amz-tagging-count') ?? 0),
    retention: readRetention(headers),
    legalHold: hold === undefined ? undefined : hold === 'ON',
    replicationStatus: get('x-amz-replication-status'),
    encryption: get('x-amz-server-side-encryption'),
    encryptionKey: get(KMS_KEY)?.replace(/^arn:aws:kms:/, ''),
    websiteRedirect: get('x-amz-website-redirect-location'),
    metadata: readMetadata(headers),
  };
}

function isoDate(httpDate: string): string | undefined {
  const moment = new Date(httpDate);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

function readRetention(headers: AnswerHeaders): ObjectHeaders['retention'] {
  const mode = header(headers, 'x-amz-object-lock-mode');
  const until = header(headers, 'x-amz-object-lock-retain-until-date');
  return (mode === 'GOVERNANCE' || mode === 'COMPLIANCE') && until !== undefined
    ? { mode, until }
    : undefined;
}

function readMetadata(headers: AnswerHeaders): Record<string, string> {
  const metadata: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    if (name.startsWith(METADATA_PREFIX)) {
      metadata[name.slice(METADATA_PREFIX.length)] = readHeaderText(header(headers, name) ?? '');
    }
  }
  return metadata;
}

function holdHeader(legalHold: boolean | undefined): string | undefined {
  return legalHold === undefined ? undefined : legalHold ? 'ON' : 'OFF';
}

/** Returns the headers for the properties to store with an object. */
export function writeHeaders(attributes: WriteHeaders): Record<string, string | undefined> {
  const headers: Record<string, string | undefined> = {
    'content-type': attributes.contentType,
    'content-encoding': attributes.contentEncoding,
    'content-disposition': attributes.contentDisposition,
    'content-language': attributes.contentLanguage,
    'cache-control': attributes.cacheControl,
    expires: attributes.expires,
    'x-amz-website-redirect-location': attributes.websiteRedirect,
    'x-amz-storage-class': attributes.storageClass,
    'x-amz-server-side-encryption': attributes.encryption,
    [KMS_KEY]: attributes.encryptionKey,
    'x-amz-object-lock-mode': attributes.retention?.mode,
    'x-amz-object-lock-retain-until-date': attributes.retention?.until,
    'x-amz-object-lock-legal-hold': holdHeader(attributes.legalHold),
    'x-amz-tagging': attributes.tags === undefined ? undefined : buildQuery(attributes.tags),
  };
  for (const [name, value] of Object.entries(attributes.metadata ?? {})) {
    headers[METADATA_PREFIX + name.toLowerCase()] = value;
  }
  return headers;
}
