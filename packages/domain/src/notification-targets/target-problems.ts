import type { TargetField } from './target-field.ts';
import type { TargetKind } from './target-kinds.ts';

/** Why a value is invalid; the screen supplies the wording. */
export type TargetProblem = 'required' | 'number' | 'duration' | 'path' | 'qos' | 'unsafe' | 'pair';

/** Pairs that must be set together or not at all. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['client_cert', 'client_key'],
  ['client_tls_cert', 'client_tls_key'],
];

/** Returns what a server would reject, by key. Values are as sent; empty ones are not set. */
export function targetProblems(
  { service, fields }: TargetKind,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, TargetProblem>> {
  const problems: Record<string, TargetProblem> = {};
  for (const field of fields) {
    const problem = problemOf(field, values[field.key] ?? '');
    if (problem !== undefined) problems[field.key] = problem;
  }
  // MinIO queues events for a broker on disk only if delivery is acknowledged.
  if (service === 'mqtt' && values.queue_dir && (values.qos ?? '0') === '0') {
    problems.qos ??= 'qos';
  }
  for (const [cert, key] of PAIRS) {
    if (Boolean(values[cert]) !== Boolean(values[key])) {
      problems[values[cert] ? key : cert] ??= 'pair';
    }
  }
  return problems;
}

function problemOf(field: TargetField, value: string): TargetProblem | undefined {
  if (value === '') {
    return field.required ? 'required' : undefined;
  }
  if (!isSafe(value)) {
    return 'unsafe';
  }
  if (field.type === 'number' && !/^[0-9]{1,9}$/.test(value)) {
    return 'number';
  }
  if (field.type === 'duration' && !/^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$/.test(value)) {
    return 'duration';
  }
  return field.key === 'queue_dir' && !isAbsolute(value) ? 'path' : undefined;
}

/**
 * Whether the line-based configuration can represent a value: it is put in double quotes, and
 * neither line breaks nor quotes can be escaped.
 */
function isSafe(value: string): boolean {
  return !/["\p{Cc}]/u.test(value);
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[a-z]:[\\/]/i.test(path);
}
