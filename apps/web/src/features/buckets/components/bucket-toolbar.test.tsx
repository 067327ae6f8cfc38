import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { BucketToolbar } from './bucket-toolbar.tsx';

const nothing = () => undefined;

it('counts the selection with separators', async () => {
  await renderScreen(
    <BucketToolbar
      filter=""
      onFilter={nothing}
      order="name"
      onOrder={nothing}
      bulk
      onBulk={nothing}
      selected={1000}
      deleteRefusal={undefined}
      onDeleteSelected={nothing}
      replicationRefusal={undefined}
      onSetReplication={nothing}
      refreshing={false}
      onRefresh={nothing}
      onCreate={undefined}
    />,
  );
  expect(screen.getByRole('status')).toHaveTextContent('1,000 selected');
});
