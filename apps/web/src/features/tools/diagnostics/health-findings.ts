import { ReportNode } from './read-report.ts';

/** A finding in a report that an administrator should know about. */
export type Finding = {
  readonly severity: 'bad' | 'warning';
} & (
  | { readonly kind: 'serverOffline' | 'lowMemory' | 'serverError'; readonly subject: string }
  | { readonly kind: 'kernelAudit' | 'updatedb'; readonly subject: string }
  | { readonly kind: 'driveOffline' | 'driveHealing' | 'driveErrors'; readonly subject: string }
  | { readonly kind: 'driveFull' | 'fewInodes'; readonly subject: string; readonly share: number }
  | { readonly kind: 'slowDrive'; readonly subject: string; readonly milliseconds: number }
  | { readonly kind: 'versions'; readonly subject: string }
  | { readonly kind: 'clock'; readonly subject: string; readonly seconds: number }
);

/** A report's key figures. */
export interface ReportFacts {
  readonly servers: number;
  readonly drives: number;
  /** Bytes. */
  readonly used: number;
  readonly total: number;
  readonly version: string;
  /** Seconds since the last server started. */
  readonly uptime: number;
}

const FULL = 0.85;
const VERY_FULL = 0.95;
const FEW_INODES = 0.05;
const LITTLE_MEMORY = 0.05;
/**
 * Signed requests fail from fifteen minutes on; replication timestamps are affected much earlier.
 */
const SKEW_SECONDS = 5;
const BAD_SKEW_SECONDS = 60;
const SLOW_TIMES = 3;
const SLOW_MS = 20;

/** Machine configuration problems that MinIO reports as errors, by their wording. */
const KNOWN_ERRORS: Readonly<Record<string, 'kernelAudit' | 'updatedb'>> = {
  'audit is enabled': 'kernelAudit',
  'updatedb is installed': 'updatedb',
};

const nameOf = (drive: ReportNode): string => drive.text('endpoint') || drive.text('path');
const isOnline = (drive: ReportNode): boolean => ['ok', ''].includes(drive.text('state'));

function* serverFindings(servers: readonly ReportNode[]): Generator<Finding> {
  for (const server of servers) {
    if (server.text('state') !== 'online') {
      yield { severity: 'bad', kind: 'serverOffline', subject: server.text('endpoint') };
    }
  }
  const versions = new Set(servers.map((server) => server.text('version')).filter(Boolean));
  if (versions.size > 1) {
    yield { severity: 'bad', kind: 'versions', subject: [...versions].sort().join(', ') };
  }
}

function* driveFindings(drives: readonly ReportNode[]): Generator<Finding> {
  for (const drive of drives) {
    const subject = nameOf(drive);
    if (!isOnline(drive)) {
      yield { severity: 'bad', kind: 'driveOffline', subject };
      continue;
    }
    if (drive.flag('healing')) yield { severity: 'warning', kind: 'driveHealing', subject };
    const total = drive.number('totalspace');
    const share = total > 0 ? drive.number('usedspace') / total : 0;
    if (share >= FULL) {
      const severity = share >= VERY_FULL ? 'bad' : 'warning';
      yield { severity, kind: 'driveFull', subject, share };
    }
    const metrics = drive.at('metrics');
    if (metrics.number('totalErrorsTimeout') + metrics.number('totalErrorsAvailability') > 0) {
      yield { severity: 'warning', kind: 'driveErrors', subject };
    }
  }
  yield* slowDrives(drives);
}

/**
 * Returns the mean latency of a drive's calls in the last minute, in milliseconds; 0 without any.
 */
function latencyOf(drive: ReportNode): number {
  let count = 0;
  let nanoseconds = 0;
  for (const [, call] of drive.at('metrics').at('lastMinute').entries()) {
    count += call.number('count');
    nanoseconds += call.number('acc_time_ns');
  }
  return count === 0 ? 0 : nanoseconds / count / 1e6;
}

