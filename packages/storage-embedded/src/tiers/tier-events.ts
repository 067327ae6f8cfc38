import type { ChangeCause, Engine, StoredObject } from '../engine/types.ts';
import type { Notifications } from '../notifications/notifications.ts';

/** What is done with tiers without a request, by S3's names without their 's3:'. */
export type TierEvent =
  | 'ObjectTransition:Complete'
  | 'ObjectTransition:Failed'
  | 'ObjectRestore:Completed';

/** Told of each version that was moved, could not be moved, or is here again. */
export type TellOfTier = (event: TierEvent, object: StoredObject) => void;

/** Tells targets and listeners of what is done with tiers. */
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

/** The store itself is the cause; on MinIO it has such a name as well. */
function causeOf(event: TierEvent): ChangeCause {
  const doing = event.startsWith('ObjectTransition:') ? 'ILM-Transition' : 'ILM-Restore';
  const userAgent = `Internal: [${doing}]`;
  return { event, accessKey: '', sourceIp: '', userAgent, requestId: '' };
}
