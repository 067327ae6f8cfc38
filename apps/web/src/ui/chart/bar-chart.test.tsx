import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { saveText } from '#web/lib/save-text.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { BarChart } from './bar-chart.tsx';

vi.mock('#web/lib/save-text.ts', () => ({ saveText: vi.fn() }));

const bars = [
  { label: 'small', value: 30 },
  { label: 'large', value: 10 },
];

it('has its numbers beside the bars, as a table and as CSV', async () => {
  const { user } = await renderScreen(
    <BarChart label="Sizes" heads={['Size', 'Objects']} bars={bars} format={(n) => `${n} pcs`} />,
  );
  expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual([
    '30 pcs',
    '10 pcs',
  ]);
  await user.click(screen.getByRole('button', { name: 'Sizes as a table' }));
  expect(screen.getByRole('table', { name: 'Sizes' })).toBeInTheDocument();
  expect(screen.getByRole('row', { name: 'small 30 pcs' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Download Sizes as CSV' }));
  expect(saveText).toHaveBeenCalledWith(
    'Sizes.csv',
    '"Size","Objects"\r\n"small",30\r\n"large",10\r\n',
    'text/csv',
  );
});
