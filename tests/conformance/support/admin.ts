import {
  decryptAdminPayload,
  encryptAdminPayload,
  isEncryptedAdminPayload,
} from '@stowage/storage-wire/admin-cipher';
import type { StorageTarget } from '../../targets/target.ts';
import type { RawRequest, RawResponse } from './raw-request.ts';
import { send } from './raw-request.ts';
import type { Account } from './server.ts';

export interface AdminCall {
  readonly method?: string;
  /** Relative to /minio/admin/v3/. */
  readonly operation: string;
  readonly query?: RawRequest['query'];
  /** Sent encrypted, as the admin API requires: strings verbatim, everything else as JSON. */
  readonly secret?: unknown;
  /** Sent unencrypted. */
  readonly body?: string;
  readonly account?: Account;
}

/** Calls the admin API. */
export async function adminSend(target: StorageTarget, call: AdminCall): Promise<RawResponse> {
  const account = call.account ?? target;
  const { secret } = call;
  const plain = typeof secret === 'string' ? secret : JSON.stringify(secret);
  const body =
    plain === undefined
      ? call.body
      : await encryptAdminPayload(account.secretKey, Buffer.from(plain));
  return send(target, {
    method: call.method ?? 'GET',
    path: `/minio/admin/v3/${call.operation}`,
    account,
    headers: { 'content-type': 'application/octet-stream' },
    ...(call.query === undefined ? {} : { query: call.query }),
    ...(body === undefined ? {} : { body }),
  });
}

/** Makes a call and parses its JSON response, decrypting it if it is encrypted. */
export async function adminJson(target: StorageTarget, call: AdminCall): Promise<unknown> {
  const response = await adminSend(target, call);
  if (response.status !== 200) {
    throw new Error(`${call.operation}: ${response.status} ${response.body.toString('utf8')}`);
  }
  const secretKey = (call.account ?? target).secretKey;
  const body = isEncryptedAdminPayload(response.body)
    ? await decryptAdminPayload(secretKey, response.body)
    : response.body;
  return body.length === 0 ? undefined : JSON.parse(body.toString('utf8'));
}

/** Returns the error code of a failed admin call, whose errors are JSON. */
export function adminErrorCode(response: RawResponse): string {
  if (response.status < 400) return '';
  const parsed: unknown = JSON.parse(response.body.toString('utf8'));
  const known = typeof parsed === 'object' && parsed !== null && 'Code' in parsed;
  return known ? String(parsed.Code) : '';
}

/** Creates a user, optionally with a policy. */
export async function createUser(
  target: StorageTarget,
  account: Account,
  policy?: string,
): Promise<void> {
  await adminJson(target, {
    method: 'PUT',
    operation: 'add-user',
    query: { accessKey: account.accessKey },
    secret: { secretKey: account.secretKey, status: 'enabled' },
  });
  if (policy !== undefined) await setUserPolicy(target, account.accessKey, policy);
}

/** Sets the policies of a user. */
export async function setUserPolicy(
  target: StorageTarget,
  user: string,
  policy: string,
): Promise<void> {
  await adminJson(target, {
    method: 'PUT',
    operation: 'set-user-or-group-policy',
    query: { policyName: policy, userOrGroup: user, isGroup: 'false' },
  });
}
