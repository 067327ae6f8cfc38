import { StorageRequestError } from '@stowage/storage-client/errors';
import { describe, expect, it } from 'vitest';
import { writePolicy } from './policies/policies.ts';
import { UNSTORABLE_NAMES } from './unstorable-names.ts';
import { createUser } from './users/create-user.ts';

const { signal } = new AbortController();

describe.each(UNSTORABLE_NAMES)('a name that is refused as %s', (code) => {
  const refuse = () =>
    Promise.reject(new StorageRequestError({ code, status: 400, message: 'Bad components.' }));
  const wrong = (field: string) => ({ code: 'InvalidInput', field, detail: 'Bad components.' });

  it('is the access key of a user, before and while it is created', async () => {
    const unused = () => Promise.reject(new Error('not asked'));
    const others = {
      getGroup: unused,
      listGroups: unused,
      addToGroup: unused,
      removeFromGroup: unused,
    };
    const admin = { ...others, removeUser: unused, setPolicyForUser: unused };
    const missing = () =>
      Promise.reject(
        new StorageRequestError({ code: 'XMinioAdminNoSuchUser', status: 404, message: 'None.' }),
      );
    const user = { accessKey: '../x', secretKey: 'a-long-secret', groups: [], policies: [] };
    for (const calls of [
      { getUser: refuse, addUser: unused },
      { getUser: missing, addUser: refuse },
    ]) {
      await expect(createUser({ ...admin, ...calls }, user, signal)).rejects.toMatchObject(
        wrong('accessKey'),
      );
    }
  });

  it('is the name of a policy', async () => {
    const admin = {
      getCannedPolicyInfo: refuse,
      addCannedPolicy: refuse,
      serverInfo: () => Promise.reject(new Error('not asked')),
    };
    for (const revision of [undefined, 'none']) {
      const policy = { name: '../p', policy: '{}', revision };
      await expect(writePolicy(admin, policy, signal)).rejects.toMatchObject(wrong('name'));
    }
  });
});
