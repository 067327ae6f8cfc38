import type { ObjectHeaders, WriteHeaders } from '@stowage/storage-client/s3';

/** Storage classes that a writer may request; other classes are the result of a lifecycle rule. */
const CHOSEN_CLASSES = new Set([
  'REDUCED_REDUNDANCY',
  'STANDARD_IA',
  'ONEZONE_IA',
  'INTELLIGENT_TIERING',
  'GLACIER_IR',
]);

/** The headers that describe an object's content, for copies that must be given them. */
export function describedBy(headers: ObjectHeaders): WriteHeaders {
  const { contentType, contentEncoding, contentDisposition } = headers;
  const { contentLanguage, cacheControl, expires } = headers;
  return {
    ...{ contentType, contentEncoding, contentDisposition },
    ...{ contentLanguage, cacheControl, expires },
  };
}

/** How an object is stored; a copy uses its bucket's defaults unless told otherwise. */
export function storedAs(headers: ObjectHeaders): WriteHeaders {
  const { storageClass, encryption, encryptionKey, websiteRedirect } = headers;
  return {
    encryption,
    encryptionKey: encryption === 'aws:kms' ? encryptionKey : undefined,
    websiteRedirect,
    storageClass: CHOSEN_CLASSES.has(storageClass ?? '') ? storageClass : undefined,
  };
}

/** All headers of an earlier version, except for its tags and locks. */
export function asItWas(headers: ObjectHeaders): WriteHeaders {
  return { ...storedAs(headers), ...describedBy(headers), metadata: headers.metadata };
}
