import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fail } from '#web/testing/fake-server.ts';
import { anObject, openDetail } from './testing/open-detail.tsx';

const detail = async () => within(await screen.findByRole('region', { name: 'Details of a.jpg' }));

describe('what an object has', () => {
  it('is shown, every field of it [OBJ-08]', async () => {
    await openDetail({
      object: {
        version_id: 'v-17',
        is_latest: true,
        is_delete_marker: false,
        delete_flag: false,
        legal_hold_status: 'ON',
        retention_mode: 'governance',
        retention_until_date: '2027-01-01T00:00:00Z',
        tags: { site: 'kiel' },
        user_metadata: { cam: 'z6' },
      },
    });
    const shown = await detail();
    for (const text of [
      '4.0 KiB (4,096 B)',
      'image/jpeg',
      '9b2cf535f27731c974343645a3985328',
      'v-17',
      'site=kiel',
      'cam=z6',
    ]) {
      expect(await shown.findByText(text)).toBeDefined();
    }
  });

  it('that cannot be loaded says so, and can be tried again', async () => {
    const { server, user } = await openDetail({
      handlers: { 'objects.list': () => fail('StorageTimeout') },
    });
    const shown = await detail();
    expect(await shown.findByText('The details could not be loaded')).toBeDefined();
    server.use({ 'objects.list': () => ({ objects: [anObject()], total: 1 }) });
    await user.click(shown.getByRole('button', { name: 'Retry' }));
    expect(await shown.findByText('image/jpeg')).toBeDefined();
  });
});
