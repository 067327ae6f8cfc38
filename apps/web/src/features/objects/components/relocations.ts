import { IconArrowRight, IconCopy, IconForms } from '@tabler/icons-react';
import type { ObjectAbilities } from '#web/entities/object/object-abilities.ts';

/** Ways to relocate objects. */
export type Relocation = 'copy' | 'move' | 'rename';

interface RelocationEntry {
  readonly kind: Relocation;
  readonly Icon: typeof IconCopy;
}

const copy: RelocationEntry = { kind: 'copy', Icon: IconCopy };
const move: RelocationEntry = { kind: 'move', Icon: IconArrowRight };
const rename: RelocationEntry = { kind: 'rename', Icon: IconForms };

/** Returns those the caller has permissions for; permissions on the target are checked there. */
export function relocations(
  abilities: Pick<ObjectAbilities, 'download' | 'delete' | 'upload'>,
): readonly RelocationEntry[] {
  if (!abilities.download) return [];
  if (!abilities.delete) return [copy];
  return abilities.upload ? [copy, move, rename] : [copy, move];
}
