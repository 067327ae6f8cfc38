import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/**
 * Returns a mutation for a file that the server generates on request; cancelling or leaving the
 * page aborts it. It then resolves to undefined, which is not an error.
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
