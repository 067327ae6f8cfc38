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
/** A policy within a document nests less. */
const MAX_DEPTH = 32;

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A JSON object that came encrypted with the caller's secret key.
 *
 * @throws S3Error XMinioAdminConfigBadJSON, TooManyRequests
 */
export async function readSealedJson(request: ApiRequest): Promise<JsonObject> {
  return asObject(await readSealed(request));
}

/**
 * Text that came encrypted with the caller's secret key.
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

/** Deriving keys is slow: nobody may have much of it waiting. */
function whenBusy(error: unknown): unknown {
  return error instanceof TooManyWaitingError ? new S3Error('TooManyRequests') : error;
}

/** @throws S3Error XMinioAdminConfigBadJSON */
export async function readJson(request: ApiRequest): Promise<JsonObject> {
  return asObject(await request.payload.read(MAX_BODY_BYTES));
}

/**
 * An answer that only the caller can read.
 *
 * @throws S3Error TooManyRequests
 */
export function sealedReply(request: ApiRequest, value: unknown): Promise<Reply> {
  return sealedTextReply(request, JSON.stringify(value));
}

/** The same after a change to one who sent a sealed payload: what is done cannot be refused any more. */
export function sealedOutcome(request: ApiRequest, value: unknown): Promise<Reply> {
  return seal(request, JSON.stringify(value), true);
}

/**
 * Text that only the caller can read.
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
 * A query parameter that must be there.
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
