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

/** These affect all holders: trying the others is pointless. */
const FOR_ALL = ['AccessDenied', 'NotImplemented', 'XMinioAdminNoSuchPolicy'];

/**
 * Attaches a policy to some holders and detaches it from others, one after another, since the
 * server derives a key for each of these calls. An error for one holder is reported in its result
 * and does not stop the others.
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
