import { describe, expect, it } from 'vitest';
import { refuseNotAction } from './not-action.ts';

const WITH = { Statement: [{ Effect: 'Allow', NotAction: ['s3:DeleteObject'] }] };
const OTHER_CASE = { statement: { effect: 'Deny', notaction: 's3:GetObject' } };
const WITHOUT = { Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'] }] };
const MINIO = '2025-09-07T16:13:09Z';

/**
 * Returns the error for these policies on a server of this version, and how often the version was
 * requested.
 */
async function refusal(version: string, documents: Readonly<Record<string, unknown>>) {
  let asked = 0;
  const admin = {
    serverInfo: async () => {
      asked += 1;
      return { servers: [{ version }] };
    },
  };
  const policies = new Map(Object.entries(documents));
  const { signal } = new AbortController();
  const error = await refuseNotAction(admin, policies, 'policy', signal).catch(
    (cause: unknown) => cause,
  );
  return { error, asked };
}

describe('policies with NotAction', () => {
  it.each([MINIO, 'DEVELOPMENT.GOGET', ''])(
    'are refused by name before a server of version %j, which would list no policy any more',
    async (version) => {
      const { error } = await refusal(version, { WITH, WITHOUT, OTHER_CASE });
      expect(error).toMatchObject({
        code: 'InvalidInput',
        field: 'policy',
        detail: 'The storage server does not support NotAction. Policies: WITH, OTHER_CASE.',
      });
    },
  );

  it('are taken where the server keeps them', async () => {
    expect(await refusal('0.1.0', { WITH })).toEqual({ error: undefined, asked: 1 });
  });

  it.each([WITHOUT, null, [], { Statement: [null, 'x'] }])(
    'are looked for in %j without asking the server',
    async (document) => {
      expect(await refusal(MINIO, { document })).toEqual({ error: undefined, asked: 0 });
    },
  );
});
