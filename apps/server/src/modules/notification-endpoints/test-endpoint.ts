import { randomBytes } from 'node:crypto';
import type { TargetTest } from '@stowage/contract/notification-endpoints';
import { restorePassword } from '@stowage/domain/notification-targets/stored-password';
import type { TargetKind } from '@stowage/domain/notification-targets/target-kinds';
import type { AdminClient } from '@stowage/storage-client/admin';
import { ConfigValueError, printConfigText } from '@stowage/storage-client/config-text';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { Turns } from '../../changes/turns.ts';
import { ConsoleError } from '../../console-error.ts';
import { configuredTargets } from './configured-targets.ts';
import { probeTarget } from './probe/probe-target.ts';

type Values = Readonly<Record<string, string>>;

export interface Trial {
  readonly admin: Pick<
    AdminClient,
    | 'getSubsystemKeys'
    | 'exportConfig'
    | 'setConfig'
    | 'resetConfig'
    | 'listConfigHistory'
    | 'clearConfigHistory'
  >;
  readonly turns: Turns;
  /** Whether the console must not connect to an IP address. */
  readonly refuses: (address: string) => boolean;
  readonly kind: TargetKind;
  /** Set for an existing target: settings that are not sent are taken from it. */
  readonly name: string | undefined;
  readonly sent: readonly { readonly key: string; readonly value: string }[];
  readonly signal: AbortSignal;
}

/** Prefix of targets that exist only during a test. */
const TEST_NAME = 'stowage-test-';
/**
 * Event queues are irrelevant to whether the target is reachable, and would leave folders behind.
 */
const LEFT_OUT = ['queue_dir', 'queue_limit', 'comment', 'enable'];
const RECENT = 10;

/** Error codes for a configuration that the server rejects, for whatever reason. */
const REFUSED = ['XMinioConfigError', 'XMinioAdminConfigBadJSON', 'XMinioAdminInvalidArgument'];

/**
 * Has the storage server test a target. It has no call for that, but accepts only targets it can
 * reach: so it is given a target with a temporary name, which is removed again before any restart
 * would use it. Only if the server rejects it does the console probe the target itself to find out
 * why. See ADR 0054.
 *
 * @throws ConsoleError InvalidInput; AccessDenied before the console has connected to anything
 */
export async function testEndpoint(trial: Trial): Promise<TargetTest> {
  const { kind, refuses, turns, signal } = trial;
  const { values, reason } = await turns.take({ name: 'settings', signal }, async () => {
    const wished = await valuesOf(trial);
    return { values: wished, reason: await refusalOf(trial, wished) };
  });
  if (reason === undefined) return { storage: { passed: true, reason: '' } };
  // This may take several timeouts but changes no settings, so others need not wait for it.
  const seen = await probeTarget({ service: kind.service, values }, refuses);
  return { storage: { passed: false, reason }, ...(seen && { console: seen }) };
}

/** The sent settings merged over those of the target. */
async function valuesOf({ admin, kind, name, sent, signal }: Trial): Promise<Values> {
  const all = configuredTargets(await admin.exportConfig({ signal }));
  // Left by a console that was stopped during a test.
  for (const left of all.filter(({ name }) => name.startsWith(TEST_NAME))) {
    await admin.resetConfig({ text: `${left.kind.subsystem}:${left.name}` });
  }
  const stored = all.find((one) => one.kind === kind && one.name === name)?.values ?? {};
  const given = sent.map(({ key, value }) => {
    const whole = restorePassword(key, value, stored[key] ?? '');
    if (whole === undefined) {
      const detail = 'There is no stored password to keep. Enter one.';
      throw new ConsoleError('InvalidInput', { field: key, detail });
    }
    return [key, whole] as const;
  });
  const merged = Object.entries({ ...stored, ...Object.fromEntries(given) });
  return Object.fromEntries(
    merged.filter(([key, value]) => value !== '' && !LEFT_OUT.includes(key)),
  );
}

/** The server's reason for rejecting it; undefined if it accepts it. */
async function refusalOf(
  { admin, kind, signal }: Trial,
  values: Values,
): Promise<string | undefined> {
  const { subsystem } = kind;
  const target = TEST_NAME + randomBytes(4).toString('hex');
  const remove = () => admin.resetConfig({ text: `${subsystem}:${target}` });
  try {
    const keys = (await admin.getSubsystemKeys({ subsystem, signal })).map(({ key }) => key);
    const text = printConfigText([{ subsystem, target, values }], () => keys);
    await admin.setConfig({ text });
  } catch (error) {
    if (error instanceof ConfigValueError) {
      throw new ConsoleError('InvalidInput', { field: error.key, detail: error.message });
    }
    if (!(error instanceof StorageRequestError && REFUSED.includes(error.code))) {
      // It is unknown whether the server has it.
      await remove().catch(() => undefined);
      throw error;
    }
    // The temporary name of the target is of no use to the reader.
    return error.message.replaceAll(target, '').replace(/^error \(:?\w+\): /, '');
  }
  await remove();
  await forget(admin, target);
  return undefined;
}

/** The history should contain only the administrators' changes. */
async function forget(admin: Trial['admin'], target: string): Promise<void> {
  const entries = await admin.listConfigHistory({ count: RECENT });
  for (const { restoreId } of entries.filter(({ text }) => text.includes(`:${target} `))) {
    await admin.clearConfigHistory({ restoreId });
  }
}
