import { objectPath } from '@stowage/storage-wire/uri';
import { StorageRequestError } from '../errors.ts';
import type { AdminTransport } from './admin-transport.ts';
import type { JsonObject } from './json.ts';
import { readDrive } from './server.ts';
import type {
  HealDrive,
  HealedDriveInfo,
  HealItem,
  HealOperations,
  HealPlace,
} from './types-heal.ts';

/** MinIO's numbers for the scan modes. */
const NORMAL_SCAN = 1;
const DEEP_SCAN = 2;

function pathOf({ bucket, prefix }: HealPlace): string {
  return `heal${objectPath(bucket, prefix)}`;
}

export function healOperations(transport: AdminTransport): HealOperations {
  return {
    async startHeal({ bucket, prefix, options, force, signal }) {
      const { recursive, deep, dryRun } = options;
      const answer = await transport.readJson({
        method: 'POST',
        path: pathOf({ bucket, prefix }),
        ...(force ? { query: { forceStart: 'true' } } : {}),
        body: JSON.stringify({ recursive, dryRun, scanMode: deep ? DEEP_SCAN : NORMAL_SCAN }),
        signal,
      });
      return tokenOf(answer);
    },

    async healStatus({ bucket, prefix, token, signal }) {
      const answer = await transport.readJson({
        method: 'POST',
        path: pathOf({ bucket, prefix }),
        query: { clientToken: token },
        signal,
      });
      refuseError(answer);
      return {
        summary: answer.text('Summary'),
        detail: answer.text('Detail'),
        items: answer.objects('Items').map(readItem),
      };
    },

    async stopHeal({ bucket, prefix, signal }) {
      const path = pathOf({ bucket, prefix });
      const answer = await transport.readJson({
        ...{ method: 'POST', path, query: { forceStop: 'true' }, body: '{}' },
        signal,
      });
      refuseError(answer);
    },

    async backgroundHeal(call = {}) {
      const path = 'background-heal/status';
      const answer = await transport.readJson({ method: 'POST', path, ...call });
      return {
        offlineNodes: answer.texts('offline_nodes'),
        scannedItems: answer.number('ScannedItemsCount'),
        drives: answer.objects('sets').flatMap((set) => set.objects('disks').map(readHealedDrive)),
        canReplace: answer.has('stowage'),
      };
    },

    async replaceDrive({ drive, signal }) {
      await transport.run({ method: 'POST', path: 'stowage/replace', query: { drive }, signal });
    },
  };
}

/** Long-running calls send status 200 before they may fail. */
function refuseError(answer: JsonObject): void {
  const code = answer.text('Code');
  if (code !== '') {
    throw new StorageRequestError({ code, status: 400, message: answer.text('Message') });
  }
}

function tokenOf(answer: JsonObject): string {
  refuseError(answer);
  return answer.text('clientToken');
}

function readItem(json: JsonObject): HealItem {
  return {
    type: json.text('type'),
    bucket: json.text('bucket'),
    object: json.text('object'),
    versionId: json.text('versionId'),
    detail: json.text('detail'),
    parityBlocks: json.number('parityBlocks'),
    dataBlocks: json.number('dataBlocks'),
    diskCount: json.number('diskCount'),
    setCount: json.number('setCount'),
    before: json.object('before').objects('drives').map(readHealDrive),
    after: json.object('after').objects('drives').map(readHealDrive),
    size: json.number('objectSize'),
  };
}

function readHealDrive(json: JsonObject): HealDrive {
  return { uuid: json.text('uuid'), endpoint: json.text('endpoint'), state: json.text('state') };
}

function readHealedDrive(json: JsonObject): HealedDriveInfo {
  const info = json.object('heal_info');
  const drive = { ...readDrive(json), reason: json.text('reason') };
  return json.has('heal_info')
    ? {
        ...drive,
        progress: {
          started: info.time('started'),
          objectsTotal: info.number('objects_total_count'),
          itemsHealed: info.number('items_healed'),
          itemsFailed: info.number('items_failed'),
          itemsSkipped: info.number('items_skipped'),
          bytesDone: info.number('bytes_done'),
        },
      }
    : drive;
}
