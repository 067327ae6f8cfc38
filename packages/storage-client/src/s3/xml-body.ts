import { createHash } from 'node:crypto';

/** Returns body and headers of a call that sends XML; S3 requires Content-MD5 for some of them. */
export function xmlBody(document: string): {
  body: Buffer;
  headers: { 'content-type': string; 'content-md5': string };
} {
  const body = Buffer.from(document);
  return {
    body,
    headers: {
      'content-type': 'application/xml',
      'content-md5': createHash('md5').update(body).digest('base64'),
    },
  };
}
