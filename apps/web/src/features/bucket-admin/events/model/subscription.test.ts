import { describe, expect, it } from 'vitest';
import { kindName, targetOfArn } from './event-target.ts';
import {
  EMPTY_SUBSCRIPTION,
  subscriptionErrors,
  subscriptionInput,
  subscriptionKey,
} from './subscription.ts';

describe('a subscription', () => {
  it.each([
    [{}, false],
    [{ arn: 'arn:minio:sqs::a:webhook' }, false],
    [{ events: ['put'] }, false],
    [{ arn: 'arn:', events: ['put'] }, false],
    [{ arn: ' arn:minio:sqs::a:webhook', events: ['put'] }, true],
  ] as const)('with %j can be sent: %s', (parts, valid) => {
    const errors = subscriptionErrors({ ...EMPTY_SUBSCRIPTION, ...parts });
    expect(Object.keys(errors).length === 0).toBe(valid);
  });

  it('keeps its types in one order', () => {
    const input = subscriptionInput({ ...EMPTY_SUBSCRIPTION, events: ['delete', 'put'] });
    expect(input.configuration.events).toEqual(['put', 'delete']);
  });

  it('is told apart by everything that makes it', () => {
    const one = {
      id: '',
      arn: 'a',
      events: [],
      other_events: [],
      prefix: '',
      suffix: '',
      revision: '',
    };
    expect(subscriptionKey(one)).not.toBe(subscriptionKey({ ...one, suffix: 'x' }));
  });
});

describe('the target of an ARN', () => {
  it.each([
    ['arn:minio:sqs::primary:webhook', 'Webhook', 'primary'],
    ['arn:minio:sqs:eu-1:1:postgresql', 'PostgreSQL', '1'],
    ['arn:aws:sns:us-east-1:123:topic', 'topic', '123'],
    ['nonsense', '', ''],
  ])('%s is %s %s', (arn, kind, name) => {
    expect(targetOfArn(arn)).toEqual({ kind, name });
  });

  it('keeps the name of a kind that it does not know', () => {
    expect(kindName('carrier-pigeon')).toBe('carrier-pigeon');
  });
});
