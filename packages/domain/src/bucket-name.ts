/**
 * Reasons why a name is not a valid bucket name. These are S3's rules plus two of MinIO's: no
 * period next to a hyphen, and 'reserved' names, which belong to the server itself.
 */
export type BucketNameProblem =
  | 'empty'
  | 'too-short'
  | 'too-long'
  | 'uppercase'
  | 'characters'
  | 'start'
  | 'end'
  | 'adjacent-periods'
  | 'period-beside-hyphen'
  | 'ip-address'
  | 'reserved-prefix'
  | 'reserved-suffix'
  | 'reserved';

const BUCKET_NAME_MIN = 3;
const BUCKET_NAME_MAX = 63;
const RESERVED_PREFIXES = ['xn--', 'sthree-', 'amzn-s3-demo-'] as const;
const RESERVED_SUFFIXES = ['-s3alias', '--ol-s3', '.mrap', '--x-s3', '--table-s3'] as const;
const RESERVED_NAMES: readonly string[] = ['minio', '.minio.sys'];

const RULES: readonly (readonly [BucketNameProblem, (name: string) => boolean])[] = [
  ['empty', (name) => name.trim() === ''],
  ['too-short', (name) => name.length < BUCKET_NAME_MIN],
  ['too-long', (name) => name.length > BUCKET_NAME_MAX],
  ['uppercase', (name) => /[A-Z]/.test(name)],
  ['characters', (name) => /[^A-Za-z0-9.-]/.test(name)],
  ['start', (name) => /^[.-]/.test(name)],
  ['end', (name) => /[.-]$/.test(name)],
  ['adjacent-periods', (name) => name.includes('..')],
  ['period-beside-hyphen', (name) => /\.-|-\./.test(name)],
  ['ip-address', (name) => /^\d+\.\d+\.\d+\.\d+$/.test(name)],
  ['reserved-prefix', (name) => RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix))],
  ['reserved-suffix', (name) => RESERVED_SUFFIXES.some((suffix) => name.endsWith(suffix))],
  ['reserved', (name) => RESERVED_NAMES.includes(name)],
];

/** Returns every rule that the name breaks, most relevant first; empty for a valid name. */
export function bucketNameProblems(name: string): readonly BucketNameProblem[] {
  const broken = RULES.filter(([, breaks]) => breaks(name)).map(([problem]) => problem);
  return broken[0] === 'empty' ? ['empty'] : broken;
}

/** Whether the name is a valid bucket name. */
export function isBucketName(name: string): boolean {
  return RULES.every(([, breaks]) => !breaks(name));
}
