import { statfs } from 'node:fs/promises';
import {
  arch,
  cpus,
  freemem,
  hostname,
  loadavg,
  networkInterfaces,
  platform,
  release,
  totalmem,
  uptime,
} from 'node:os';
import { parseGoDuration } from '@stowage/domain/go-duration';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import { SUBSYSTEMS } from '../config/subsystems.ts';
import type { Operation } from '../s3/operation.ts';
import { reportReply } from './report-reply.ts';
import { infoMessage } from './server-info.ts';

/** Version of MinIO's report format. */
const VERSION = '3';
const REDACTED = '*redacted*';

/** A section of the report: the parameter that asks for it, and its place in the document. */
interface Part {
  readonly parameter: string;
  readonly place: 'sys' | 'minio';
  readonly name: string;
  readonly gather: (request: ApiRequest, addr: string) => object | Promise<object>;
}

const PARTS: readonly Part[] = [
  { parameter: 'syscpu', place: 'sys', name: 'cpus', gather: (_, addr) => [cpuInfo(addr)] },
  {
    parameter: 'sysdrivehw',
    place: 'sys',
    name: 'partitions',
    gather: async (request, addr) => [await partitions(request, addr)],
  },
  { parameter: 'sysosinfo', place: 'sys', name: 'osinfo', gather: (_, addr) => [osInfo(addr)] },
  { parameter: 'sysmem', place: 'sys', name: 'meminfo', gather: (_, addr) => [memInfo(addr)] },
  { parameter: 'sysnet', place: 'sys', name: 'netinfo', gather: (_, addr) => netInfo(addr) },
  {
    parameter: 'sysprocess',
    place: 'sys',
    name: 'procinfo',
    gather: (_, addr) => [procInfo(addr)],
  },
  { parameter: 'minioconfig', place: 'minio', name: 'config', gather: configInfo },
  {
    parameter: 'minioinfo',
    place: 'minio',
    name: 'info',
    gather: async (request) => ({ ...(await infoMessage(request)), tls: { tls_enabled: false } }),
  },
];

/** MinIO's health report: sent repeatedly while it is gathered, each time with one more section. */
export const getHealthInfo: Operation = {
  name: 'HealthInfo',
  action: 'admin:OBDInfo',
  run: (request) => {
    const deadline = request.query.get('deadline') ?? '';
    if (deadline !== '' && parseGoDuration(deadline) === undefined) {
      throw new S3Error('XMinioAdminInvalidArgument', `'${deadline}' is no duration.`);
    }
    return reportReply(report(request));
  },
};

async function* report(request: ApiRequest): AsyncGenerator<object> {
  const addr = request.store.endpoint();
  const timestamp = new Date().toISOString();
  const info = { deploymentID: request.store.deploymentId };
  const sys: Record<string, object> = {};
  const minio: Record<string, object> = { info };
  const whole = { version: VERSION, timestamp, sys, minio };
  yield { version: VERSION };
  for (const { parameter, place, name, gather } of PARTS) {
    if (request.query.get(parameter) === 'true') {
      whole[place][name] = await gather(request, addr);
      yield whole;
    }
  }
}

function cpuInfo(addr: string): object {
  const all = cpus();
  const [first] = all;
  const cpu = { modelName: first?.model ?? '', mhz: first?.speed ?? 0, cores: all.length };
  return { addr, cpus: first ? [cpu] : [] };
}

async function partitions({ store }: ApiRequest, addr: string): Promise<object> {
  const drives = await store.engine.drives();
  const listed = await Promise.all(
    drives
      .filter(({ path }) => path !== '')
      .map(async ({ path }) => {
        try {
          const { blocks, bfree, bsize, files, ffree } = await statfs(path);
          const space = { space_total: blocks * bsize, space_free: bfree * bsize };
          return { mountpoint: path, ...space, inode_total: files, inode_free: ffree };
        } catch (error) {
          return { mountpoint: path, error: String(error) };
        }
      }),
  );
  return { addr, partitions: listed };
}

/** Named as by gopsutil, which MinIO uses. */
function osInfo(addr: string): object {
  const up = Math.floor(uptime());
  const bootTime = Math.floor(Date.now() / 1000) - up;
  const about = { hostname: hostname(), uptime: up, bootTime, os: platform() };
  return { addr, info: { ...about, kernelVersion: release(), kernelArch: arch() } };
}

function memInfo(addr: string): object {
  const [load1 = 0, load5 = 0, load15 = 0] = loadavg();
  return { addr, total: totalmem(), available: freemem(), load: { load1, load5, load15 } };
}

function netInfo(addr: string): object[] {
  return Object.keys(networkInterfaces()).map((name) => ({ addr, interface: name }));
}

function procInfo(addr: string): object {
  const { rss } = process.memoryUsage();
  const times = process.cpuUsage();
  return {
    ...{ addr, pid: process.pid, ppid: process.ppid, name: 'stowage', is_running: true },
    create_time: Date.now() - Math.floor(process.uptime() * 1000),
    mem_info: { rss },
    times: { user: times.user / 1e6, system: times.system / 1e6 },
  };
}

/** Returns the configuration, with the values of secret and unknown keys redacted. */
function configInfo({ store }: ApiRequest): object {
  const entries = SUBSYSTEMS.flatMap((subsystem) =>
    store.config.targets(subsystem).flatMap(({ target, values }) =>
      values === undefined
        ? []
        : [
            {
              subSystem: subsystem.name,
              target,
              kv: Object.entries(values).map(([key, value]) => {
                const known = subsystem.keys.find((one) => one.key === key);
                return { key, value: known && !known.secret ? value : REDACTED };
              }),
            },
          ],
    ),
  );
  return { config: entries };
}
