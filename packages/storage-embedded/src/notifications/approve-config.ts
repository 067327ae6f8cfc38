import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ConfigStore, TargetChange } from '../config/config-store.ts';
import type { ConfigTarget } from '../config/config-text.ts';
import { NOTIFY_SUBSYSTEMS } from '../config/notify-subsystems.ts';
import type { Notifications } from './notifications.ts';
import { type TargetKind, targetId } from './target-id.ts';
import { type ConfiguredTarget, makeTarget } from './target-settings.ts';
import { describeFailure } from './targets/target.ts';

/** Returns the enabled event targets of the configuration in effect. */
export function configuredTargets(config: ConfigStore): readonly ConfiguredTarget[] {
  return [...NOTIFY_SUBSYSTEMS].flatMap(([kind, subsystem]) =>
    config.running
      .enabledTargets(subsystem)
      .map(({ target: name, values }) => ({ name, kind, values })),
  );
}

/**
 * Returns whether a target is enabled in the stored configuration, which may not be in effect yet.
 * @param id `name:kind`
 */
export function settingOf(config: ConfigStore, id: string): 'enabled' | 'disabled' | undefined {
  for (const [kind, subsystem] of NOTIFY_SUBSYSTEMS) {
    const found = config.targets(subsystem).find(({ target }) => targetId(target, kind) === id);
    if (found?.values !== undefined) {
      return found.values.enable === 'on' ? 'enabled' : 'disabled';
    }
  }
  return undefined;
}

/**
 * Refuses to remove or disable a target that bucket rules use.
 *
 * @throws S3Error XMinioConfigError
 */
export function refuseUsedTargets(
  notifications: Pick<Notifications, 'bucketUsing'>,
  changes: readonly TargetChange[],
): void {
  for (const change of changes) {
    const kind = kindOf(change);
    if (kind !== undefined && change.values?.enable !== 'on') {
      const bucket = notifications.bucketUsing(targetId(change.target, kind));
      if (bucket !== undefined) {
        const message = `the target '${change.target}' is in use: bucket '${bucket}' sends events to it`;
        throw new S3Error('XMinioConfigError', message);
      }
    }
  }
}

/**
 * Checks, as MinIO does, that new targets can be reached.
 *
 * @throws S3Error XMinioConfigError
 */
export async function refuseUnreachable(changes: readonly TargetChange[]): Promise<void> {
  const checks = changes.map(async ({ subsystem, target: name, values }) => {
    const kind = kindOf({ subsystem, target: name });
    if (kind === undefined || values?.enable !== 'on') {
      return;
    }
    const target = makeTarget({ name, kind, values });
    try {
      await target.check();
    } catch (error) {
      const message = `error (${targetId(name, kind)}): ${describeFailure(error)}`;
      throw new S3Error('XMinioConfigError', message);
    } finally {
      await target.close();
    }
  });
  await Promise.all(checks);
}

function kindOf({ subsystem }: ConfigTarget): TargetKind | undefined {
  return [...NOTIFY_SUBSYSTEMS].find(([, known]) => known === subsystem)?.[0];
}
