import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { ConditionContext } from '@stowage/domain/policy';
import type { ParsedSignature } from '@stowage/storage-wire/sigv4-check';
import { parseTimestamp } from '@stowage/storage-wire/sigv4-fields';
import { parseCopySource } from '../s3/copy-source-header.ts';
import { plainKeyId } from '../s3/encryption/encryption-wish.ts';
import { isBrought } from './brought.ts';
import type { Caller } from './caller.ts';

/** What a condition may be about. */
export interface RequestFacts {
  readonly message: Pick<IncomingMessage, 'headers'>;
  readonly address: string;
  readonly query: ReadonlyMap<string, string>;
  readonly caller: Caller;
  readonly signature: ParsedSignature;
}

/** What a condition may know of the object or bucket that is asked about. */
export interface ResourceFacts {
  /** '' for the latest one. */
  readonly versionId: string;
  /** Tags of the object as it is stored. */
  readonly existingTags: Readonly<Record<string, string>>;
  readonly more?: ConditionContext;
}

const QUERY_KEYS = ['prefix', 'delimiter', 'max-keys'];

/**
 * What a request says for condition keys, by their names without the service prefix. Only
 * x-amz headers and the parameters of listings go in as they came: no header of a
 * client can stand for another key.
 */
export function conditionContext(facts: RequestFacts): ConditionContext {
  const { message, address, query, caller } = facts;
  const now = new Date();
  const context: Record<string, readonly string[]> = {
    CurrentTime: [now.toISOString()],
    EpochTime: [String(Math.floor(now.getTime() / 1000))],
    SecureTransport: ['false'],
    SourceIp: [address],
    UserAgent: [message.headers['user-agent'] ?? ''],
    Referer: [message.headers.referer ?? ''],
    principaltype: [principalType(caller)],
    userid: [caller.account],
    username: [caller.account],
    groups: caller.groups,
    // Only names that say something of the caller are among them.
    ...caller.external?.claims,
  };
  for (const name of QUERY_KEYS) {
    const value = query.get(name);
    if (value !== undefined) {
      context[name] = [value];
    }
  }
  addHeaders(context, message.headers);
  return { ...context, ...signatureKeys(facts, now) };
}

/** A request's context for one resource: a request may be about several. */
export function withResource(base: ConditionContext, facts: ResourceFacts): ConditionContext {
  const context: Record<string, readonly string[]> = {
    ...base,
    versionid: [facts.versionId],
    ...facts.more,
  };
  for (const [tag, value] of Object.entries(facts.existingTags)) {
    context[`ExistingObjectTag/${tag}`] = [value];
  }
  return context;
}

function principalType(caller: Caller): string {
  if (caller.kind === 'anonymous') {
    return 'Anonymous';
  }
  if (caller.owner) {
    return 'Account';
  }
  return caller.kind === 'user' ? 'User' : 'AssumedRole';
}

/**
 * How the request was signed. Known as empty of anonymous requests, so that conditions
 * on it can be met; a form brings its signature among its fields.
 */
function signatureKeys(
  { signature, caller }: RequestFacts,
  now: Date,
): Record<string, readonly string[]> {
  if (caller.kind === 'anonymous') {
    return { signatureversion: [''], authType: [''] };
  }
  if (signature.kind === 'legacy') {
    const authType = [signature.presigned ? 'REST-QUERY-STRING' : 'REST-HEADER'];
    return { signatureversion: ['AWS'], authType };
  }
  const signatureversion = ['AWS4-HMAC-SHA256'];
  if (signature.kind === 'presigned') {
    const signedAt = parseTimestamp(signature.timestamp) ?? 0;
    const signatureAge = [String(now.getTime() - signedAt)];
    const payload = { 'x-amz-content-sha256': [signature.payloadHash] };
    return { signatureversion, authType: ['REST-QUERY-STRING'], signatureAge, ...payload };
  }
  return { signatureversion, authType: [signature.kind === 'header' ? 'REST-HEADER' : 'POST'] };
}

/** What headers bring for an object is known where they count only: `broughtByHeaders`. */
function addHeaders(
  context: Record<string, readonly string[]>,
  headers: IncomingHttpHeaders,
): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('x-amz-') && typeof value === 'string' && !isBrought(name)) {
      context[name] = [plainHeader(name, value)];
    }
  }
}

/** Values that can be written in several ways are compared in one. */
function plainHeader(name: string, value: string): string {
  if (name === 'x-amz-copy-source') {
    const { bucket, key } = parseCopySource(value);
    return `${bucket}/${key}`;
  }
  return name === 'x-amz-server-side-encryption-aws-kms-key-id' ? plainKeyId(value) : value;
}
