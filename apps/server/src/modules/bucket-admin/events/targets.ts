import type { EventTarget } from '@stowage/contract/bucket-admin/events';
import type { ServerInfo } from '@stowage/storage-client/admin';

/** Lists the server's event targets, with their state if the server reports it. */
export function eventTargets({ sqsArns, notificationTargets }: ServerInfo): EventTarget[] {
  return sqsArns.map((arn) => {
    // arn:minio:sqs:<region>:<id>:<service>
    const [, , , , id = '', service = ''] = arn.split(':');
    const state = notificationTargets.find(
      (target) => target.id === id && target.service === service,
    );
    return { arn, service, ...(state && { online: state.online }) };
  });
}
