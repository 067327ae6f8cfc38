import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createQueryClient } from './query-client.ts';

/** A query whose loads are answered on demand, in any order. */
function heldQuery() {
  const client = createQueryClient();
  const loads: PromiseWithResolvers<string>[] = [];
  const options = {
    queryKey: ['held'],
    queryFn: () => {
      const load = Promise.withResolvers<string>();
      loads.push(load);
      return load.promise;
    },
  };
  onTestFinished(() => client.clear());
  return { client, loads, options };
}

describe('a change while something is loaded for the first time', () => {
  it('loads it again, and does not show what was read before', async () => {
    const { client, loads, options } = heldQuery();
    const observer = new QueryObserver(client, options);
    onTestFinished(observer.subscribe(() => undefined));
    const changed = client.invalidateQueries({ queryKey: options.queryKey });
    expect(loads).toHaveLength(2);
    loads[0]?.resolve('before the change');
    loads[1]?.resolve('after the change');
    await changed;
    expect(observer.getCurrentResult().data).toBe('after the change');
  });

  it('gives what came after it to whoever waits for the first load', async () => {
    const { client, loads, options } = heldQuery();
    onTestFinished(new QueryObserver(client, options).subscribe(() => undefined));
    const waiting = client.fetchQuery(options);
    void client.refetchQueries({ queryKey: options.queryKey });
    expect(loads).toHaveLength(2);
    loads[0]?.resolve('before the change');
    loads[1]?.resolve('after the change');
    expect(await waiting).toBe('after the change');
  });

  it('leaves the load alone where only that is asked for', async () => {
    const { client, loads, options } = heldQuery();
    onTestFinished(new QueryObserver(client, options).subscribe(() => undefined));
    const waiting = client.fetchQuery(options);
    const again = client.refetchQueries({ queryKey: options.queryKey }, { cancelRefetch: false });
    expect(loads).toHaveLength(1);
    loads[0]?.resolve('read once');
    await again;
    expect(await waiting).toBe('read once');
  });
});
