import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { isDialogOpen } from '#web/lib/in-dialog.ts';

/** Returns the state of the palette; Ctrl K opens it, even from a text field. */
export function usePalette() {
  const [used, setUsed] = useState(false);
  const [opened, { open, close }] = useDisclosure(false, { onOpen: () => setUsed(true) });
  useHotkeys([['mod+K', () => !isDialogOpen() && open()]], []);
  return { used, opened, open, close };
}
