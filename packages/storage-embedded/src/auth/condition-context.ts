import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { ConditionContext } from '@stowage/domain/policy';
import type { ParsedSignature } from '@stowage/storage-wire/sigv4-check';
import { parseTimestamp } from '@stowage/storage-wire/sigv4-fields';
import { parseCopySource } from '../s3/copy-source-header.ts';
import { plainKeyId } from '../s3/encryption/encryption-wish.ts';
import { isBrought } from './brought.ts';
import type { Caller } from './caller.ts';

/** The facts that conditions can refer to. */
export interface RequestFacts {
  readonly message: Pick<IncomingMessage, 'headers'>;
  readonly address: string;
  readonly query: ReadonlyMap<string, string>;
  readonly caller: Caller;
  readonly signature: ParsedSignature;
}

/** Facts about the requested object or bucket that conditions can refer to. */
export interface ResourceFacts {
  /** '' for the latest version. */
  readonly versionId: string;
  /** Tags of the stored object. */
  readonly existingTags: Readonly<Record<string, string>>;
  readonly more?: ConditionContext;
}

const QUERY_KEYS = ['prefix', 'delimiter', 'max-keys'];

/**
 * Returns the condition keys of a request, without their service prefix. Only x-amz headers and
 * listing parameters are used unchanged, so that no client header can pose as a different key.
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
    // Contains only names that describe the caller.
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

/** Adds the facts of one resource; a request may involve several. */
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
 * How the request was signed. Set but empty for anonymous requests, so that conditions on it can be
 * met; a form has its signature among its fields.
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

/**
 * Headers that set attributes of an object are only added where they apply: see `broughtByHeaders`.
 */
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

/** Normalises values that can be written in several ways. */
function plainHeader(name: string, value: string): string {
  if (name === 'x-amz-copy-source') {
    const { bucket, key } = parseCopySource(value);
    return `${bucket}/${key}`;
  }
  return name === 'x-amz-server-side-encryption-aws-kms-key-id' ? plainKeyId(value) : value;
}
