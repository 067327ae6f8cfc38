import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import classes from './tile-grid.module.css';

/** One of the items a page links to. */
export interface Tile {
  readonly id: string;
  readonly name: string;
  /** Its description, in a sentence. */
  readonly about?: string | undefined;
  readonly icon: ComponentType<IconProps>;
  readonly to: string;
  /** Why it cannot be opened, in place of its description. */
  readonly refusal?: string | undefined;
  /** Shown below the description, such as tags; omitted if it cannot be opened. */
  readonly facts?: ReactNode;
}

function TileContent({ name, about, icon: Icon, refusal, facts }: Tile) {
  const text = refusal ?? about;
  return (
    <>
      <Icon size={22} stroke={1.6} aria-hidden />
      <span className={classes.name}>{name}</span>
      {text !== undefined && <span className={classes.about}>{text}</span>}
      {refusal === undefined && facts}
    </>
  );
}

/** Links as tiles, as many side by side as fit. */
export function TileGrid({ tiles }: { readonly tiles: readonly Tile[] }) {
  return (
    <ul className={classes.grid}>
      {tiles.map((tile) => (
        <li key={tile.id}>
          {tile.refusal === undefined ? (
            <RouterLink className={classes.tile} to={tile.to}>
              <TileContent {...tile} />
            </RouterLink>
          ) : (
            <div className={classes.tile} data-refused>
              <TileContent {...tile} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
