import {
  AdminPayloadError,
  decryptAdminPayload,
  encryptAdminPayload,
} from '@stowage/storage-wire/admin-cipher';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { Reply } from '../http/reply.ts';

const MAX_BODY_BYTES = 256 * 1024;

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A JSON object that came encrypted with the caller's secret key.
 *
 * @throws S3Error XMinioAdminConfigBadJSON
 */
export async function readSealedJson(request: ApiRequest): Promise<JsonObject> {
  return asObject(await readSealed(request));
}

/**
 * Text that came encrypted with the caller's secret key.
 *
 * @throws S3Error XMinioAdminConfigBadJSON
 */
export async function readSealedText(request: ApiRequest): Promise<string> {
  return Buffer.from(await readSealed(request)).toString('utf8');
}

async function readSealed(request: ApiRequest): Promise<Uint8Array> {
  const body = await request.payload.read(MAX_BODY_BYTES);
  try {
    return await decryptAdminPayload(request.caller.secretKey, body);
  } catch (error) {
    throw error instanceof AdminPayloadError ? new S3Error('XMinioAdminConfigBadJSON') : error;
  }
}

/** @throws S3Error XMinioAdminConfigBadJSON */
export async function readJson(request: ApiRequest): Promise<JsonObject> {
  return asObject(await request.payload.read(MAX_BODY_BYTES));
}

/** An answer that only the caller can read. */
export function sealedReply(request: ApiRequest, value: unknown): Promise<Reply> {
  return sealedTextReply(request, JSON.stringify(value));
}

/** Text that only the caller can read. */
export async function sealedTextReply(request: ApiRequest, text: string): Promise<Reply> {
  const data = Buffer.from(text);
  return {
    status: 200,
    headers: ['Content-Type', 'application/json'],
    body: await encryptAdminPayload(request.caller.secretKey, data),
  };
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
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new S3Error('XMinioAdminConfigBadJSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new S3Error('XMinioAdminConfigBadJSON');
  }
  return { ...value };
}
