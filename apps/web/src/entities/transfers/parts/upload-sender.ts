import { LARGEST_WHOLE_UPLOAD } from '@stowage/domain/upload-parts';
import { type SendUpload, sendUpload } from '../send-upload.ts';
import type { Slots } from '../slots.ts';
import { DirectWay } from './direct-way.ts';
import { sendInParts } from './send-in-parts.ts';
import type { UploadLedger } from './upload-ledger.ts';

interface SenderParts {
  readonly ledger: UploadLedger;
  readonly slots: Slots;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

/** Sends small files in one request, larger ones in parts. */
export function uploadSender({ ledger, slots, now }: SenderParts): SendUpload {
  const inParts = sendInParts({ ledger, slots, direct: new DirectWay(now) });
  return (request) =>
    request.file.size > LARGEST_WHOLE_UPLOAD
      ? inParts(request)
      : slots.within(() => sendUpload(request));
}
