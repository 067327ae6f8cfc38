import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import type { DataTableColumn, DataTableSort, RowAction } from './data-table-column.ts';
import { overscan, rowHeights, rowLimit } from './data-table-limits.ts';
import type { Selection } from './data-table-selection.ts';

interface Item {
  readonly name: string;
  readonly size: number;
  readonly owner: string;
}

const columns: readonly DataTableColumn<Item>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (item) => item.name,
    primary: true,
    sortable: true,
    sortValue: (item) => item.name,
  },
  {
    id: 'size',
    header: 'Size',
    cell: (item) => item.size,
    fact: true,
    align: 'end',
    sortable: true,
    sortValue: (item) => item.size,
  },
  { id: 'owner', header: 'Owner', cell: (item) => item.owner, hidden: true },
];

function items(count: number): readonly Item[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `item ${String(i).padStart(3, '0')}`,
    size: (i * 7) % count,
    owner: `owner ${i}`,
  }));
}

type TestTableProps = Partial<DataTableProps<Item>> & { readonly chosen?: (s: Selection) => void };

function TestTable({ chosen, ...props }: TestTableProps) {
  const [selection, setSelection] = useState<Selection>(new Set());
  const [sort, setSort] = useState<DataTableSort>({ column: 'name', descending: false });
  return (
    <DataTable
      id="items"
      label="Items"
      entity="items"
      columns={columns}
      rows={items(5)}
      rowKey={(item) => item.name}
      rowName={(item) => item.name}
      rowHref={(item) => `/items/${encodeURIComponent(item.name)}`}
      selection={selection}
      onSelectionChange={(next) => {
        setSelection(next);
        chosen?.(next);
      }}
      sort={sort}
      onSortChange={setSort}
      {...props}
    />
  );
}

const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) });

