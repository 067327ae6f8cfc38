import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import type uPlot from 'uplot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { TimeChart } from './time-chart.tsx';

const made = vi.hoisted((): FakePlot[] => []);

interface FakePlot {
  options: uPlot.Options;
  data: uPlot.AlignedData;
  scales: { x: { min: number; max: number } };
  reset: boolean[];
  destroyed: boolean;
}

vi.mock('uplot', () => ({
  default: class {
    options: uPlot.Options;
    data: uPlot.AlignedData;
    scales = { x: { min: 100, max: 101 } };
    reset: boolean[] = [];
    destroyed = false;
    constructor(options: uPlot.Options, data: uPlot.AlignedData) {
      this.options = options;
      this.data = data;
      made.push(this);
    }
    setData(data: uPlot.AlignedData, reset: boolean) {
      this.data = data;
      this.reset.push(reset);
    }
    setSize() {}
    destroy() {
      this.destroyed = true;
    }
  },
}));

const series = [{ label: 'Changes', values: [3, 4] }];
const chart = (
  <TimeChart
    label="Changes per second"
    times={[100, 101]}
    series={series}
    format={(value) => `${value} c`}
    group="watch"
  />
);

/** A chart of one point, and then of two. */
function GrowingChart() {
  const [grown, setGrown] = useState(false);
  const one = { times: [100], series: [{ label: 'a', values: [3] }] };
  const two = { times: [100, 101], series: [{ label: 'a', values: [3, 4] }] };
  return (
    <>
      <button type="button" onClick={() => setGrown(true)}>
        Grow
      </button>
      <TimeChart {...chart.props} {...(grown ? two : one)} />
    </>
  );
}

beforeEach(() => {
  document.documentElement.style.setProperty('--st-series-1', 'navy');
});
afterEach(() => {
  made.length = 0;
  document.documentElement.removeAttribute('style');
});

/** Returns the plot once it has been drawn. */
async function plotted(): Promise<FakePlot> {
  await waitFor(() => expect(made).toHaveLength(1));
  return made[0] as FakePlot;
}

/** Returns the plot, zoomed into a span by dragging. */
async function zoom(min: number, max: number) {
  const plot = await plotted();
  plot.scales.x = { min, max };
  const [hook] = plot.options.hooks?.setScale ?? [];
  act(() => hook?.(plot as unknown as uPlot, 'x'));
  return plot;
}

describe('a chart over time', () => {
  it('takes the colours of the theme, shares the cursor and zooms by dragging', async () => {
    await renderScreen(chart);
    const { options, data } = await plotted();
    expect(data).toEqual([
      [100, 101],
      [3, 4],
    ]);
    expect(options.series[1]).toMatchObject({ label: 'Changes', stroke: 'navy' });
    expect(options.cursor).toMatchObject({ sync: { key: 'watch' }, drag: { x: true } });
  });

  it('has a table for screen readers', async () => {
    await renderScreen(chart);
    const table = screen.getByRole('table', { name: 'Changes per second' });
    expect(table).toHaveTextContent('3 c');
    expect(screen.getAllByRole('row')).toHaveLength(3);
  });

  it('says its newest values to readers, and has all as a table when it is asked for', async () => {
    const long = [
      { label: 'a', values: [3, null] },
      { label: 'b', values: [1, 4] },
    ];
    const { user } = await renderScreen(<TimeChart {...chart.props} series={long} tools />);
    const figure = screen.getByRole('figure', { name: 'Changes per second' });
    expect(figure).toHaveTextContent('Newest values: a 3 c and b 4 c.');
    await user.click(screen.getByRole('button', { name: 'Changes per second as a table' }));
    expect(screen.getByRole('table', { name: 'Changes per second' })).toHaveTextContent('4 c');
  });

  it('says the day of a time where the times are of several', async () => {
    // Noon of days in mid-month, which is the same month in every contributor's time zone.
    const times = [14.5 * 86_400, 16.5 * 86_400];
    const long = { ...chart.props, times, series: [{ label: 'a', values: [1, 2] }] };
    await renderScreen(<TimeChart {...long} />);
    expect(screen.getAllByRole('rowheader', { name: /1\d Jan 1970/ })).toHaveLength(2);
  });

  it('keeps a zoomed span until all is wanted again', async () => {
    const { user } = await renderScreen(chart);
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
    const plot = await zoom(100, 100.5);
    await waitFor(() => expect(plot.reset).toEqual([false]));
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(plot.reset).toEqual([false, true]));
  });

  it('takes the air beside a single point for no zoom: further points come into view', async () => {
    const { user } = await renderScreen(<GrowingChart />);
    const plot = await zoom(40, 160);
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Grow' }));
    await waitFor(() => expect(plot.reset).toEqual([true]));
  });

  it('ends with its screen', async () => {
    const { unmount } = await renderScreen(chart);
    await plotted();
    unmount();
    expect(made.map(({ destroyed }) => destroyed)).toEqual([true]);
  });
});
