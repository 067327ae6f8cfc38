import { describe, expect, it, onTestFinished } from 'vitest';
import { answering, failure, startFakeStorage } from '../testing/fake-storage.ts';
import { createAdminClient } from './client.ts';

async function clientOf(body: string, status = 200) {
  const calls: string[] = [];
  const answer = answering(status, body);
  const fake = await startFakeStorage((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  onTestFinished(fake.stop);
  return { client: createAdminClient(fake.options), calls };
}

describe('the key service', () => {
  it('names its keys', async () => {
    const { client, calls } = await clientOf('[{"name":"a"},{"name":""},null,{"name":"b"}]');
    expect(await client.listKmsKeys()).toEqual(['a', 'b']);
    expect(calls).toEqual(['GET /minio/kms/v1/key/list?pattern=']);
  });

  it('has no keys where the server writes null', async () => {
    const { client } = await clientOf('null');
    expect(await client.listKmsKeys()).toEqual([]);
  });

  it('names its default key', async () => {
    const { client, calls } = await clientOf('{"default-key-id":"first"}');
    expect(await client.kmsStatus()).toEqual({ defaultKey: 'first' });
    expect(calls).toEqual(['GET /minio/kms/v1/status']);
  });

  it.each(['{}', '"text"', 'no JSON'])('is not understood when it answers %s', async (body) => {
    const { client } = await clientOf(body);
    expect(await failure(client.listKmsKeys())).toMatchObject({ code: 'InvalidResponse' });
  });

  it('says that there is none', async () => {
    const { client } = await clientOf('{"Code":"NotImplemented"}', 501);
    expect(await failure(client.listKmsKeys())).toMatchObject({ code: 'NotImplemented' });
  });
});
