import type { ReplicationMode } from '@stowage/contract/bucket-admin/replication';
import {
  BINARY_UNITS,
  type BinaryUnit,
  largestWholeUnit,
  sizeToBytes,
} from '@stowage/domain/units';

import { translate } from '#web/lib/i18n/messages.ts';
import { replicationText } from './en.ts';

/** How objects are transferred to a remote server, as entered. */
export interface TransferDraft {
  readonly syncMode: ReplicationMode;
  /** In units per second; undefined if the field does not hold a number. */
  readonly bandwidth: number | undefined;
  readonly bandwidthUnit: BinaryUnit;
  /** Seconds; undefined if the field does not hold a number. */
  readonly healthCheckPeriod: number | undefined;
}

export const DEFAULT_TRANSFER: TransferDraft = {
  syncMode: 'async',
  bandwidth: 100,
  bandwidthUnit: 'GiB',
  healthCheckPeriod: 60,
};

export const BANDWIDTH_UNITS = BINARY_UNITS.filter((unit) => unit !== 'B');
export const REPLICATION_MODES = ['async', 'sync'] as const satisfies readonly ReplicationMode[];

/**
 * Returns bytes per second; 0, which is no limit, for synchronous replication. Undefined if
 * invalid.
 */
export function bandwidthBytes(draft: TransferDraft): number | undefined {
  if (draft.syncMode === 'sync') return 0;
  if (draft.bandwidth === undefined) return undefined;
  const bytes = sizeToBytes({ value: draft.bandwidth, unit: draft.bandwidthUnit });
  if (bytes === undefined || bytes > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  return Number(bytes);
}

/** Returns the errors that prevent the options from being sent, by field. */
export function transferErrors(draft: TransferDraft) {
  const period = draft.healthCheckPeriod;
  const isPeriod = period !== undefined && Number.isSafeInteger(period) && period >= 0;
  return {
    ...(bandwidthBytes(draft) === undefined && {
      bandwidth: translate(replicationText, 'bandwidthError'),
    }),
    ...(!isPeriod && { healthCheckPeriod: translate(replicationText, 'healthError') }),
  };
}

/** Returns the request for a draft without errors. */
export function transferInput(draft: TransferDraft) {
  return {
    syncMode: draft.syncMode,
    bandwidth: bandwidthBytes(draft) ?? 0,
    healthCheckPeriod: draft.healthCheckPeriod ?? 0,
  };
}

interface StoredTransfer {
  readonly syncMode?: ReplicationMode | undefined;
  /** Bytes per second, in digits. */
  readonly bandwidth?: string | undefined;
  readonly healthCheckPeriod?: number | undefined;
}

/** Returns the draft for an existing target, with defaults for unknown values. */
export function transferDraft(stored: StoredTransfer): TransferDraft {
  const known =
    stored.bandwidth === undefined ? undefined : largestWholeUnit(Number(stored.bandwidth));
  const [value, unit] =
    known === undefined
      ? [DEFAULT_TRANSFER.bandwidth, DEFAULT_TRANSFER.bandwidthUnit]
      : known.unit === 'B'
        ? [known.value / 1024, 'KiB' as const]
        : [known.value, known.unit];
  return {
    syncMode: stored.syncMode ?? DEFAULT_TRANSFER.syncMode,
    bandwidth: value,
    bandwidthUnit: value === 0 ? DEFAULT_TRANSFER.bandwidthUnit : unit,
    healthCheckPeriod: stored.healthCheckPeriod ?? DEFAULT_TRANSFER.healthCheckPeriod,
  };
}
