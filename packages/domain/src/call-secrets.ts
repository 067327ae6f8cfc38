/** Stands where something secret was. */
export const SECRET_MARK = '*REDACTED*';

/**
 * Whether a header of a call to a storage server, or of its answer, proves who somebody is or opens
 * what is encrypted: signatures, tokens, cookies, and the keys that customers bring. Matches any case.
 */
export function isSecretHeader(name: string): boolean {
  return /authorization|cookie|security-token|secret|password|customer-key|signature/i.test(name);
}

/** The same for a parameter of a query. */
function isSecretParameter(name: string): boolean {
  return /signature|security-?token|^token$|identity(?:access)?token|samlassertion|secret|password/i.test(
    name,
  );
}

/** A query as it was sent, without what is secret in it. */
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

/** What an Authorization header says besides its signature: the key, and which headers are signed. */
export function authorizationWithoutSignature(value: string): string {
  return /^AWS4-HMAC-SHA256 /.test(value)
    ? value.replace(/Signature=[^,\s]*/gi, `Signature=${SECRET_MARK}`)
    : SECRET_MARK;
}

/** The access key that a call was signed with; '' where it shows none. */
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
