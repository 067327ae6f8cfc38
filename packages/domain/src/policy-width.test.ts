import { describe, expect, it } from 'vitest';
import { CANNED_POLICIES } from './canned-policies.ts';
import { parsePolicy } from './policy.ts';
import { policyWidth } from './policy-width.ts';

const policy = (...Statement: readonly object[]) =>
  parsePolicy(JSON.stringify({ Version: '2012-10-17', Statement }));
const allow = (Action: string, Resource = '*', more: object = {}) => ({
  Effect: 'Allow',
  Action: [Action],
  ...(Action.startsWith('s3:') ? { Resource: [`arn:aws:s3:::${Resource}`] } : {}),
  ...more,
});
const NEAR = { Condition: { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } } };

describe('the width of policies', () => {
  it.each([
    ['nothing', policy(), 'none'],
    ['a deny alone', policy({ ...allow('s3:*'), Effect: 'Deny' }), 'none'],
    ['one bucket', policy(allow('s3:*', 'photos/*')), 'some'],
    ['everything under a condition', policy(allow('s3:*', '*', NEAR)), 'some'],
    ['a look at the server', policy(allow('admin:ServerInfo')), 'some'],
    ['readonly', CANNED_POLICIES.readonly, 'readsAll'],
    ['writeonly', CANNED_POLICIES.writeonly, 'writesAll'],
    ['readwrite', CANNED_POLICIES.readwrite, 'writesAll'],
    ['deletion alone', policy(allow('s3:DeleteObject')), 'writesAll'],
    ['consoleAdmin', CANNED_POLICIES.consoleAdmin, 'grants'],
    ['users alone', policy(allow('admin:CreateUser')), 'grants'],
    ['users under a condition', policy(allow('admin:CreateUser', '', NEAR)), 'grants'],
    ['all secrets', policy(allow('admin:ExportIAM')), 'grants'],
    [
      'everything but writing',
      policy(allow('s3:*'), {
        Effect: 'Deny',
        Action: ['s3:PutObject', 's3:DeleteObject'],
        Resource: ['arn:aws:s3:::*'],
      }),
      'readsAll',
    ],
  ])('of %s is told', (_, document, width) => {
    expect(policyWidth([[document]])).toBe(width);
  });

  it.each([
    ['no layer, as root', [], 'grants'],
    [
      'a wide user and a narrow key',
      [[CANNED_POLICIES.consoleAdmin], [CANNED_POLICIES.readonly]],
      'readsAll',
    ],
    [
      'a narrow user and a wide key',
      [[CANNED_POLICIES.readonly], [CANNED_POLICIES.readwrite]],
      'readsAll',
    ],
    [
      'layers that have nothing in common',
      [[CANNED_POLICIES.readonly], [CANNED_POLICIES.writeonly]],
      'some',
    ],
  ])('is what all layers allow: %s', (_, layers, width) => {
    expect(policyWidth(layers)).toBe(width);
  });
});
