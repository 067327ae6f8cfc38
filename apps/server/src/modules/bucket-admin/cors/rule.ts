import type * as contract from '@stowage/contract/bucket-admin/cors';
import type { CorsRule } from '@stowage/storage-client/s3';
import { revisionOf } from '../../../changes/revision.ts';

/** A rule with the contract's field names. */
type Content = Omit<contract.CorsRule, 'position' | 'revision'>;

export function contentOf({ id, maxAge, ...lists }: CorsRule): Content {
  return {
    id,
    origins: [...lists.origins],
    methods: [...lists.methods],
    headers: [...lists.headers],
    exposed: [...lists.exposed],
    ...(maxAge !== undefined && { max_age: maxAge }),
  };
}

export function presentRule(rule: CorsRule, index: number): contract.CorsRule {
  return { position: index + 1, ...contentOf(rule), revision: revisionOf(rule.stored) };
}

/** The rule to store; fields that another client added to the stored one are kept. */
export function ruleOf(content: Content, stored = ''): CorsRule {
  const { id, origins, methods, headers, exposed, max_age: maxAge } = content;
  return { stored, id, origins, methods, headers, exposed, maxAge };
}
