import { HIDDEN_PASSWORD } from '@stowage/contract/settings/configs';
import type { ConfigKeyHelp } from '@stowage/storage-client/admin';

/** Servers do not say which of their keys are secrets: these names are, in all of MinIO's. */
const SECRET_KEY = /(^|_)(password|passphrase|secret|token|license|api_key|account_key|creds)$/;

/** Values that hold a password among other things. */
const CONNECTION_KEY = /^(connection_string|dsn_string|url)$/;

/** Whether the value of a key never leaves the server. */
export function isSecret({ key, secret }: Pick<ConfigKeyHelp, 'key' | 'secret'>): boolean {
  return secret ?? SECRET_KEY.test(key);
}

/** Where the password stands in `postgres://user:password@host`, in a list of words, in MySQL's form. */
const PASSWORDS = [
  /^([a-z][a-z0-9+.-]*:\/\/[^:/@\s]*:)(.*)(@[^@]*)$/i,
  /^(.*?\bpassword\s*=\s*)('(?:[^'\\]|\\.)*'|\S+)(.*)$/i,
  /^([^:@/\s]*:)(.*)(@[a-z0-9]*\(.*)$/i,
] as const;

function withPassword(value: string, change: (password: string) => string): string {
  for (const pattern of PASSWORDS) {
    const [, before, password, after] = pattern.exec(value) ?? [];
    if (password !== undefined) return `${before}${change(password)}${after}`;
  }
  return value;
}

/** The value as it may be shown: a password inside of it is hidden. */
export function hidePassword(key: string, value: string): string {
  return CONNECTION_KEY.test(key) ? withPassword(value, () => HIDDEN_PASSWORD) : value;
}

/** The value as it is stored: a password that is still hidden is the one that is there. */
export function restorePassword(key: string, value: string, stored: string): string {
  if (!CONNECTION_KEY.test(key)) return value;
  let known: string | undefined;
  withPassword(stored, (password) => {
    known = password;
    return password;
  });
  return withPassword(value, (password) =>
    password === HIDDEN_PASSWORD && known !== undefined ? known : password,
  );
}
