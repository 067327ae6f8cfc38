import type uPlot from 'uplot';
import { drawInTurn, dropTurn } from './draw-turns.ts';

/** What a plot shows, and how. */
export interface PlotState {
  /** Names what it is made with: another is another plot. */
  readonly made: string;
  readonly data: uPlot.AlignedData;
  /** It keeps the span that it shows when new data comes. */
  readonly keepSpan: boolean;
  /** Pixels; of the width 0 while it is not known. */
  readonly width: number;
  readonly height: number;
}

/** A plot that is made and drawn in turn with the others of the page. */
export class DrawnPlot {
  #plot: uPlot | undefined;
  #state: PlotState | undefined;

  /** @param make makes the plot as it is to be when it is its turn */
  show(state: PlotState, make: () => uPlot | undefined): void {
    drawInTurn(this, () => {
      const before = this.#state;
      this.#state = state;
      if (this.#plot !== undefined && before?.made === state.made) {
        change(this.#plot, state, before);
        return;
      }
      this.#plot?.destroy();
      this.#plot = make();
    });
  }

  end(): void {
    dropTurn(this);
    this.#plot?.destroy();
    this.#plot = undefined;
  }
}

/** All that is changed is drawn together. */
function change(plot: uPlot, state: PlotState, before: PlotState): void {
  const { data, keepSpan, width, height } = state;
  if (data !== before.data || keepSpan !== before.keepSpan) plot.setData(data, !keepSpan);
  if (width > 0 && (plot.width !== width || plot.height !== height)) {
    plot.setSize({ width, height });
  }
}
