import { parsePolicy } from '@stowage/domain/policy';
import { describe, expect, it } from 'vitest';
import { bindNew, boundsOf } from './service-account.ts';

const bound = (action: string) =>
  parsePolicy(
    JSON.stringify({ Version: '2012-10-17', Statement: { Effect: 'Allow', Action: action } }),
  );
const [first, second] = [bound('admin:ServerInfo'), bound('admin:*')];
const account = {
  accessKey: 'key',
  secretKey: 'secret-key',
  parent: 'owner',
  enabled: true,
  name: '',
  description: '',
  updatedAt: 0,
};

describe('what binds a service account', () => {
  it('is its own policy and all that bound its maker', () => {
    expect(boundsOf({ ...account, ...bindNew(undefined, []) })).toEqual([]);
    expect(boundsOf({ ...account, ...bindNew(first, []) })).toEqual([first]);
    expect(boundsOf({ ...account, ...bindNew(undefined, [second]) })).toEqual([second]);
    expect(boundsOf({ ...account, ...bindNew(first, [second]) })).toEqual([first, second]);
  });

  it('cannot grow without end', () => {
    const many = Array.from({ length: 8 }, () => first);
    expect(() => bindNew(second, many)).toThrow('Too many policies bind this key.');
    expect(bindNew(undefined, many)).toMatchObject({ policy: first });
  });
});
