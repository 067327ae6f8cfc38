const ARN = 'arn:aws:s3:::';
/** Servers accept field names in any case. */
const RESOURCES: ReadonlySet<string> = new Set(['resource', 'notresource']);

/**
 * Rewrites a bucket policy for another bucket by replacing the bucket's name. Patterns that do not
 * contain the full name are left unchanged.
 */
export function movePolicy(
  policy: Readonly<Record<string, unknown>>,
  from: string,
  to: string,
): Record<string, unknown> {
  const moved: unknown = JSON.parse(JSON.stringify(policy), (name, value: unknown) =>
    RESOURCES.has(name.toLowerCase()) ? moveResources(value, from, to) : value,
  );
  return { ...(moved as Record<string, unknown>) };
}

function moveResources(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => moveResources(entry, from, to));
  if (typeof value !== 'string') return value;
  const whole = ARN + from;
  return value === whole || value.startsWith(`${whole}/`)
    ? ARN + to + value.slice(whole.length)
    : value;
}
