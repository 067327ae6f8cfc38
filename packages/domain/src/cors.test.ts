import { describe, expect, it } from 'vitest';
import {
  allowsDirectWay,
  type CorsRule,
  corsMismatch,
  directWayRule,
  matchingCorsRule,
} from './cors.ts';

const rule = (parts: Partial<CorsRule> = {}): CorsRule => ({
  ...{ origins: ['https://app.test'], methods: ['GET'], headers: [], exposed: [] },
  ...parts,
});
const asked = (origin: string, method = 'GET', headers: string[] = []) => ({
  ...{ origin, method, headers },
});

describe('a CORS rule', () => {
  it.each([
    ['https://app.test', 'https://app.test', undefined],
    ['https://app.test', 'https://app.test/', 'origin'],
    ['https://app.test', 'http://app.test', 'origin'],
    ['https://*.test', 'https://a.b.test', undefined],
    ['https://*.test', 'https://.test', undefined],
    ['https://*.test', 'https://test', 'origin'],
    ['ab*ba', 'aba', 'origin'],
    ['*', 'null', undefined],
    ['*suffix', 'suffix', undefined],
    ['start*end', 'startend', undefined],
  ])('for %s answers %s: %s', (pattern, origin, mismatch) => {
    expect(corsMismatch(rule({ origins: ['x', pattern] }), asked(origin))).toBe(mismatch);
  });

  it.each([
    ['GET', [], undefined],
    ['get', [], 'method'],
    ['PUT', [], 'method'],
    ['GET', ['X-Amz-Date', 'RANGE'], undefined],
    ['GET', ['x-amz-date', 'content-type'], 'header'],
  ])('that allows GET with x-amz-* and Range answers %s with %j: %s', (method, headers, why) => {
    const one = rule({ headers: ['X-Amz-*', 'Range'] });
    expect(corsMismatch(one, asked('https://app.test', method, headers))).toBe(why);
  });
});

describe('of several CORS rules', () => {
  const everybody = rule({ origins: ['*'] });
  const writer = rule({ methods: ['GET', 'PUT'] });

  it('the first that allows everything answers', () => {
    const rules = [everybody, writer];
    expect(matchingCorsRule(rules, asked('https://app.test'))).toBe(everybody);
    expect(matchingCorsRule(rules, asked('https://app.test', 'PUT'))).toBe(writer);
    expect(matchingCorsRule(rules, asked('https://other.test', 'PUT'))).toBeUndefined();
  });
});

describe('the direct way of uploads', () => {
  const origin = 'https://console.test:9090';
  const own = directWayRule(origin);

  it.each<[string, readonly CorsRule[], boolean]>([
    ['the rule for it', [own], true],
    ['the rule for it, in other cases', [{ ...own, exposed: ['etag'] }], true],
    ['a rule that allows more', [rule({ ...own, origins: ['*'], headers: ['*'] })], true],
    ['no rules', [], false],
    ['a rule for another origin', [rule()], false],
    ['a rule without the header', [{ ...own, headers: [] }], false],
    ['a rule that hides the ETag', [{ ...own, exposed: [] }], false],
    ['a rule without GET', [{ ...own, methods: ['PUT'] }], false],
    ['a rule before it that hides the ETag', [{ ...own, exposed: [] }, own], false],
    ['a rule before it that is not about PUT', [rule({ origins: ['*'] }), own], true],
  ])('is open with %s: %s', (_case, rules, open) => {
    expect(allowsDirectWay(rules, origin)).toBe(open);
  });
});
