import { describe, expect, it } from 'vitest';
import { factsOf, findingsOf } from './health-findings.ts';

const aDrive = (path: string, parts = {}) => ({
  ...{ endpoint: path, path, state: 'ok', totalspace: 100, usedspace: 50 },
  ...parts,
});
const aServer = (endpoint: string, parts = {}) => ({
  ...{
    endpoint,
    state: 'online',
    version: '1',
    uptime: 500,
    drives: [aDrive('/d1'), aDrive('/d2')],
  },
  ...parts,
});
const aReport = (servers: readonly object[], sys: object = {}) => ({
  timestamp: '2026-11-22T10:00:00Z',
  receivedAt: '2026-11-22T10:00:01Z',
  sys,
  minio: { info: { servers } },
});
const withDrive = (parts: object) => aReport([aServer('a', { drives: [aDrive('/d1', parts)] })]);
const calls = (milliseconds: number) => ({
  metrics: { lastMinute: { Read: { count: 10, acc_time_ns: milliseconds * 10 * 1e6 } } },
});
const machine = (addr: string, now: number) => ({
  addr,
  info: { bootTime: now - 100, uptime: 100 },
});

describe('what stands out in a health report', () => {
  it('is nothing where all is well', () => {
    expect(findingsOf(aReport([aServer('a'), aServer('b')]))).toEqual([]);
  });

  it.each([
    [
      'a drive that is offline',
      withDrive({ state: 'offline' }),
      { kind: 'driveOffline', subject: '/d1', severity: 'bad' },
    ],
    [
      'a drive that is rather full',
      withDrive({ usedspace: 90 }),
      { kind: 'driveFull', share: 0.9, severity: 'warning' },
    ],
    ['a drive that is full', withDrive({ usedspace: 99 }), { kind: 'driveFull', severity: 'bad' }],
    ['a drive that heals', withDrive({ healing: true }), { kind: 'driveHealing' }],
    [
      'a drive with errors',
      withDrive({ metrics: { totalErrorsTimeout: 2 } }),
      { kind: 'driveErrors' },
    ],
    [
      'a server that is offline',
      aReport([aServer('a', { state: 'offline' })]),
      { kind: 'serverOffline', subject: 'a' },
    ],
    [
      'versions that differ',
      aReport([aServer('a'), aServer('b', { version: '2' })]),
      { kind: 'versions', subject: '1, 2' },
    ],
    [
      'a slow drive',
      aReport([
        aServer('a', { drives: [1, 2, 3].map((n) => aDrive(`/d${n}`, calls(n === 3 ? 90 : 10))) }),
      ]),
      { kind: 'slowDrive', subject: '/d3', milliseconds: 90 },
    ],
    [
      'little memory',
      aReport([], { meminfo: [{ addr: 'a', total: 100, available: 2 }] }),
      { kind: 'lowMemory' },
    ],
    [
      'few inodes',
      aReport([], {
        partitions: [{ partitions: [{ mountpoint: '/d', inode_total: 100, inode_free: 1 }] }],
      }),
      { kind: 'fewInodes', subject: '/d' },
    ],
    [
      'a clock apart from the others',
      aReport([], { osinfo: [machine('a', 1_000_000), machine('b', 1_000_090)] }),
      { kind: 'clock', subject: 'b', seconds: 90, severity: 'bad' },
    ],
    [
      'a clock apart from that of the console',
      { ...aReport([]), receivedAt: '2026-11-22T10:00:10Z' },
      { kind: 'clock', subject: '', seconds: -10, severity: 'warning' },
    ],
    [
      'what a machine reports',
      aReport([], { errors: [{ addr: 'a', errors: ['x'] }] }),
      { kind: 'serverError', subject: 'a: x' },
    ],
    [
      'a machine that could not report',
      aReport([], { errors: [{ addr: 'a', error: 'away' }] }),
      { kind: 'serverError', subject: 'a: away' },
    ],
    [
      'the audit of the kernel',
      aReport([], { errors: [{ addr: 'a', errors: ['audit is enabled'] }] }),
      { kind: 'kernelAudit', subject: 'a' },
    ],
    [
      'updatedb, which reads all drives',
      aReport([], { errors: [{ addr: 'a', errors: ['updatedb is installed'] }] }),
      { kind: 'updatedb', subject: 'a' },
    ],
  ])('is %s', (_what, report, finding) => {
    expect(findingsOf(report)).toEqual([expect.objectContaining(finding)]);
  });

  it('puts the worst first', () => {
    const drives = [aDrive('/d1', { healing: true }), aDrive('/d2', { state: 'faulty' })];
    expect(findingsOf(aReport([aServer('a', { drives })])).map(({ kind }) => kind)).toEqual([
      'driveOffline',
      'driveHealing',
    ]);
  });

  it.each([
    undefined,
    null,
    'x',
    [],
    { minio: 3, sys: [] },
    { minio: { info: { servers: [null, 3] } } },
  ])('reads nothing out of %j and does not fail', (report) => {
    expect(() => findingsOf(report)).not.toThrow();
    expect(factsOf(report).drives).toBe(0);
  });

  it('is told beside the size of it all', () => {
    expect(factsOf(aReport([aServer('a'), aServer('b', { uptime: 20 })]))).toEqual({
      ...{ servers: 2, drives: 4, used: 200, total: 400, version: '1', uptime: 20 },
    });
  });
});
