import { Progress } from '@mantine/core';

interface BusyBarProps {
  readonly label: string;
  readonly className?: string | undefined;
}

/** Moves while something runs whose end is not known: without a value, so none is announced. */
export function BusyBar({ label, className }: BusyBarProps) {
  return (
    <Progress.Root className={className ?? ''}>
      <Progress.Section
        value={100}
        animated
        withAria={false}
        role="progressbar"
        aria-label={label}
      />
    </Progress.Root>
  );
}
