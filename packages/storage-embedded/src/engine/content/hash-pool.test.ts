import { expect, it } from 'vitest';
import { HashPool } from './hash-pool.ts';

it('fails a content that goes on after its thread has ended', async () => {
  const pool = new HashPool();
  const job = pool.open();
  const bytes = new SharedArrayBuffer(4);
  await job.add(bytes, 0, 4);
  await pool.close();
  await expect(job.add(bytes, 0, 4)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  await expect(job.end()).rejects.toMatchObject({ code: 'ServiceUnavailable' });
});
