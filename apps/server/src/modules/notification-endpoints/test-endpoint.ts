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
  /** Of a target that exists: what is not sent is what it has. */
  readonly name: string | undefined;
  readonly sent: readonly { readonly key: string; readonly value: string }[];
  readonly signal: AbortSignal;
}

/** Names of targets that exist for the length of a test. */
const TEST_NAME = 'stowage-test-';
/** Where events wait has nothing to do with whether the target is there, and would leave folders behind. */
const LEFT_OUT = ['queue_dir', 'queue_limit', 'comment', 'enable'];
const RECENT = 10;

/** A configuration that the server does not take, for whatever reason. */
const REFUSED = ['XMinioConfigError', 'XMinioAdminConfigBadJSON', 'XMinioAdminInvalidArgument'];

/**
 * Has the storage server try a target. It has no call for that, but takes only targets that it reaches: so it is given
 * one under a name of its own, which is taken away again before any restart would use it. Only when the server refuses does
 * the console look from its own place why. See ADR 0054.
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
  // It may take several timeouts, and changes no settings: others need not wait for it.
  const seen = await probeTarget({ service: kind.service, values }, refuses);
  return { storage: { passed: false, reason }, ...(seen && { console: seen }) };
}

/** What was sent, over what the target has. */
async function valuesOf({ admin, kind, name, sent, signal }: Trial): Promise<Values> {
  const all = configuredTargets(await admin.exportConfig({ signal }));
  // Of a console that was stopped in the middle.
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

/** Why the server does not take it, in its own words; undefined where it does. */
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
      // Nobody knows whether the server has it now.
      await remove().catch(() => undefined);
      throw error;
    }
    // Its own name for the target means nothing to anybody.
    return error.message.replaceAll(target, '').replace(/^error \(:?\w+\): /, '');
  }
  await remove();
  await forget(admin, target);
  return undefined;
}

/** The history holds what administrators have changed. */
async function forget(admin: Trial['admin'], target: string): Promise<void> {
  const entries = await admin.listConfigHistory({ count: RECENT });
  for (const { restoreId } of entries.filter(({ text }) => text.includes(`:${target} `))) {
    await admin.clearConfigHistory({ restoreId });
  }
}
