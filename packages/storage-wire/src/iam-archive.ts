import { nestsDeeper } from '@stowage/domain/json-depth';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** Limits of an uploaded archive: its bytes, its files, and their unpacked size. */
export const IAM_ARCHIVE_LIMITS = {
  bytes: 16 * 1024 * 1024,
  files: 64,
  unpackedBytes: 32 * 1024 * 1024,
  /** Maximum compression ratio of a file larger than a mebibyte. */
  ratio: 200,
  /** Per part. */
  entries: 50_000,
  /** Per file. */
  depth: 32,
} as const;

const MEBIBYTE = 1024 * 1024;
const FOLDER = 'iam-assets/';

const FILES = {
  policies: 'policies.json',
  users: 'users.json',
  groups: 'groups.json',
  serviceAccounts: 'svcaccts.json',
  userPolicies: 'user_mappings.json',
  groupPolicies: 'group_mappings.json',
  stsPolicies: 'stsuser_mappings.json',
} as const;

/** MinIO's names for the parts of an archive. */
export type IamArchivePart = keyof typeof FILES;

/** The entries of one part by name, as parsed JSON: their contents must still be validated. */
export type IamArchiveEntries = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Users, groups, policies, service accounts and policy mappings: MinIO's export-iam. */
export type IamArchive = Readonly<Record<IamArchivePart, IamArchiveEntries>>;

/** The data is not an archive, is damaged, or exceeds the limits. */
export class IamArchiveError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'IamArchiveError';
  }
}

/** The parts of an archive, in import order. */
const IAM_ARCHIVE_PARTS = Object.keys(FILES) as readonly IamArchivePart[];

/**
 * Reads an archive in MinIO's export format. Missing parts are empty, other files are ignored.
 * Nothing beyond the limits is unpacked.
 *
 * @throws IamArchiveError
 */
export function readIamArchive(bytes: Uint8Array): IamArchive {
  if (bytes.length > IAM_ARCHIVE_LIMITS.bytes) {
    throw new IamArchiveError(`It is larger than ${IAM_ARCHIVE_LIMITS.bytes / MEBIBYTE} MiB.`);
  }
  const files = unpack(bytes);
  if (Object.keys(files).length === 0) {
    throw new IamArchiveError(`It has no files of an export in '${FOLDER}'.`);
  }
  const parts = IAM_ARCHIVE_PARTS.map((part) => [part, readPart(files, FILES[part])]);
  return Object.fromEntries(parts);
}

/** Writes an archive in MinIO's export format. */
export function writeIamArchive(archive: IamArchive): Uint8Array {
  const files = IAM_ARCHIVE_PARTS.map((part) => {
    const json = JSON.stringify(Object.fromEntries(archive[part]));
    return [FOLDER + FILES[part], strToU8(json)];
  });
  return zipSync(Object.fromEntries(files));
}

function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  const known = new Set<string>(Object.values(FILES).map((file) => FOLDER + file));
  let count = 0;
  let total = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        count += 1;
        if (count > IAM_ARCHIVE_LIMITS.files) {
          throw new IamArchiveError(`It has more than ${IAM_ARCHIVE_LIMITS.files} files.`);
        }
        if (!known.delete(name)) {
          return false;
        }
        total += originalSize;
        const isBomb = originalSize > MEBIBYTE && originalSize > size * IAM_ARCHIVE_LIMITS.ratio;
        if (isBomb || total > IAM_ARCHIVE_LIMITS.unpackedBytes) {
          const limit = IAM_ARCHIVE_LIMITS.unpackedBytes / MEBIBYTE;
          throw new IamArchiveError(`It unpacks to more than is accepted (${limit} MiB).`);
        }
        return true;
      },
    });
  } catch (error) {
    throw error instanceof IamArchiveError
      ? error
      : new IamArchiveError('It is no zip archive, or it is damaged.', error);
  }
}

function readPart(files: Readonly<Record<string, Uint8Array>>, file: string): IamArchiveEntries {
  const content = files[FOLDER + file];
  if (content === undefined) {
    return new Map();
  }
  const value = parse(content, file) ?? {};
  if (!isRecord(value)) {
    throw new IamArchiveError(`${file} is no JSON object.`);
  }
  const entries = Object.entries(value);
  if (entries.length > IAM_ARCHIVE_LIMITS.entries) {
    throw new IamArchiveError(`${file} has more than ${IAM_ARCHIVE_LIMITS.entries} entries.`);
  }
  return new Map(
    entries.map(([name, entry]) => {
      if (!isRecord(entry)) {
        throw new IamArchiveError(`${file} has an entry that is no JSON object.`);
      }
      return [name, entry];
    }),
  );
}

function parse(content: Uint8Array, file: string): unknown {
  const text = strFromU8(content);
  if (nestsDeeper(text, IAM_ARCHIVE_LIMITS.depth)) {
    throw new IamArchiveError(`${file} nests deeper than ${IAM_ARCHIVE_LIMITS.depth} levels.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new IamArchiveError(`${file} is no JSON.`, error);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
