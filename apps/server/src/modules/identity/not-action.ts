import { ConsoleError } from '../../console-error.ts';
import { fewNames } from '../../few-names.ts';
import { readDialect, type VersionPort } from '../../upstream/dialect.ts';

/**
 * Rejects policies with NotAction unless the server is known to support them: MinIO accepts them
 * but cannot serialise them, and once it has one it lists and exports no policies at all.
 * @param field the input field of the policies
 * @throws ConsoleError InvalidInput
 */
export async function refuseNotAction(
  admin: VersionPort,
  policies: ReadonlyMap<string, unknown>,
  field: string,
  signal: AbortSignal,
): Promise<void> {
  const names = [...policies]
    .filter(([, document]) => hasNotAction(document))
    .map(([name]) => name);
  if (names.length === 0 || (await readDialect(admin, signal)) === 'stowage') return;
  const detail = `The storage server does not support NotAction. ${fewNames('Policies', names)}`;
  throw new ConsoleError('InvalidInput', { field, detail });
}

/** Field names are case-insensitive. */
function hasNotAction(document: unknown): boolean {
  return fieldsOf(document)
    .filter(([name]) => name === 'statement')
    .flatMap(([, statements]) => [statements].flat())
    .some((statement) => fieldsOf(statement).some(([name]) => name === 'notaction'));
}

function fieldsOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([name, content]) => [name.toLowerCase(), content]);
}
