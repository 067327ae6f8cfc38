/**
 * A policy in its JSON form, with every list expanded. Returned by `parsePolicy` and
 * `parseBucketPolicy`; JSON.stringify turns it back into policy text.
 */
export interface PolicyDocument {
  readonly ID?: string;
  readonly Version: string;
  readonly Statement: readonly PolicyStatement[];
}

export interface PolicyStatement {
  readonly Sid?: string;
  readonly Effect: 'Allow' | 'Deny';
  /** Only in bucket policies. */
  readonly Principal?: { readonly AWS: readonly string[] };
  readonly Action?: readonly string[];
  readonly NotAction?: readonly string[];
  readonly Resource?: readonly string[];
  readonly NotResource?: readonly string[];
  /** Operator → condition key → values, all as strings. */
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

export type PolicyProblem =
  | 'too-large'
  | 'too-deep'
  | 'not-json'
  | 'unknown-field'
  | 'missing'
  | 'wrong-type'
  | 'not-allowed-together'
  | 'duplicate'
  | 'unsupported-version'
  | 'unsupported-effect'
  | 'unsupported-principal'
  | 'unsupported-action'
  | 'unsupported-resource'
  | 'unsupported-operator'
  | 'unsupported-key'
  | 'invalid-value';

/**
 * Why a policy is rejected. `field` is the location, such as
 * 'Statement[0].Condition.IpAddress.aws:SourceIp'.
 */
export class PolicyError extends Error {
  readonly problem: PolicyProblem;
  readonly field: string;

  constructor(problem: PolicyProblem, field: string, message: string) {
    super(field === '' ? message : `${field}: ${message}`);
    this.name = 'PolicyError';
    this.problem = problem;
    this.field = field;
  }
}
