import { normalLifecycle } from '@stowage/storage-client/s3';
import { refusedField } from '../../../changes/refused-field.ts';
import type { SectionRules } from './section-rules.ts';

export const lifecycleSection: SectionRules<'lifecycle'> = {
  setting: 'lifecycle',
  action: () => 's3:PutLifecycleConfiguration',
  async read({ s3, bucket, signal }) {
    return (await s3.getLifecycleDocument({ bucket, signal })) ?? null;
  },
  settle: ({ wanted }) => wanted && (normalLifecycle(wanted) ?? wanted),
  async refusal(document) {
    return document === null || normalLifecycle(document) !== undefined
      ? undefined
      : 'It is no lifecycle configuration of S3.';
  },
  async write(document, { s3, bucket }) {
    if (document === null) await s3.deleteLifecycleDocument({ bucket });
    else {
      await refusedField(
        'document.settings.lifecycle',
        ['MalformedXML', 'InvalidArgument', 'InvalidRequest'],
        s3.putLifecycleDocument({ bucket, document }),
      );
    }
  },
};
