import { describe, expect, it } from 'vitest';
import type { MetricHistory, Sample } from './history.ts';
import { MetricSourceError } from './query.ts';
import { createSampler, type ReadPage, type SamplerOptions, samplesOf } from './sampler.ts';

function samplerWith(options: Partial<SamplerOptions> & { read?: ReadPage } = {}) {
  const kept: (readonly Sample[])[] = [];
  const failures: unknown[] = [];
  const pages: string[] = [];
  const history = {
    stepAt: async () => 15,
    keep: async (_at: number, samples: readonly Sample[]) => {
      kept.push(samples);
    },
  } as Pick<MetricHistory, 'stepAt' | 'keep'> as MetricHistory;
  const read: ReadPage = async (page, signal) => {
    pages.push(page);
    return options.read
      ? options.read(page, signal)
      : `minio_cluster_bucket_total{server="s"} 2\nother 1`;
  };
  const sampler = createSampler({
    history,
    reader: async () => read,
    isMine: async () => true,
    now: () => 1000,
    onFailure: (error) => failures.push(error),
    ...options,
  });
  return { sampler, kept, failures, pages, history };
}

describe('the sampler', () => {
  it('keeps what the dashboard asks for and nothing else', async () => {
    const { sampler, kept, pages } = samplerWith();
    await sampler.sample();
    expect(pages).toEqual(['cluster', 'node']);
    expect(kept[0]?.map(({ name, value }) => [name, value])).toEqual([
      ['minio_cluster_bucket_total', 2],
      ['minio_cluster_bucket_total', 2],
    ]);
    expect(sampler.state()).toEqual({ state: 'ok' });
  });

  it('reads the page of buckets every five minutes', async () => {
    const { sampler, pages, history } = samplerWith();
    history.stepAt = async () => 300;
    await sampler.sample();
    expect(pages).toContain('bucket');
  });

  it('waits without keys, and leaves it to the console that does it', async () => {
    const none = samplerWith({ reader: async () => undefined });
    await none.sampler.sample();
    expect(none.sampler.state()).toEqual({ state: 'waiting' });
    const other = samplerWith({ isMine: async () => false });
    await other.sampler.sample();
    expect(other.sampler.state()).toEqual({ state: 'elsewhere' });
    expect(other.pages).toEqual([]);
  });

  it('says that a server has no metrics', async () => {
    const { sampler } = samplerWith({ read: async () => undefined });
    await sampler.sample();
    expect(sampler.state()).toEqual({ state: 'unsupported' });
  });

  it('tells of a failure once, and goes on when it is over', async () => {
    let isBroken = true;
    const { sampler, failures, kept } = samplerWith({
      read: async () => {
        if (isBroken) throw new MetricSourceError('denied', 'no');
        return '';
      },
    });
    await sampler.sample();
    await sampler.sample();
    expect(failures).toHaveLength(1);
    expect(sampler.state()).toEqual({ state: 'failing', problem: 'denied' });
    isBroken = false;
    await sampler.sample();
    expect(sampler.state()).toEqual({ state: 'ok' });
    expect(kept).toHaveLength(1);
  });

  it('gives up a server that is too slow, and keeps nothing of half an answer', async () => {
    const { sampler, kept } = samplerWith({
      readMs: 5,
      read: async (page, signal) => {
        if (page === 'node') return 'minio_cluster_bucket_total 1';
        const { promise, reject } = Promise.withResolvers<string>();
        signal.addEventListener('abort', () =>
          reject(new MetricSourceError('unreachable', 'slow')),
        );
        return promise;
      },
    });
    await sampler.sample();
    expect(sampler.state()).toEqual({ state: 'failing', problem: 'unreachable' });
    expect(kept).toEqual([]);
  });

  it('says that nothing can be saved while the disk is full, and goes on when it is not', async () => {
    const { sampler, failures, history, kept } = samplerWith();
    const { keep } = history;
    history.keep = async () => {
      throw new Error('database or disk is full');
    };
    await sampler.sample();
    await sampler.sample();
    expect(sampler.state()).toEqual({ state: 'failing', problem: 'unsaved' });
    expect(failures).toHaveLength(1);
    history.keep = keep;
    await sampler.sample();
    expect(sampler.state()).toEqual({ state: 'ok' });
    expect(kept).toHaveLength(1);
  });

  it('takes a page of something else for no metrics', () => {
    expect(() => samplesOf('<html><body>Log in</body></html>')).toThrow(MetricSourceError);
  });

  it('takes no page without end', () => {
    expect(samplesOf('other 1\n'.repeat(1000))).toEqual([]);
    expect(() => samplesOf('other 1\n'.repeat(1_000_001))).toThrow(MetricSourceError);
  });

  it('keeps no value that is no number', () => {
    expect(
      samplesOf('minio_cluster_bucket_total NaN\nminio_cluster_bucket_total{a="b"} +Inf'),
    ).toEqual([]);
  });
});
