import { readdir, readFile } from 'node:fs/promises';

/** The system's statistics of the store's process. Sizes in bytes, times in seconds. */
export interface ProcessFacts {
  readonly cpu: number;
  readonly residentMemory: number;
  readonly startedAt: number;
  readonly uptime: number;
  /** Timers, sockets, files and requests that keep the process alive. */
  readonly activeResources: number;
  /** Absent where the system does not provide it. */
  readonly virtualMemory?: number;
  readonly openFiles?: number;
  readonly maxFiles?: number;
  readonly io?: ProcessIo;
}

/** Amounts read and written: by system calls, and by the storage devices. */
export interface ProcessIo {
  readonly readChars: number;
  readonly writtenChars: number;
  readonly readCalls: number;
  readonly writeCalls: number;
  readonly readBytes: number;
  readonly writtenBytes: number;
}

/** Reads the statistics of this process, which include those of a console in the same process. */
export async function processFacts(): Promise<ProcessFacts> {
  const { user, system } = process.cpuUsage();
  const uptime = process.uptime();
  const [status, files, limits, io] = await Promise.all([
    readOwn('status'),
    readdir('/proc/self/fd').catch(() => undefined),
    readOwn('limits'),
    readOwn('io'),
  ]);
  const kibibytes = status && /^VmSize:\s+(\d+) kB$/m.exec(status)?.[1];
  const maxFiles = limits && /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return {
    cpu: (user + system) / 1e6,
    residentMemory: process.memoryUsage.rss(),
    startedAt: Date.now() / 1000 - uptime,
    uptime,
    activeResources: process.getActiveResourcesInfo().length,
    ...(kibibytes === undefined ? {} : { virtualMemory: Number(kibibytes) * 1024 }),
    ...(files === undefined ? {} : { openFiles: files.length }),
    ...(maxFiles === undefined ? {} : { maxFiles: Number(maxFiles) }),
    ...(io === undefined ? {} : { io: readIo(io) }),
  };
}

function readIo(text: string): ProcessIo {
  const value = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return {
    readChars: value('rchar'),
    writtenChars: value('wchar'),
    readCalls: value('syscr'),
    writeCalls: value('syscw'),
    readBytes: value('read_bytes'),
    writtenBytes: value('write_bytes'),
  };
}

function readOwn(file: string): Promise<string | undefined> {
  return readFile(`/proc/self/${file}`, 'utf8').catch(() => undefined);
}
