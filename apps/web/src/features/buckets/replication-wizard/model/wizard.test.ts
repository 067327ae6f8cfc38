import type { ReplicationState } from '@stowage/contract/bucket-admin/replication';
import { describe, expect, it } from 'vitest';
import {
  areAssigned,
  assigned,
  isDone,
  newDraft,
  proposed,
  withResults,
  wizardRequest,
} from './wizard.ts';

const noAnswer = 'No changes applied';
const fresh = newDraft(['photos', 'films']);
const listed = proposed(fresh.assignments, ['photos', 'other']);

const answered = (...errors: (readonly [string, string?])[]): readonly ReplicationState[] =>
  errors.map(([originBucket, errorString]) => ({
    originBucket,
    targetBucket: 'x',
    ...(errorString === undefined ? {} : { errorString }),
  }));

describe('the assignments', () => {
  it('begin with the bucket of the same name, and wait for the others', () => {
    expect(listed).toEqual([
      { origin: 'photos', destination: 'photos' },
      { origin: 'films', destination: '' },
    ]);
    expect(areAssigned(listed)).toBe(false);
    expect(areAssigned(assigned(listed, 'films', 'other'))).toBe(true);
  });

  it('keep choices that another look at the remote server still has', () => {
    const again = proposed(assigned(listed, 'films', 'other'), ['other']);
    expect(again.map(({ destination }) => destination)).toEqual(['', 'other']);
  });

  it('tell what came of each, and are not sent again while one replicates [BREPL-18]', () => {
    const both = assigned(listed, 'films', 'other');
    const results = withResults(both, answered(['photos'], ['films', 'no versioning']), noAnswer);
    expect(results.map(isDone)).toEqual([true, false]);
    expect(areAssigned(results)).toBe(false);
    expect(results[1]).toEqual({
      origin: 'films',
      destination: 'other',
      result: { error: 'no versioning' },
    });
    expect(areAssigned(results.filter((one) => !isDone(one)))).toBe(true);
  });

  it.each([
    [answered(['photos', '']), [undefined, noAnswer]],
    [answered(), [noAnswer, noAnswer]],
  ])('take a bucket that the answer leaves out for one that failed', (states, errors) => {
    expect(withResults(listed, states, noAnswer).map(({ result }) => result?.error)).toEqual(
      errors,
    );
  });
});

it('sends the whole request with the defaults of a rule', () => {
  const draft = {
    ...fresh,
    accessKey: 'replicator',
    secretKey: 'replicator-secret',
    target: 'backup.test:9000',
    assignments: assigned(listed, 'films', 'other'),
  };
  expect(wizardRequest(draft)).toEqual({
    accessKey: 'replicator',
    secretKey: 'replicator-secret',
    targetURL: 'https://backup.test:9000',
    syncMode: 'async',
    bandwidth: 100 * 1024 ** 3,
    healthCheckPeriod: 60,
    prefix: '',
    tags: '',
    storageClass: '',
    replicateDeleteMarkers: true,
    replicateDeletes: true,
    replicateMetadata: true,
    replicateExistingObjects: true,
    bucketsRelation: [
      { originBucket: 'photos', destinationBucket: 'photos' },
      { originBucket: 'films', destinationBucket: 'other' },
    ],
  });
});
