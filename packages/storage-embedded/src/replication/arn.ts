/** Returns the ARN of a remote target: `arn:minio:<type>:<region>:<id>:<bucket>`. */
export interface TargetArn {
  readonly type: string;
  readonly region: string;
  readonly id: string;
  readonly bucket: string;
}

export const REPLICATION_SERVICE = 'replication';
export const ARN_PREFIX = 'arn:minio:replication:';

export function formatArn({ type, region, id, bucket }: TargetArn): string {
  return `arn:minio:${type}:${region}:${id}:${bucket}`;
}

/**
 * Parses the ARN of a remote target.
 *
 * @returns undefined if it is malformed
 */
export function parseArn(text: string): TargetArn | undefined {
  const [arn, minio, type = '', region = '', id = '', bucket = '', ...more] = text.split(':');
  return arn === 'arn' && minio === 'minio' && id !== '' && bucket !== '' && more.length === 0
    ? { type, region, id, bucket }
    : undefined;
}
