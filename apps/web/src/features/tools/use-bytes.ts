import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/**
 * A file that the server makes while somebody waits: it is given up when they cancel or leave the
 * page. Gives undefined then, which is no failure.
 */
export function useBytes<Input>(load: (input: Input, signal: AbortSignal) => Promise<Blob>) {
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const loading = useMutation({
    mutationFn: async (input: Input) => {
      const controller = new AbortController();
      running.current = controller;
      try {
        return await load(input, controller.signal);
      } catch (error) {
        if (controller.signal.aborted) return undefined;
        throw error;
      }
    },
    gcTime: 0,
  });
  return { loading, cancel: () => running.current?.abort() };
}
