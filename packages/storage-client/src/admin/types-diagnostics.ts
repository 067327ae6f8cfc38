import type { Readable } from 'node:stream';
import type { Abortable } from '../s3/types.ts';
import type { DriveInfo } from './types.ts';

/** The parts that a health report of MinIO can have. */
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

/** The whole report as it is so far, as the server sent it. */
export type HealthReport = Readonly<Record<string, unknown>>;

/** Bytes a second of one drive. */
export interface DriveSpeed {
  readonly endpoint: string;
  readonly path: string;
  readonly read: number;
  readonly write: number;
  readonly error: string;
}

/** Bytes a second between a server and the others. */
export interface NetworkSpeed {
  readonly endpoint: string;
  readonly sent: number;
  readonly received: number;
  readonly error: string;
}

export interface ObjectSpeed {
  /** Bytes a second. */
  readonly throughput: number;
  readonly objectsPerSecond: number;
  /** Milliseconds; 0 where the server does not tell. */
  readonly p50: number;
  readonly p99: number;
}

export interface ObjectSpeeds {
  readonly servers: number;
  readonly drives: number;
  /** Bytes of an object. */
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

/** A drive with what it does, as far as the server measures it. */
export interface DriveActivity extends DriveInfo {
  /** Of the calls of the last minute. */
  readonly lastMinute:
    | {
        readonly calls: number;
        /** Mean time of a call in milliseconds. */
        readonly latency: number;
        /** The call with the longest mean time. */
        readonly slowest: { readonly name: string; readonly latency: number };
      }
    | undefined;
  /** Calls that wait for the drive now. */
  readonly waiting: number;
  /** Calls that failed since the server was started. */
  readonly errors: number;
}

export interface DiagnosticsOperations {
  /**
   * The health report, again with each part that was gathered. Ends after the last.
   *
   * @param deadline a duration of Go's, such as '1h'
   */
  healthReport(
    call: Abortable & { readonly parts: readonly HealthPart[]; readonly deadline: string },
  ): Promise<AsyncGenerator<HealthReport>>;
  /** Writes and reads files on every drive; MinIO holds all requests back meanwhile. */
  driveSpeeds(
    call: Abortable & { readonly fileSize: number; readonly blockSize: number },
  ): Promise<AsyncGenerator<readonly DriveSpeed[]>>;
  /** Between the servers; undefined where there is only one. */
  networkSpeeds(
    call: Abortable & { readonly seconds: number },
  ): Promise<readonly NetworkSpeed[] | undefined>;
  /** Puts and gets objects; results come as the test goes on, the last one is the outcome. */
  objectSpeeds(
    call: Abortable & {
      readonly size: number;
      readonly concurrency: number;
      readonly seconds: number;
    },
  ): Promise<AsyncGenerator<ObjectSpeeds>>;
  /**
   * Records profiles of every server; the answer, a zip, begins when the seconds are over. It must be
   * read to its end or destroyed.
   *
   * @param kinds MinIO's names, such as cpu and mem
   */
  recordProfile(
    call: Abortable & { readonly kinds: readonly string[]; readonly seconds: number },
  ): Promise<Readable>;
  /**
   * The files that the drives of MinIO keep of an object, as a zip. It must be read to its end or destroyed.
   *
   * @param file path on the drives, where * and ** stand for any names
   */
  inspectData(
    call: Abortable & { readonly volume: string; readonly file: string },
  ): Promise<Readable>;
  /** The drives with what they do. */
  driveActivity(call?: Abortable): Promise<readonly DriveActivity[]>;
  /** The locks that are held longest. */
  topLocks(call: Abortable & { readonly count: number }): Promise<readonly TopLock[]>;
}
