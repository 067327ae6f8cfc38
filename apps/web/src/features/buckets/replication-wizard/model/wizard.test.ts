import { describe, expect, it } from 'vitest';
import {
  canContinue,
  isDone,
  newWizard,
  reduceWizard,
  STEPS,
  type Wizard,
  type WizardAction,
  wizardRequest,
} from './wizard.ts';

const noAnswer = 'No changes applied';
const filled: WizardAction = {
  type: 'changed',
  part: { accessKey: 'replicator', secretKey: 'replicator-secret', target: 'backup.test:9000' },
};
const listed: WizardAction = { type: 'listed', remoteBuckets: ['photos', 'other'] };

function run(...actions: WizardAction[]): Wizard {
  return actions.reduce(reduceWizard, newWizard(['photos', 'films']));
}

const answered = (...errors: (readonly [string, string?])[]): WizardAction => ({
  type: 'answered',
  noAnswer,
  states: errors.map(([originBucket, errorString]) => ({
    originBucket,
    targetBucket: 'x',
    ...(errorString === undefined ? {} : { errorString }),
  })),
});

describe('the wizard', () => {
  it('has two steps and begins with the remote server [BREPL-01]', () => {
    expect(STEPS).toEqual(['remote', 'assign']);
    expect(newWizard(['photos']).step).toBe('remote');
  });

  it('goes on when the remote server can be asked', () => {
    expect(canContinue(run())).toBe(false);
    expect(canContinue(run(filled))).toBe(true);
    expect(canContinue(run(filled, { type: 'changed', part: { bandwidth: -1 } }))).toBe(false);
    expect(canContinue(run(filled, { type: 'changed', part: { healthCheckPeriod: 1.5 } }))).toBe(
      false,
    );
  });

  it('proposes the bucket of the same name, and waits for the others', () => {
    const wizard = run(filled, listed);
    expect(wizard.step).toBe('assign');
    expect(wizard.assignments).toEqual([
      { origin: 'photos', destination: 'photos' },
      { origin: 'films', destination: '' },
    ]);
    expect(canContinue(wizard)).toBe(false);
    expect(
      canContinue(
        reduceWizard(wizard, { type: 'assigned', origin: 'films', destination: 'other' }),
      ),
    ).toBe(true);
  });

  it('keeps choices that another look at the remote server still has', () => {
    const wizard = run(
      filled,
      listed,
      { type: 'assigned', origin: 'films', destination: 'other' },
      { type: 'wentBack' },
      { type: 'listed', remoteBuckets: ['other'] },
    );
    expect(wizard.assignments.map(({ destination }) => destination)).toEqual(['', 'other']);
  });

  it('sends the whole request with the defaults of a rule', () => {
    const wizard = run(filled, listed, {
      type: 'assigned',
      origin: 'films',
      destination: 'other',
    });
    expect(wizardRequest(wizard)).toEqual({
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

  it('lets successful buckets leave once they have been seen, and keeps the others [BREPL-17] [BREPL-18]', () => {
    const wizard = run(filled, listed, answered(['photos'], ['films', 'no versioning']));
    expect(wizard.assignments.map(isDone)).toEqual([true, false]);
    expect(canContinue(wizard)).toBe(false);
    const settled = reduceWizard(wizard, { type: 'settled' });
    expect(settled.assignments).toEqual([
      { origin: 'films', destination: '', result: { error: 'no versioning' } },
    ]);
  });

  it.each([
    [answered(['photos', '']), [undefined, noAnswer]],
    [answered(), [noAnswer, noAnswer]],
  ])('takes a bucket that the answer leaves out for one that failed', (action, errors) => {
    expect(run(filled, listed, action).assignments.map(({ result }) => result?.error)).toEqual(
      errors,
    );
  });
});
