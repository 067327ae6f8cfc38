const ARN = 'arn:aws:s3:::';
/** Servers take the names of fields in any case. */
const RESOURCES: ReadonlySet<string> = new Set(['resource', 'notresource']);

/**
 * A bucket policy for another bucket: what it says of the one it says of the other. Patterns
 * that do not name the bucket in full stay as they are.
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
