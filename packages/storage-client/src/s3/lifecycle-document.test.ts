import { describe, expect, it, onTestFinished } from 'vitest';
import { startFakeStorage } from '../testing/fake-storage.ts';
import { createS3Client, normalLifecycle } from './client.ts';

const RULE = '<Rule><ID>a&amp;b</ID><Status>Enabled</Status></Rule>';
const SPACED = `<LifecycleConfiguration>\n  <Rule>\n <ID>a&amp;b</ID> <Status>Enabled</Status>\n</Rule></LifecycleConfiguration>`;

async function clientOf(status: number, body: string) {
  const seen: string[] = [];
  const fake = await startFakeStorage(async (request, response) => {
    const sent = Buffer.concat(await request.toArray()).toString();
    seen.push(`${request.method} ${request.url} ${sent}`.trim());
    response.writeHead(status).end(body);
  });
  onTestFinished(fake.stop);
  return { client: createS3Client(fake.options), seen };
}

describe('a lifecycle as a document', () => {
  it('has one form', async () => {
    const { client } = await clientOf(200, SPACED);
    const document = await client.getLifecycleDocument({ bucket: 'b' });
    expect(document).toContain(RULE);
    expect(normalLifecycle(document ?? '')).toBe(document);
    expect(normalLifecycle(SPACED)).toBe(document);
  });

  it('is sent as it is, and removed', async () => {
    const { client, seen } = await clientOf(200, '');
    await client.putLifecycleDocument({ bucket: 'b', document: SPACED });
    await client.deleteLifecycleDocument({ bucket: 'b' });
    expect(seen).toEqual([`PUT /b?lifecycle= ${SPACED}`, 'DELETE /b?lifecycle=']);
  });

  it('is none where there is none', async () => {
    const body = '<Error><Code>NoSuchLifecycleConfiguration</Code></Error>';
    const { client } = await clientOf(404, body);
    expect(await client.getLifecycleDocument({ bucket: 'b' })).toBeUndefined();
  });

  it.each([
    '',
    'text',
    '<Other/>',
    '<LifecycleConfiguration>',
    '<!DOCTYPE x [<!ENTITY y "z">]><x/>',
  ])('is not %j', (text) => {
    expect(normalLifecycle(text)).toBeUndefined();
  });
});