describe('columns', () => {
  it('offers "Shown Columns" [TABLE-01] and shows and hides by it [TABLE-02]', async () => {
    const { user } = await renderScreen(<TestTable />);
    expect(screen.queryByRole('columnheader', { name: 'Owner' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Shown Columns' }));
    const choices = await screen.findByRole('group', { name: 'Shown Columns' });
    await user.click(within(choices).getByRole('checkbox', { name: 'Owner' }));
    await user.click(within(choices).getByRole('checkbox', { name: 'Size' }));
    expect(screen.getByRole('columnheader', { name: 'Owner' })).toBeDefined();
    expect(screen.getByText('owner 3')).toBeDefined();
    expect(screen.queryByRole('columnheader', { name: 'Size' })).toBeNull();
    expect(within(choices).queryByRole('checkbox', { name: 'Name' })).toBeNull();
  });

  it('remembers the shown columns of each table', async () => {
    localStorage.setItem('columns:items', '{"size":false,"owner":true}');
    await renderScreen(<TestTable />);
    expect(screen.queryByRole('columnheader', { name: 'Size' })).toBeNull();
    expect(screen.getByRole('columnheader', { name: 'Owner' })).toBeDefined();
  });

  it.each(['no json', '[1]', '{"size":"x"}', 'null'])(
    'takes a stored %j as no choice',
    async (stored) => {
      localStorage.setItem('columns:items', stored);
      await renderScreen(<TestTable />);
      expect(screen.getByRole('columnheader', { name: 'Size' })).toBeDefined();
    },
  );

  it('sorts by a column, either way, and says so', async () => {
    const { user } = await renderScreen(<TestTable />);
    const size = screen.getByRole('columnheader', { name: 'Size' });
    expect(size.getAttribute('aria-sort')).toBe('none');
    await user.click(within(size).getByRole('button'));
    expect(size.getAttribute('aria-sort')).toBe('ascending');
    expect(names()).toEqual(['item 000', 'item 003', 'item 001', 'item 004', 'item 002']);
    await user.click(within(size).getByRole('button'));
    expect(size.getAttribute('aria-sort')).toBe('descending');
    expect(names()[0]).toBe('item 002');
  });
});

describe('rows', () => {
  it('selects rows by their boxes, all of them, and a range with Shift [TABLE-03]', async () => {
    const chosen = vi.fn();
    const { user } = await renderScreen(<TestTable chosen={chosen} />);
    const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
    await user.click(box('item 001'));
    expect(rowOf('item 001').getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{Shift>}');
    await user.click(box('item 003'));
    await user.keyboard('{/Shift}');
    expect(chosen).toHaveBeenLastCalledWith(new Set(['item 001', 'item 002', 'item 003']));
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(chosen.mock.lastCall?.[0].size).toBe(5);
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(chosen.mock.lastCall?.[0].size).toBe(0);
  });

  it('has an Options column with actions; dangerous ones only in the menu [TABLE-04]', async () => {
    const remove = vi.fn();
    const view = vi.fn();
    const actions: readonly RowAction<Item>[] = [
      { id: 'view', label: 'View', icon: null, onSelect: view },
      { id: 'delete', label: 'Delete', icon: null, danger: true, onSelect: remove },
    ];
    const { user } = await renderScreen(<TestTable rowActions={() => actions} />);
    expect(screen.getByRole('columnheader', { name: /Options/ })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'View item 002' }));
    expect(view).toHaveBeenCalledWith(expect.objectContaining({ name: 'item 002' }));
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Actions for item 002' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(remove).toHaveBeenCalledWith(expect.objectContaining({ name: 'item 002' }));
  });

  it('is 40 pixels high and draws 10 rows beyond the screen [TABLE-06] [TABLE-07]', async () => {
    await renderScreen(<TestTable rows={items(100_000)} />);
    const drawn = screen.getAllByRole('rowheader').length;
    expect(drawn).toBe(Math.ceil(window.innerHeight / 40) + 10);
    const rows = screen.getAllByRole('row').slice(1, 4);
    expect(rows.map((row) => row.style.transform)).toEqual([
      'translateY(0px)',
      'translateY(40px)',
      'translateY(80px)',
    ]);
    expect([rowHeights[1], overscan]).toEqual([40, 10]);
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('100001');
  });

  it('says what there is none of [TABLE-05]', async () => {
    await renderScreen(<TestTable rows={[]} />);
    expect(screen.getByText('There are no items yet.')).toBeDefined();
  });

  it('shows the screen’s own text when it is empty, and none of them while it loads', async () => {
    const { rerender } = await renderScreen(<TestTable rows={[]} empty="Nothing here" />);
    expect(screen.getByText('Nothing here')).toBeDefined();
    rerender(<div />);
    await renderScreen(<TestTable rows={[]} loading />);
    expect(screen.queryByText(/There are no/)).toBeNull();
    expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
  });

  it('leads where its name leads', async () => {
    const { user, history } = await renderScreen(<TestTable />);
    expect(screen.getByRole('link', { name: 'item 001' }).getAttribute('href')).toBe(
      '/items/item%20001',
    );
    await user.click(screen.getByText('4'));
    expect(history.location.pathname).toBe('/items/item%20002');
  });
});

describe('the keyboard', () => {
  it('moves, selects, opens and deletes', async () => {
    const onDelete = vi.fn();
    const chosen = vi.fn();
    const { user, history } = await renderScreen(<TestTable onDelete={onDelete} chosen={chosen} />);
    rowOf('item 000').focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(rowOf('item 001'));
    await user.keyboard(' ');
    expect(chosen).toHaveBeenLastCalledWith(new Set(['item 001']));
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(chosen).toHaveBeenLastCalledWith(new Set(['item 001', 'item 002', 'item 003']));
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
    expect(chosen).toHaveBeenLastCalledWith(new Set(['item 001', 'item 002']));
    await user.keyboard('{Control>}a{/Control}');
    expect(chosen.mock.lastCall?.[0].size).toBe(5);
    await user.keyboard('{Escape}');
    expect(chosen.mock.lastCall?.[0].size).toBe(0);
    await user.keyboard('{End}{Delete}');
    expect(onDelete).toHaveBeenCalledWith(expect.objectContaining({ name: 'item 004' }));
    await user.keyboard('{Home}{Enter}');
    expect(history.location.pathname).toBe('/items/item%20000');
  });

  it('has one row in the tab order, and goes into it with the arrows', async () => {
    const { user } = await renderScreen(<TestTable />);
    const stops = screen.getAllByRole('row').filter((row) => row.tabIndex === 0);
    expect(stops).toEqual([rowOf('item 000')]);
    rowOf('item 000').focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Select item 000' }));
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'item 000' }));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(rowOf('item 001'));
  });
});

describe('loading more', () => {
  it('asks for more when the end comes into sight, once at a time', async () => {
    const onReachEnd = vi.fn();
    await renderScreen(<TestTable hasMore onReachEnd={onReachEnd} />);
    expect(onReachEnd).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('-1');
  });

  it('does not ask while it loads, nor far from the end', async () => {
    const onReachEnd = vi.fn();
    await renderScreen(<TestTable hasMore loadingMore onReachEnd={onReachEnd} />);
    await renderScreen(<TestTable hasMore rows={items(500)} onReachEnd={onReachEnd} />);
    expect(onReachEnd).not.toHaveBeenCalled();
  });

  it('stops asking at 1,000,000 rows [TABLE-08]', async () => {
    const onReachEnd = vi.fn();
    expect(rowLimit).toBe(1_000_000);
    await renderScreen(<TestTable hasMore rowsBefore={999_995} onReachEnd={onReachEnd} />);
    expect(onReachEnd).not.toHaveBeenCalled();
    await renderScreen(<TestTable hasMore rowsBefore={999_994} onReachEnd={onReachEnd} />);
    expect(onReachEnd).toHaveBeenCalled();
  });

  it('asks for the rows before when they were let go', async () => {
    const onReachStart = vi.fn();
    await renderScreen(<TestTable rowsBefore={1000} onReachStart={onReachStart} />);
    expect(onReachStart).toHaveBeenCalledTimes(1);
    expect(rowOf('item 000').getAttribute('aria-rowindex')).toBe('1002');
  });
});
