import { ENABLE } from './notify-subsystems.ts';
import { onOff } from './on-off.ts';
import { COMMENT, type Subsystem } from './subsystem.ts';
import { checkText } from './value-checks.ts';

/** Which objects are stored compressed: see docs/adr/0066-compression.md. */
export const COMPRESSION: Subsystem = {
  name: 'compression',
  description: 'compression of new objects on the drives',
  dynamic: true,
  keys: [
    { ...ENABLE, description: 'whether new objects are compressed' },
    {
      key: 'extensions',
      default: '.txt,.log,.csv,.json,.tar,.xml,.bin',
      type: 'csv',
      description: 'file extensions of the objects to compress, * for all',
      problem: checkText(4096, /^(\*|\.[^\s,]+)(,(\*|\.[^\s,]+))*$/),
    },
    {
      key: 'mime_types',
      default: 'text/*,application/json,application/xml,binary/octet-stream',
      type: 'csv',
      description: 'content types of the objects to compress, with * as a wildcard',
      problem: checkText(4096, /^[^\s,/]+\/[^\s,/]+(,[^\s,/]+\/[^\s,/]+)*$/),
    },
    onOff('allow_encryption', 'whether encrypted objects are compressed too'),
    COMMENT,
  ],
};
