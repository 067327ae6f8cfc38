import { describe, expect, it } from 'vitest';
import { openSections } from './sections.ts';

const open = (allowedActions: string[], distributed = true) =>
  openSections({ allowedActions }, distributed);

describe('the sections of a bucket', () => {
  it.each([
    [[], ['summary']],
    [['s3:GetBucketNotification'], ['summary', 'events']],
    [['s3:PutBucketNotification'], ['summary']],
    [['s3:GetReplicationConfiguration'], ['summary', 'replication']],
    [['s3:GetLifecycleConfiguration'], ['summary', 'lifecycle']],
    [['s3:GetBucketCors'], ['summary', 'cors']],
    [['s3:GetBucketPolicy'], ['summary', 'prefix']],
    [['s3:ListBucketMultipartUploads'], ['summary', 'uploads']],
    [['admin:GetPolicy'], ['summary', 'access']],
    [['admin:ListUserPolicies'], ['summary', 'access']],
    [['admin:ListUsers'], ['summary', 'access']],
    [['admin:ListGroups'], ['summary']],
    [['s3:*'], ['summary', 'events', 'replication', 'lifecycle', 'cors', 'prefix', 'uploads']],
    [['admin:*'], ['summary', 'access']],
    [
      ['s3:*', 'admin:*'],
      ['summary', 'events', 'replication', 'lifecycle', 'cors', 'access', 'prefix', 'uploads'],
    ],
  ])('that %j opens are %j [BADMIN-13]', (actions, sections) => {
    expect(open(actions)).toEqual(sections);
  });

  it('are without replication and lifecycle on a single disk [BADMIN-06] [BADMIN-07]', () => {
    expect(open(['s3:*', 'admin:*'], false)).toEqual([
      'summary',
      'events',
      'cors',
      'access',
      'prefix',
      'uploads',
    ]);
  });
});
