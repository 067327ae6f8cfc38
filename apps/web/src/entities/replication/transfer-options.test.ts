import { describe, expect, it } from 'vitest';
import {
  bandwidthBytes,
  DEFAULT_TRANSFER,
  REPLICATION_MODES,
  type TransferDraft,
  transferDraft,
  transferErrors,
  transferInput,
} from './transfer-options.ts';

const draft = (parts: Partial<TransferDraft> = {}): TransferDraft => ({
  ...DEFAULT_TRANSFER,
  ...parts,
});

describe('the options of a transfer', () => {
  it('are async, 100 Gi and 60 by default [BREPL-04] [BREPL-05] [BREPL-06] [REPL-11] [REPL-12] [REPL-14]', () => {
    expect(REPLICATION_MODES).toEqual(['async', 'sync']);
    expect(transferInput(DEFAULT_TRANSFER)).toEqual({
      syncMode: 'async',
      bandwidth: 100 * 1024 ** 3,
      healthCheckPeriod: 60,
    });
  });

  it.each([
    [{ bandwidth: 1, bandwidthUnit: 'MiB' }, 1024 ** 2],
    [{ bandwidth: 1.5, bandwidthUnit: 'KiB' }, 1536],
    [{ bandwidth: 0 }, 0],
    [{ bandwidth: -1 }, undefined],
    [{ bandwidth: undefined }, undefined],
    [{ bandwidth: 9, bandwidthUnit: 'EiB' }, undefined],
  ] as [Partial<TransferDraft>, number | undefined][])(
    'of %j are %s bytes [BREPL-08]',
    (parts, bytes) => {
      expect(bandwidthBytes(draft(parts))).toBe(bytes);
      expect(Object.keys(transferErrors(draft(parts)))).toEqual(
        bytes === undefined ? ['bandwidth'] : [],
      );
    },
  );

  it('have no bandwidth when synchronous [REPL-16] [BREPL-09]', () => {
    const sync = draft({ syncMode: 'sync', bandwidth: undefined });
    expect(transferErrors(sync)).toEqual({});
    expect(transferInput(sync).bandwidth).toBe(0);
  });

  it.each([
    [60, true],
    [0, true],
    [1.5, false],
    [-1, false],
    [undefined, false],
  ])('have a health check period of %s: %s [BREPL-10]', (healthCheckPeriod, valid) => {
    expect(Object.keys(transferErrors(draft({ healthCheckPeriod })))).toEqual(
      valid ? [] : ['healthCheckPeriod'],
    );
  });

  it.each([
    [{ bandwidth: String(2 * 1024 ** 3) }, 2, 'GiB'],
    [{ bandwidth: String(1536 * 1024) }, 1536, 'KiB'],
    [{ bandwidth: '512' }, 0.5, 'KiB'],
    [{ bandwidth: '0' }, 0, 'GiB'],
    [{}, 100, 'GiB'],
  ])('of a target with %j read %s %s', (stored, bandwidth, bandwidthUnit) => {
    expect(transferDraft(stored)).toMatchObject({ bandwidth, bandwidthUnit });
  });
});
