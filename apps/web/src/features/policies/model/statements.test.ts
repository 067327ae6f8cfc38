import { expect, it } from 'vitest';
import { readableStatements } from './statements.ts';

it('shows an empty value of a condition among the others', () => {
  const Condition = { StringLike: { 's3:prefix': ['', 'home/', ' '] } };
  const text = JSON.stringify({ Statement: { Effect: 'Allow', Condition } });
  expect(readableStatements(text)[0]?.conditions).toEqual(['s3:prefix StringLike "", home/, " "']);
});