/** Finds the drives that are much slower than the others. */
function* slowDrives(drives: readonly ReportNode[]): Generator<Finding> {
  const timed = drives
    .map((drive) => ({ drive, time: latencyOf(drive) }))
    .filter(({ time }) => time > 0);
  const times = timed.map(({ time }) => time).sort((a, b) => a - b);
  const median = times[Math.floor((times.length - 1) / 2)] ?? 0;
  for (const { drive, time } of timed) {
    if (time > SLOW_MS && time > median * SLOW_TIMES) {
      const milliseconds = Math.round(time);
      yield { severity: 'warning', kind: 'slowDrive', subject: nameOf(drive), milliseconds };
    }
  }
}

function* systemFindings(sys: ReportNode): Generator<Finding> {
  for (const memory of sys.list('meminfo')) {
    const total = memory.number('total');
    if (total > 0 && memory.number('available') / total < LITTLE_MEMORY) {
      yield { severity: 'warning', kind: 'lowMemory', subject: memory.text('addr') };
    }
  }
  for (const server of sys.list('partitions')) {
    for (const partition of server.list('partitions')) {
      const total = partition.number('inode_total');
      const share = total > 0 ? partition.number('inode_free') / total : 1;
      const subject = partition.text('mountpoint');
      if (share < FEW_INODES) yield { severity: 'bad', kind: 'fewInodes', subject, share };
    }
  }
  for (const server of sys.list('errors')) {
    const addr = server.text('addr');
    for (const error of [...server.texts('errors'), server.text('error')].filter(Boolean)) {
      const known = Object.hasOwn(KNOWN_ERRORS, error) ? KNOWN_ERRORS[error] : undefined;
      if (known) yield { severity: 'warning', kind: known, subject: addr };
      else yield { severity: 'warning', kind: 'serverError', subject: `${addr}: ${error}` };
    }
  }
}

/** Seconds since 1970 by the clock of each machine when the report was made. */
function clocksOf(sys: ReportNode): readonly { readonly addr: string; readonly now: number }[] {
  return sys.list('osinfo').flatMap((machine) => {
    const info = machine.at('info');
    const boot = info.number('bootTime');
    return boot === 0 ? [] : [{ addr: machine.text('addr'), now: boot + info.number('uptime') }];
  });
}

function skew(subject: string, seconds: number): Finding[] {
  if (!(Math.abs(seconds) > SKEW_SECONDS)) return [];
  const severity = Math.abs(seconds) > BAD_SKEW_SECONDS ? 'bad' : 'warning';
  return [{ severity, kind: 'clock', subject, seconds: Math.round(seconds) }];
}

function clockFindings(report: ReportNode): readonly Finding[] {
  const made = Date.parse(report.text('timestamp'));
  const received = Date.parse(report.text('receivedAt'));
  const clocks = clocksOf(report.at('sys'));
  const [first] = clocks;
  const among = clocks.flatMap(({ addr, now }) => skew(addr, now - (first?.now ?? now)));
  return [...skew('', (made - received) / 1000), ...among];
}

function serversOf(report: ReportNode): readonly ReportNode[] {
  return report.at('minio').at('info').list('servers');
}

/** Returns the findings of a report, most severe first. */
export function findingsOf(document: unknown): readonly Finding[] {
  const report = new ReportNode(document);
  const servers = serversOf(report);
  const found = [
    ...serverFindings(servers),
    ...driveFindings(servers.flatMap((server) => server.list('drives'))),
    ...clockFindings(report),
    ...systemFindings(report.at('sys')),
  ];
  return found.sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
}

/** Returns the size and age of the system in the report. */
export function factsOf(document: unknown): ReportFacts {
  const servers = serversOf(new ReportNode(document));
  const drives = servers.flatMap((server) => server.list('drives'));
  const sum = (name: string) => drives.reduce((total, drive) => total + drive.number(name), 0);
  const versions = new Set(servers.map((server) => server.text('version')).filter(Boolean));
  return {
    servers: servers.length,
    drives: drives.length,
    used: sum('usedspace'),
    total: sum('totalspace'),
    version: [...versions].join(', '),
    uptime:
      servers.length === 0 ? 0 : Math.min(...servers.map((server) => server.number('uptime'))),
  };
}
