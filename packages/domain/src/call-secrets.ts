/** Placeholder for redacted secrets. */
export const SECRET_MARK = '*REDACTED*';

/**
 * Whether a request or response header of the storage server authenticates somebody or decrypts
 * data: signatures, tokens, cookies and customer-provided keys. Case-insensitive.
 */
export function isSecretHeader(name: string): boolean {
  return /authorization|cookie|security-token|secret|password|customer-key|signature/i.test(name);
}

/** Whether a query parameter authenticates somebody or decrypts data. */
function isSecretParameter(name: string): boolean {
  return /signature|security-?token|^token$|identity(?:access)?token|samlassertion|secret|password/i.test(
    name,
  );
}

/** Returns a query string as it was sent, with secrets redacted. */
export function queryWithoutSecrets(rawQuery: string): string {
  return rawQuery
    .split('&')
    .map((part) => {
      const end = part.indexOf('=');
      const name = end < 0 ? part : part.slice(0, end);
      return end >= 0 && isSecretParameter(decoded(name)) ? `${name}=${SECRET_MARK}` : part;
    })
    .join('&');
}

/**
 * Returns the non-secret part of an Authorization header: the key and the list of signed headers.
 */
export function authorizationWithoutSignature(value: string): string {
  return /^AWS4-HMAC-SHA256 /.test(value)
    ? value.replace(/Signature=[^,\s]*/gi, `Signature=${SECRET_MARK}`)
    : SECRET_MARK;
}

/** Returns the access key that a call was signed with; '' if there is none. */
export function signingKey(authorization: string, rawQuery: string): string {
  const header = /\bCredential=([^/,\s]+)\//.exec(authorization)?.[1];
  const query = /(?:^|&)x-amz-credential=([^&]+)/i.exec(rawQuery)?.[1];
  return header ?? (query === undefined ? '' : (decoded(query).split('/')[0] ?? ''));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
