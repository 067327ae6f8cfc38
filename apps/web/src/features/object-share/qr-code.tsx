import { encode } from 'uqr';
import classes from './share-dialog.module.css';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  /** Shown instead if the text does not fit. */
  readonly tooLong: string;
}

/** Capacity in bytes of the largest code at the lowest error correction level. */
const MAX_BYTES = 2953;

/** A text as a QR code: dark on light, regardless of the colour scheme. */
export function QrCode({ text, label, tooLong }: QrCodeProps) {
  if (new TextEncoder().encode(text).length > MAX_BYTES) return <p role="note">{tooLong}</p>;
  const { data, size } = encode(text, { ecc: 'L', border: 4 });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      // Usually below the edge of the dialog; not every document can scroll.
      ref={(code) => code?.scrollIntoView?.({ block: 'nearest' })}
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={dark.join('')} />
    </svg>
  );
}
