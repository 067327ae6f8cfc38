import { S3Error } from '@stowage/storage-wire/s3-error';
import { parseXml } from '@stowage/storage-wire/xml';
import type { ApiRequest } from '../../api-request.ts';
import { emptyReply, xmlReply } from '../../http/reply.ts';
import { NOTIFICATION_SETTING, notificationRules } from '../../notifications/bucket-rules.ts';
import { parseNotification, writeNotification } from '../../notifications/rules-xml.ts';
import { existingBucket } from '../buckets.ts';
import type { Operation } from '../operation.ts';

const MAX_BODY_BYTES = 512 * 1024;

export const getBucketNotification: Operation = {
  name: 'GetBucketNotificationConfiguration',
  action: 's3:GetBucketNotification',
  run: (request) => {
    const rules = notificationRules(existingBucket(request));
    return xmlReply(writeNotification(rules, regionOf(request)));
  },
};

/** Replaces the rules; a document without any removes them. */
export const putBucketNotification: Operation = {
  name: 'PutBucketNotificationConfiguration',
  action: 's3:PutBucketNotification',
  run: async (request) => {
    const { name } = existingBucket(request);
    const { config, engine, notifications } = request.store;
    const body = await request.payload.read(MAX_BODY_BYTES);
    if (body.length === 0) {
      throw new S3Error('MissingContentLength');
    }
    const root = parseXml(body);
    // A target found here cannot be removed before the rules that refer to it are stored.
    await config.steady(async () => {
      const rules = parseNotification(root, {
        region: regionOf(request),
        hasTarget: (id) => notifications.hasTarget(id),
      });
      const text = rules.length === 0 ? null : JSON.stringify(rules);
      await engine.updateBucket(name, { settings: { [NOTIFICATION_SETTING]: text } });
    });
    return emptyReply(200);
  },
};

function regionOf({ store }: ApiRequest): string {
  return store.region || store.config.running.region;
}
