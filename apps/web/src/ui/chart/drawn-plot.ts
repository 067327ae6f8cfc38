import type uPlot from 'uplot';
import { drawInTurn, dropTurn } from './draw-turns.ts';

/** The data and dimensions of a plot. */
export interface PlotState {
  /** Identifies the plot's options: if they change, the plot is recreated. */
  readonly made: string;
  readonly data: uPlot.AlignedData;
  /** Whether to keep the visible span when new data arrives. */
  readonly keepSpan: boolean;
  /** Pixels; the width is 0 while unknown. */
  readonly width: number;
  readonly height: number;
}

/** A plot that is created and drawn in turn with the page's other plots. */
export class DrawnPlot {
  #plot: uPlot | undefined;
  #state: PlotState | undefined;

  /** @param make creates the plot from the state at its turn */
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

/** Applies all changes to a plot, which are drawn together. */
function change(plot: uPlot, state: PlotState, before: PlotState): void {
  const { data, keepSpan, width, height } = state;
  if (data !== before.data || keepSpan !== before.keepSpan) plot.setData(data, !keepSpan);
  if (width > 0 && (plot.width !== width || plot.height !== height)) {
    plot.setSize({ width, height });
  }
}
