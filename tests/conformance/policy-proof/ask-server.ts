import type { StorageTarget } from '../../targets/target.ts';
import { send } from '../support/raw-request.ts';
import type { Account } from '../support/server.ts';
import { OBJECTS } from './request-kinds.ts';
import type { Asked } from './requests.ts';

/** Creates a bucket with the objects that generated requests refer to. */
export async function makeBucket(
  target: StorageTarget,
  bucket: string,
  locked = false,
): Promise<void> {
  const headers = { 'x-amz-bucket-object-lock-enabled': String(locked) };
  await expectDone(target, { method: 'PUT', bucket, ...(locked ? { headers } : {}) });
  for (const [key, tags] of Object.entries({ ...OBJECTS, 'new/tagged': {} })) {
    const tagging = new URLSearchParams(tags).toString();
    const tagged = tagging === '' ? {} : { headers: { 'x-amz-tagging': tagging } };
    await expectDone(target, { method: 'PUT', bucket, key, body: key, ...tagged });
  }
}

/** Sends a request as root; throws unless it succeeds. */
export async function expectDone(
  target: StorageTarget,
  request: Parameters<typeof send>[1],
): Promise<void> {
  const { status, code } = await send(target, request);
  if (status >= 300) throw new Error(`${request.method} ${request.bucket}: ${status} ${code}`);
}

/** Returns the server's actual decision: 'allow', 'deny', or its unexpected answer. */
export async function decisionOf(
  target: StorageTarget,
  { request }: Asked,
  account: Account | undefined,
): Promise<string> {
  const by = account === undefined ? {} : { account };
  const { status, code } = await send(target, { ...request, ...by });
  if (status === 403 && (code === 'AccessDenied' || request.method === 'HEAD')) return 'deny';
  return status === 403 || status >= 500 ? `${status} ${code}` : 'allow';
}
