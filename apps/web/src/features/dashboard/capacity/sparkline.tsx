import classes from './capacity.module.css';

const [WIDTH, HEIGHT] = [100, 24];

/** A small line chart without numbers, which are shown next to it. */
export function Sparkline({ values }: { readonly values: readonly (readonly [number, number])[] }) {
  const [first, last] = [values[0], values.at(-1)];
  if (!first || !last || first === last) return null;
  const sizes = values.map(([, size]) => size);
  const [low, high] = [Math.min(...sizes), Math.max(...sizes)];
  const x = (time: number) => (WIDTH * (time - first[0])) / (last[0] - first[0]);
  const y = (size: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - 2 - ((HEIGHT - 4) * (size - low)) / (high - low);
  const points = values.map(([time, size]) => `${x(time).toFixed(1)},${y(size).toFixed(1)}`);
  return (
    <svg
      className={classes.sparkline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
