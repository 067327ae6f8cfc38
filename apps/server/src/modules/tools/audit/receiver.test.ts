import { expect, it } from 'vitest';
import type { Appended } from '../../../audit-log/audit-log.ts';
import { createAuditReceiver } from './receiver.ts';

const PART = Buffer.alloc(16 * 1024 * 1024);
const token = {
  renew: () => Promise.reject(new Error('not asked for')),
  takeBack: () => Promise.resolve(),
  check: () => Promise.resolve(),
};

it('turns deliveries away while 64 MiB wait to be written, and says how many', async () => {
  const written = Promise.withResolvers<Appended>();
  const log = { append: () => written.promise };
  const receiver = createAuditReceiver({ log, token, embedded: false });
  const waiting = Array.from({ length: 4 }, () => receiver.receive(PART));
  await expect(receiver.receive(Buffer.alloc(1))).rejects.toMatchObject({ code: 'AuditLogBusy' });
  expect(receiver.turnedAway()).toEqual({ busy: 1, refused: 0 });
  written.resolve({ refused: 2 });
  await Promise.all(waiting);
  await receiver.receive(PART);
  expect(receiver.turnedAway()).toEqual({ busy: 1, refused: 10 });
});

it('has room again after a delivery that could not be written', async () => {
  const full = new Error('database or disk is full');
  const log = { append: () => Promise.reject(full) };
  const receiver = createAuditReceiver({ log, token, embedded: false });
  for (let count = 0; count < 10; count += 1) {
    await expect(receiver.receive(PART)).rejects.toBe(full);
  }
  expect(receiver.turnedAway()).toEqual({ busy: 0, refused: 0 });
});
