import { nestsDeeper } from '@stowage/domain/json-depth';
import {
  AdminPayloadError,
  decryptAdminPayload,
  encryptAdminPayload,
} from '@stowage/storage-wire/admin-cipher';
import { TooManyWaitingError } from '@stowage/storage-wire/fair-turns';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { Reply } from '../http/reply.ts';

const MAX_BODY_BYTES = 256 * 1024;
/** Policies embedded in a document have a lower nesting limit. */
const MAX_DEPTH = 32;

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads a JSON object encrypted with the caller's secret key.
 *
 * @throws S3Error XMinioAdminConfigBadJSON, TooManyRequests
 */
export async function readSealedJson(request: ApiRequest): Promise<JsonObject> {
  return asObject(await readSealed(request));
}

/**
 * Reads text encrypted with the caller's secret key.
 *
 * @throws S3Error XMinioAdminConfigBadJSON, TooManyRequests
 */
export async function readSealedText(request: ApiRequest): Promise<string> {
  return Buffer.from(await readSealed(request)).toString('utf8');
}

async function readSealed(request: ApiRequest): Promise<Uint8Array> {
  const body = await request.payload.read(MAX_BODY_BYTES);
  const { secretKey, account: owner } = request.caller;
  try {
    return await decryptAdminPayload(secretKey, body, { owner });
  } catch (error) {
    throw error instanceof AdminPayloadError
      ? new S3Error('XMinioAdminConfigBadJSON')
      : whenBusy(error);
  }
}

/** Deriving keys is slow, so the number of waiting derivations per caller is limited. */
function whenBusy(error: unknown): unknown {
  return error instanceof TooManyWaitingError ? new S3Error('TooManyRequests') : error;
}

/**
 * Reads an unencrypted JSON object.
 *
 * @throws S3Error XMinioAdminConfigBadJSON
 */
export async function readJson(request: ApiRequest): Promise<JsonObject> {
  return asObject(await request.payload.read(MAX_BODY_BYTES));
}

/**
 * Returns a JSON reply encrypted with the caller's secret key.
 *
 * @throws S3Error TooManyRequests
 */
export function sealedReply(request: ApiRequest, value: unknown): Promise<Reply> {
  return sealedTextReply(request, JSON.stringify(value));
}

/** Like `sealedReply`, for a completed change: never refused, as the change cannot be undone. */
export function sealedOutcome(request: ApiRequest, value: unknown): Promise<Reply> {
  return seal(request, JSON.stringify(value), true);
}

/**
 * Returns a text reply encrypted with the caller's secret key.
 *
 * @throws S3Error TooManyRequests
 */
export function sealedTextReply(request: ApiRequest, text: string): Promise<Reply> {
  return seal(request, text, false);
}

async function seal(request: ApiRequest, text: string, begun: boolean): Promise<Reply> {
  const { secretKey, account: owner } = request.caller;
  try {
    const body = await encryptAdminPayload(secretKey, Buffer.from(text), { owner, begun });
    return { status: 200, headers: ['Content-Type', 'application/json'], body };
  } catch (error) {
    throw whenBusy(error);
  }
}

/**
 * Returns a required query parameter.
 *
 * @throws S3Error XMinioAdminInvalidArgument
 */
export function parameter(request: ApiRequest, name: string): string {
  const value = request.query.get(name);
  if (value === undefined || value === '') {
    throw new S3Error('XMinioAdminInvalidArgument', `The parameter '${name}' is missing.`);
  }
  return value;
}

export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function asObject(bytes: Uint8Array): JsonObject {
  const text = Buffer.from(bytes).toString('utf8');
  if (nestsDeeper(text, MAX_DEPTH)) {
    throw new S3Error(
      'XMinioAdminConfigBadJSON',
      `The JSON nests deeper than ${MAX_DEPTH} levels.`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new S3Error('XMinioAdminConfigBadJSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new S3Error('XMinioAdminConfigBadJSON');
  }
  return { ...value };
}
