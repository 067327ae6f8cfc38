import { type BucketNameProblem, bucketNameProblems } from '@stowage/domain/bucket-name';
import { ConsoleError } from '../../console-error.ts';

const RULES: Readonly<Record<BucketNameProblem, string>> = {
  empty: 'A bucket needs a name.',
  'too-short': 'A bucket name has at least 3 characters.',
  'too-long': 'A bucket name has at most 63 characters.',
  uppercase: 'A bucket name has no capital letters.',
  characters: 'A bucket name has only letters, digits, periods and hyphens.',
  start: 'A bucket name begins with a letter or a digit.',
  end: 'A bucket name ends with a letter or a digit.',
  'adjacent-periods': 'A bucket name has no two periods next to each other.',
  'period-beside-hyphen': 'A bucket name has no period next to a hyphen.',
  'ip-address': 'A bucket name does not look like an IP address.',
  'reserved-prefix': 'A bucket name does not begin with xn--, sthree- or amzn-s3-demo-.',
  'reserved-suffix':
    'A bucket name does not end with -s3alias, --ol-s3, .mrap, --x-s3 or --table-s3.',
  reserved: 'This name belongs to the storage server.',
};

/**
 * @throws ConsoleError InvalidBucketName listing every rule that the name of a new bucket breaks.
 */
export function checkNewBucketName(name: string): void {
  const problems = bucketNameProblems(name);
  if (problems.length === 0) return;
  throw new ConsoleError('InvalidBucketName', {
    field: 'name',
    detail: problems.map((problem) => RULES[problem]).join(' '),
  });
}
