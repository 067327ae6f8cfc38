import { Progress } from '@mantine/core';

interface BusyBarProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly color?: 'orange';
}

/** An indeterminate progress bar: it has no value, so none is announced. */
export function BusyBar({ label, className, color }: BusyBarProps) {
  return (
    <Progress.Root className={className ?? ''}>
      <Progress.Section
        value={100}
        animated
        withAria={false}
        role="progressbar"
        aria-label={label}
        {...(color && { color })}
      />
    </Progress.Root>
  );
}
