import type { Socket } from 'node:net';
import type { AuditLog } from '../../../audit-log/audit-log.ts';
import { ConsoleError } from '../../../console-error.ts';
import type { DeliveryToken } from './delivery-token.ts';
import { createSilence, type Silence } from './silence.ts';

/**
 * Deliveries that may wait to be written; beyond that, the storage server keeps them in its own
 * queue.
 */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

export interface AuditReceiverOptions {
  readonly log: Pick<AuditLog, 'append'>;
  readonly token: DeliveryToken;
  /**
   * Whether the storage server runs in this process, and so reaches the console through loopback.
   */
  readonly embedded: boolean;
}

/** Receives records from the storage server. */
export interface AuditReceiver {
  readonly token: DeliveryToken;
  readonly silence: Silence;
  /**
   * The console's URL for a storage server on this machine, based on how a browser has reached the
   * console.
   */
  suggestionFor(socket: Socket): { suggestion?: string };
  /** Resolves once the records would survive a crash. @throws ConsoleError AuditLogBusy */
  receive(delivery: Buffer): Promise<void>;
  /** Since the start. */
  turnedAway(): { busy: number; refused: number };
}

export function createAuditReceiver({ log, token, embedded }: AuditReceiverOptions): AuditReceiver {
  const turnedAway = { busy: 0, refused: 0 };
  let waiting = 0;
  return {
    token,
    silence: createSilence(),

    suggestionFor({ localPort, ...socket }) {
      const encrypted = 'encrypted' in socket && socket.encrypted === true;
      return embedded && localPort !== undefined && !encrypted
        ? { suggestion: `http://127.0.0.1:${localPort}` }
        : {};
    },

    async receive(delivery) {
      if (waiting + delivery.length > MAX_WAITING_BYTES) {
        turnedAway.busy += 1;
        throw new ConsoleError('AuditLogBusy');
      }
      waiting += delivery.length;
      try {
        const { refused } = await log.append(delivery);
        turnedAway.refused += refused;
      } finally {
        waiting -= delivery.length;
      }
    },

    turnedAway: () => ({ ...turnedAway }),
  };
}
