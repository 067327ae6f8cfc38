import type { ObjectHeaders, WriteHeaders } from '@stowage/storage-client/s3';

/** Storage classes that a writer may ask for; others name where a rule has moved the object. */
const CHOSEN_CLASSES = new Set([
  'REDUCED_REDUNDANCY',
  'STANDARD_IA',
  'ONEZONE_IA',
  'INTELLIGENT_TIERING',
  'GLACIER_IR',
]);

/** The headers of an object that describe its content, for a copy that has to be told them. */
export function describedBy(headers: ObjectHeaders): WriteHeaders {
  const { contentType, contentEncoding, contentDisposition } = headers;
  const { contentLanguage, cacheControl, expires } = headers;
  return {
    ...{ contentType, contentEncoding, contentDisposition },
    ...{ contentLanguage, cacheControl, expires },
  };
}

/** How an object is stored: a copy has the defaults of its bucket unless it asks. */
export function storedAs(headers: ObjectHeaders): WriteHeaders {
  const { storageClass, encryption, encryptionKey, websiteRedirect } = headers;
  return {
    encryption,
    encryptionKey: encryption === 'aws:kms' ? encryptionKey : undefined,
    websiteRedirect,
    storageClass: CHOSEN_CLASSES.has(storageClass ?? '') ? storageClass : undefined,
  };
}

/** All that an earlier version says of itself, but for its tags and locks. */
export function asItWas(headers: ObjectHeaders): WriteHeaders {
  return { ...storedAs(headers), ...describedBy(headers), metadata: headers.metadata };
}
