import type { ChangeCause, Engine, StoredObject } from '../engine/types.ts';
import type { Notifications } from '../notifications/notifications.ts';

/** Tier operations that no request causes, by S3's names without their 's3:'. */
export type TierEvent =
  | 'ObjectTransition:Complete'
  | 'ObjectTransition:Failed'
  | 'ObjectRestore:Completed';

/** Called for each version that was moved, failed to move, or was restored. */
export type TellOfTier = (event: TierEvent, object: StoredObject) => void;

/** Returns a function that notifies targets and listeners of tier operations. */
export function tellerOfTiers(
  engine: Pick<Engine, 'getBucket'>,
  notifications: () => Pick<Notifications, 'tell'>,
): TellOfTier {
  return (event, object) => {
    const bucket = engine.getBucket(object.bucket);
    if (bucket !== undefined) {
      notifications().tell(bucket, object, () => causeOf(event));
    }
  };
}

/** Names the store itself as the cause, as MinIO does. */
function causeOf(event: TierEvent): ChangeCause {
  const doing = event.startsWith('ObjectTransition:') ? 'ILM-Transition' : 'ILM-Restore';
  const userAgent = `Internal: [${doing}]`;
  return { event, accessKey: '', sourceIp: '', userAgent, requestId: '' };
}
