import type { HolderResult } from '@stowage/contract/identity/policies';
import type { AdminClient } from '@stowage/storage-client/admin';
import { StorageRequestError } from '@stowage/storage-client/errors';

type Port = Pick<AdminClient, 'attachPolicy' | 'detachPolicy'>;
type Names = Readonly<Record<'users' | 'groups', readonly string[]>>;

interface Step {
  readonly call: 'attachPolicy' | 'detachPolicy';
  readonly kind: 'user' | 'group';
  readonly name: string;
}

/** Concern all: there is no use in trying the others. */
const FOR_ALL = ['AccessDenied', 'NotImplemented', 'XMinioAdminNoSuchPolicy'];

/**
 * Gives a policy to some and takes it from others, one after the other: a server derives a key for
 * each of these calls. What does not work for one is said in its result and stops no other.
 */
export async function changeHolders(
  admin: Port,
  policy: string,
  { attach, detach }: { readonly attach: Names; readonly detach: Names },
  signal: AbortSignal,
): Promise<HolderResult[]> {
  const steps = [...stepsOf('attachPolicy', attach), ...stepsOf('detachPolicy', detach)];
  const results: HolderResult[] = [];
  for (const { call, kind, name } of steps) {
    signal.throwIfAborted();
    results.push({ kind, name, ...(await errorOf(admin[call]({ policy, kind, name, signal }))) });
  }
  return results;
}

function stepsOf(call: Step['call'], { users, groups }: Names): Step[] {
  const of = (kind: Step['kind'], names: readonly string[]) =>
    [...new Set(names)].map((name) => ({ call, kind, name }));
  return [...of('user', users), ...of('group', groups)];
}

async function errorOf(call: Promise<void>): Promise<{ error?: string }> {
  try {
    await call;
    return {};
  } catch (error) {
    if (!(error instanceof StorageRequestError) || FOR_ALL.includes(error.code)) throw error;
    return { error: error.message };
  }
}
