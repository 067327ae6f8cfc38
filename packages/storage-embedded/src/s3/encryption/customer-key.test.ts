import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../api-request.ts';
import { CUSTOMER_PREFIX, readCustomerKey } from './customer-key.ts';

const KEY = randomBytes(32);
const HEADERS: Record<string, string> = {
  [`${CUSTOMER_PREFIX}algorithm`]: 'AES256',
  [`${CUSTOMER_PREFIX}key`]: KEY.toString('base64'),
  [`${CUSTOMER_PREFIX}key-md5`]: createHash('md5').update(KEY).digest('base64'),
};

function requestFrom(remoteAddress: string | undefined): ApiRequest {
  const request: Pick<ApiRequest, 'header'> & { message: { socket: object } } = {
    header: (name) => HEADERS[name],
    message: { socket: { remoteAddress } },
  };
  return request as unknown as ApiRequest;
}

describe('a customer key over plain HTTP', () => {
  it.each(['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1'])('is taken from %s', (address) => {
    expect(readCustomerKey(requestFrom(address), CUSTOMER_PREFIX)).toEqual(KEY);
  });

  it.each([
    '192.0.2.1',
    '::ffff:192.0.2.1',
    '2001:db8::1',
    '1127.0.0.1',
    '::127.0.0.1',
    '',
    undefined,
  ])('is refused from %s', (address) => {
    expect(() => readCustomerKey(requestFrom(address), CUSTOMER_PREFIX)).toThrow(
      expect.objectContaining({ code: 'InvalidRequest' }),
    );
  });
});
