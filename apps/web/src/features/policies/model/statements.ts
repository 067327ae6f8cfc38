/** A policy statement as written, prepared for display. */
export interface ReadableStatement {
  /** From 1. */
  readonly number: number;
  readonly sid: string;
  readonly effect: string;
  readonly actions: readonly string[];
  readonly notActions: readonly string[];
  readonly resources: readonly string[];
  readonly notResources: readonly string[];
  /** One entry per condition. */
  readonly conditions: readonly string[];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textsOf(value: unknown): readonly string[] {
  return [value ?? []].flat().map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
}

/** An empty value counts: an empty s3:prefix is the top of a bucket. */
function seen(value: string): string {
  return value.trim() === '' ? `"${value}"` : value;
}

function conditionsOf(value: unknown): readonly string[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([operator, keys]) =>
    isRecord(keys)
      ? Object.entries(keys).map(
          ([key, values]) => `${key} ${operator} ${textsOf(values).map(seen).join(', ')}`,
        )
      : [],
  );
}

/**
 * Returns the statements in a policy text, whatever the server wrote; none if it is not a policy.
 */
export function readableStatements(text: string): readonly ReadableStatement[] {
  let policy: unknown;
  try {
    policy = JSON.parse(text);
  } catch {
    return [];
  }
  if (!isRecord(policy)) return [];
  return [policy.Statement ?? []]
    .flat()
    .filter(isRecord)
    .map((statement, at) => ({
      number: at + 1,
      sid: typeof statement.Sid === 'string' ? statement.Sid : '',
      effect: String(statement.Effect ?? ''),
      actions: textsOf(statement.Action),
      notActions: textsOf(statement.NotAction),
      resources: textsOf(statement.Resource),
      notResources: textsOf(statement.NotResource),
      conditions: conditionsOf(statement.Condition),
    }));
}
