import type { ConditionContext } from '@stowage/domain/policy';
import type { Random } from '@stowage/storage-wire/testing/random';
import type { RawRequest } from '../support/raw-request.ts';
import { sha256 } from '../support/raw-request.ts';
import type { Draft, Need } from './request-kinds.ts';
import { BUCKETS, KINDS, OPEN_KINDS } from './request-kinds.ts';

/** A permission that a request requires, with its known context. */
export interface Question {
  readonly action: string;
  readonly bucket: string;
  readonly key: string;
  readonly context: ConditionContext;
  /** Allowed unless the user's own policies deny it. */
  readonly unlessDenied: boolean;
  /** An alternative action whose allow suffices; '' for none. */
  readonly instead: string;
}

/** A request and everything that must be allowed for it. */
export interface Asked {
  readonly name: string;
  readonly request: RawRequest;
  readonly questions: readonly Question[];
}

const AGENTS = ['probe/1.0', 'probe/2.0', 'Other (x11)'];
const REFERERS = ['', 'http://one.example/page', 'https://two.example/'];
const QUERY_KEYS = ['prefix', 'delimiter', 'max-keys'];

/** Returns a random request of any kind that an authenticated user can try. */
export function randomRequest(random: Random): Asked {
  return finish(random, random.pick(KINDS)(random));
}

/** Returns a random request to one bucket that also makes sense without a signature. */
export function randomRequestTo(random: Random, bucket: string): Asked {
  return finish(random, { ...random.pick(OPEN_KINDS)(random), bucket });
}

function finish(random: Random, draft: Draft): Asked {
  const { name, action, method = 'GET', key = '', query = {}, body = '' } = draft;
  const bucket = draft.bucket ?? random.pick(Object.values(BUCKETS));
  const agent = random.pick(AGENTS);
  const referer = random.pick(REFERERS);
  const headers = {
    'user-agent': agent,
    ...(referer === '' ? {} : { referer }),
    ...draft.headers,
  };
  const request: RawRequest = {
    method,
    bucket,
    query,
    headers,
    body,
    ...(key === '' ? {} : { key }),
  };
  const context = {
    UserAgent: [agent],
    Referer: [referer],
    versionid: [query.versionId ?? ''],
    'x-amz-content-sha256': [sha256(body)],
    ...ofQuery(query),
    ...ofHeaders(headers),
  };
  const question = (need: Need): Question => ({
    action: need.action,
    bucket: need.bucket ?? bucket,
    key: need.key ?? key,
    context: { ...context, ...need.facts },
    unlessDenied: need.unlessDenied ?? false,
    instead: need.instead ?? '',
  });
  const { facts = {}, instead = '' } = draft;
  const first = { action, facts, instead };
  return { name, request, questions: [first, ...(draft.more ?? [])].map(question) };
}

function ofQuery(query: Readonly<Record<string, string>>): ConditionContext {
  const known = QUERY_KEYS.flatMap((name) => {
    const value = query[name];
    return value === undefined ? [] : [[name, [value]] as const];
  });
  return Object.fromEntries(known);
}

function ofHeaders(headers: Readonly<Record<string, string>>): ConditionContext {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string[]][] => {
    if (!name.startsWith('x-amz-')) return [];
    if (name === 'x-amz-tagging') {
      const tags = [...new URLSearchParams(value)];
      return [
        ['RequestObjectTagKeys', tags.map(([tag]) => tag)],
        ...tags.map(([tag, text]): [string, string[]] => [`RequestObjectTag/${tag}`, [text]]),
      ];
    }
    const lock = name.startsWith('x-amz-object-lock-');
    return [[lock ? name.slice('x-amz-'.length) : name, [value]]];
  });
  return Object.fromEntries(entries);
}
