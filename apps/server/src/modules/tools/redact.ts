/** Replaces a secret. */
const REDACTED = '*redacted*';

/** Names of settings, fields and environment variables that hold secrets. */
const SECRET =
  /(secret|passw|token|credential|private|auth(?!entication|orization_endpoint)|license|api_?key|access_?key|root_user|sas|cookie|signature|connection_?string|dsn)/i;
/** Names that match but contain no secrets. */
const HARMLESS = /^(auth_type|authentication|token_?expiry|authorizationEnabled)$/i;
const MAX_DEPTH = 64;

function isSecretName(name: string): boolean {
  return SECRET.test(name) && !HARMLESS.test(name);
}

/** User and password in a URL, and values of options that are secrets. */
function withoutSecrets(text: string): string {
  return text
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${REDACTED}@`)
    .replace(
      /([\w-]*(?:secret|passw|token|key)[\w-]*)(=|:\s?)("[^"]*"|[^\s&;,"]+)/gi,
      `$1$2${REDACTED}`,
    );
}

/** A name and value pair as in lists of settings: {key, value}. */
function isSecretPair(value: object): boolean {
  const { key, name } = value as { readonly key?: unknown; readonly name?: unknown };
  return (
    'value' in value && [key, name].some((one) => typeof one === 'string' && isSecretName(one))
  );
}

/**
 * Redacts everything in a document that is secret according to its name, or within a URL. Empty
 * secrets stay empty.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) return value.map((entry) => redact(entry, depth + 1));
  const pair = isSecretPair(value);
  const entries = Object.entries(value).map(([name, entry]) => {
    const secret = isSecretName(name) || (pair && name === 'value');
    return [name, secret && isFilled(entry) ? REDACTED : redact(entry, depth + 1)];
  });
  return Object.fromEntries(entries);
}

/** Numbers and flags under such a name describe a secret but contain none. */
function isFilled(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || (Array.isArray(value) && value.length > 0);
}
