import { expect, it, vi } from 'vitest';
import { clusterHealth } from './cluster-health.ts';

it('goes on with what a server has said of its drives while it is slow to say it again', async () => {
  const clock = { now: 0 };
  const answer = { statusCode: 200, headers: { 'x-minio-write-quorum': '3' }, body: bodyOf() };
  const request = vi.fn(async () => answer).mockRejectedValueOnce(new Error('too slow'));
  const health = clusterHealth(
    () => 'http://storage.test',
    { request } as unknown as Parameters<typeof clusterHealth>[1],
    () => clock.now,
  );
  await expect(health.isDistributed()).rejects.toMatchObject({ code: 'StorageUnreachable' });
  expect(await health.isDistributed()).toBe(true);
  clock.now += 60_000;
  request.mockRejectedValueOnce(new Error('too slow'));
  expect(await health.isDistributed()).toBe(true);
  expect(request).toHaveBeenCalledTimes(3);
});

function bodyOf() {
  const body = { on: () => body, destroy: () => body };
  return body;
}
