import { LARGEST_WHOLE_UPLOAD } from '@stowage/domain/upload-parts';
import { type SendUpload, sendUpload } from '../send-upload.ts';
import type { Slots } from '../slots.ts';
import type { DirectWay } from './direct-way.ts';
import { sendInParts } from './send-in-parts.ts';
import type { UploadLedger } from './upload-ledger.ts';

interface SenderParts {
  readonly ledger: UploadLedger;
  readonly slots: Slots;
  readonly direct: DirectWay;
}

/** Sends small files in one request, larger ones in parts. */
export function uploadSender({ ledger, slots, direct }: SenderParts): SendUpload {
  const inParts = sendInParts({ ledger, slots, direct });
  return (request) =>
    request.file.size > LARGEST_WHOLE_UPLOAD
      ? inParts(request)
      : slots.within(() => sendUpload(request));
}
