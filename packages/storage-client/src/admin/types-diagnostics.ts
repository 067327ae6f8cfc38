import type { Readable } from 'node:stream';
import type { Abortable } from '../s3/types.ts';
import type { DriveInfo } from './types.ts';

/** The sections that MinIO's health report can have. */
export const HEALTH_PARTS = [
  'minioinfo',
  'minioconfig',
  'syscpu',
  'sysdrivehw',
  'sysosinfo',
  'sysmem',
  'sysnet',
  'sysprocess',
  'syserrors',
  'sysservices',
  'sysconfig',
  'replication',
] as const;
export type HealthPart = (typeof HEALTH_PARTS)[number];

/** The whole report so far, as sent by the server. */
export type HealthReport = Readonly<Record<string, unknown>>;

/** Bytes per second of one drive. */
export interface DriveSpeed {
  readonly endpoint: string;
  readonly path: string;
  readonly read: number;
  readonly write: number;
  readonly error: string;
}

/** Bytes per second between a server and the others. */
export interface NetworkSpeed {
  readonly endpoint: string;
  readonly sent: number;
  readonly received: number;
  readonly error: string;
}

export interface ObjectSpeed {
  /** Bytes per second. */
  readonly throughput: number;
  readonly objectsPerSecond: number;
  /** Milliseconds; 0 if the server does not report it. */
  readonly p50: number;
  readonly p99: number;
}

export interface ObjectSpeeds {
  readonly servers: number;
  readonly drives: number;
  /** Size of an object in bytes. */
  readonly size: number;
  readonly concurrency: number;
  readonly put: ObjectSpeed;
  readonly get: ObjectSpeed;
}

export interface TopLock {
  readonly resource: string;
  /** 'Read' or 'Write'. */
  readonly type: string;
  /** ISO 8601. */
  readonly since: string | undefined;
  readonly source: string;
  readonly owner: string;
}

/** A drive and its activity, as far as the server measures it. */
export interface DriveActivity extends DriveInfo {
  /** Calls in the last minute. */
  readonly lastMinute:
    | {
        readonly calls: number;
        /** Mean time of a call in milliseconds. */
        readonly latency: number;
        /** The call with the longest mean time. */
        readonly slowest: { readonly name: string; readonly latency: number };
      }
    | undefined;
  /** Number of calls waiting for the drive. */
  readonly waiting: number;
  /** Failed calls since the server started. */
  readonly errors: number;
}

export interface DiagnosticsOperations {
  /**
   * Yields the health report again after each section is gathered. Ends after the last.
   *
   * @param deadline a Go duration, such as '1h'
   */
  healthReport(
    call: Abortable & { readonly parts: readonly HealthPart[]; readonly deadline: string },
  ): Promise<AsyncGenerator<HealthReport>>;
  /** Tests every drive by writing and reading files; MinIO suspends all requests meanwhile. */
  driveSpeeds(
    call: Abortable & { readonly fileSize: number; readonly blockSize: number },
  ): Promise<AsyncGenerator<readonly DriveSpeed[]>>;
  /** Tests the network between the servers; undefined if there is only one. */
  networkSpeeds(
    call: Abortable & { readonly seconds: number },
  ): Promise<readonly NetworkSpeed[] | undefined>;
  /** Tests putting and getting objects; yields intermediate results, then the final one. */
  objectSpeeds(
    call: Abortable & {
      readonly size: number;
      readonly concurrency: number;
      readonly seconds: number;
    },
  ): Promise<AsyncGenerator<ObjectSpeeds>>;
  /**
   * Records profiles of every server as a zip, which starts once the given time is over. It must be
   * read to its end or destroyed.
   *
   * @param kinds MinIO's names, such as cpu and mem
   */
  recordProfile(
    call: Abortable & { readonly kinds: readonly string[]; readonly seconds: number },
  ): Promise<Readable>;
  /**
   * Returns the files of an object on MinIO's drives, as a zip. It must be read to its end or
   * destroyed.
   *
   * @param file path on the drives, where * and ** are wildcards
   */
  inspectData(
    call: Abortable & { readonly volume: string; readonly file: string },
  ): Promise<Readable>;
  /** Lists the drives with their activity. */
  driveActivity(call?: Abortable): Promise<readonly DriveActivity[]>;
  /** Lists the locks held longest. */
  topLocks(call: Abortable & { readonly count: number }): Promise<readonly TopLock[]>;
}
