import { useEffect, useEffectEvent, useState } from 'react';

function holdsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/**
 * Accepts files dropped anywhere on the page; true while some are dragged over it. If nothing can
 * be accepted, a drop is ignored instead of navigating to the file.
 */
export function useFileDrop(enabled: boolean, onDrop: (items: DataTransferItemList) => void) {
  const [over, setOver] = useState(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    // The next element under the pointer is entered before the previous one is left.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth += 1;
      setOver(enabled);
    };
    const leave = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const hold = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = enabled ? 'copy' : 'none';
    };
    const end = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      if (enabled && event.dataTransfer) drop(event.dataTransfer.items);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: hold, drop: end } as const;
    for (const [type, listener] of Object.entries(listeners)) {
      window.addEventListener(type as keyof typeof listeners, listener);
    }
    return () => {
      for (const [type, listener] of Object.entries(listeners)) {
        window.removeEventListener(type as keyof typeof listeners, listener);
      }
    };
  }, [enabled]);
  return over;
}
