/** Kinds of targets, as named in MinIO's ARNs. */
export type TargetKind = 'webhook' | 'postgresql' | 'redis';

const ARN_PREFIX = 'arn:minio:sqs:';

/** Returns the id of a target in rules: `primary:webhook`. */
export function targetId(name: string, kind: string): string {
  return `${name}:${kind}`;
}

/** Returns `arn:minio:sqs:<region>:<name>:<kind>`. */
export function targetArn(region: string, id: string): string {
  return `${ARN_PREFIX}${region}:${id}`;
}

/** Returns region and target of an ARN; undefined if it is malformed. */
export function parseTargetArn(arn: string): { region: string; id: string } | undefined {
  const [, , , region, name, kind, ...rest] = arn.split(':');
  if (!arn.startsWith(ARN_PREFIX) || region === undefined || !name || !kind || rest.length > 0) {
    return undefined;
  }
  return { region, id: targetId(name, kind) };
}
