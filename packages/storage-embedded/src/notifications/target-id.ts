/** Kinds of targets, as MinIO's ARNs name them. */
export type TargetKind = 'webhook' | 'postgresql' | 'redis';

const ARN_PREFIX = 'arn:minio:sqs:';

/** A target as rules name it: `primary:webhook`. */
export function targetId(name: string, kind: string): string {
  return `${name}:${kind}`;
}

/** `arn:minio:sqs:<region>:<name>:<kind>` */
export function targetArn(region: string, id: string): string {
  return `${ARN_PREFIX}${region}:${id}`;
}

/** Region and target of an ARN; undefined when it is none. */
export function parseTargetArn(arn: string): { region: string; id: string } | undefined {
  const [, , , region, name, kind, ...rest] = arn.split(':');
  if (!arn.startsWith(ARN_PREFIX) || region === undefined || !name || !kind || rest.length > 0) {
    return undefined;
  }
  return { region, id: targetId(name, kind) };
}
