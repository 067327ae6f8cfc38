/** Names that mutations exclude or share, so that no two of them touch the same thing in one batch. */

export function bucketName(bucket: string): string {
  return `b/${bucket}`;
}

export function objectName(bucket: string, key: string): string {
  return `o/${bucket}/${key}`;
}

export function uploadName(upload: string): string {
  return `u/${upload}`;
}

export function partName(upload: string, number: number): string {
  return `p/${upload}/${number}`;
}

export function documentName(kind: string, name: string): string {
  return `d/${kind}/${name}`;
}
