import type { ObjectHeaders, WriteHeaders } from '@stowage/storage-client/s3';

/** The headers of an object that describe its content, for a copy that has to be told them. */
export function describedBy(headers: ObjectHeaders): WriteHeaders {
  const { contentType, contentEncoding, contentDisposition } = headers;
  const { contentLanguage, cacheControl, expires } = headers;
  return {
    ...{ contentType, contentEncoding, contentDisposition },
    ...{ contentLanguage, cacheControl, expires },
  };
}
