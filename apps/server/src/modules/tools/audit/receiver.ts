import type { Socket } from 'node:net';
import type { AuditLog } from '../../../audit-log/audit-log.ts';
import { ConsoleError } from '../../../console-error.ts';
import type { DeliveryToken } from './delivery-token.ts';
import { createSilence, type Silence } from './silence.ts';

/** Deliveries that wait to be written: beyond, the storage server keeps them in its own queue. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

export interface AuditReceiverOptions {
  readonly log: Pick<AuditLog, 'append'>;
  readonly token: DeliveryToken;
  /** Whether the storage server runs in this process, and so reaches the console on this machine. */
  readonly embedded: boolean;
}

/** Takes records from the storage server. */
export interface AuditReceiver {
  readonly token: DeliveryToken;
  readonly silence: Silence;
  /** Where a storage server on this machine finds the console, which a browser has reached here. */
  suggestionFor(socket: Socket): { suggestion?: string };
  /** Settles when the records survive a crash. @throws ConsoleError AuditLogBusy */
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
