import {
  accessMatrix,
  exploreAccess,
  MATRIX_SIDE,
} from '@stowage/contract/identity/access-explorer';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';
import { type ExplorerValues, factsOf, isNamed, keyOf } from './model/question.ts';

/** Whether a subject can do something, and why. */
export function explorerQuery(values: ExplorerValues) {
  const { kind, name, action, bucket } = values;
  const key = keyOf(values);
  return queryOptions({
    queryKey: ['access-explorer', values],
    queryFn: async ({ signal }) => {
      const subject = isNamed(kind) ? { kind, name } : { kind };
      const question = {
        action,
        ...(bucket !== '' && { bucket }),
        ...(key !== undefined && { key }),
        facts: factsOf(values),
      };
      const { holder, answers } = await call(
        exploreAccess,
        { body: { subject, questions: [question] } },
        { signal },
      );
      return { holder, answer: answers[0] };
    },
    // Policies change, so an earlier verdict may be stale.
    staleTime: 0,
    meta: { errors: 'screen' },
  });
}

interface MatrixWish {
  readonly values: ExplorerValues;
  readonly buckets: readonly string[];
  readonly search: string;
  readonly offset: number;
}

/** Which users can do it in which buckets. */
export function matrixQuery({ values, buckets, search, offset }: MatrixWish) {
  const { action } = values;
  const key = keyOf(values);
  return queryOptions({
    queryKey: ['access-explorer', 'matrix', values, buckets, search, offset],
    queryFn: async ({ signal }) => {
      const question = { action, ...(key !== undefined && { key }), facts: factsOf(values) };
      const body = { question, buckets: buckets.slice(0, MATRIX_SIDE), search, offset };
      // The verdicts are shown until the next ones arrive: each stays with its user and bucket.
      return { ...(await call(accessMatrix, { body }, { signal })), values, buckets: body.buckets };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { errors: 'screen' },
  });
}
