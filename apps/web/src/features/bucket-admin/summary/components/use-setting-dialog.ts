import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/** Whether the dialog of a setting is open, and how it loads the setting again. */
export function useSettingDialog<State>(query: UseQueryResult<State>) {
  const [opened, setOpened] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  return {
    open: () => {
      setWasOpened(true);
      setOpened(true);
    },
    /** For dialogs whose code is loaded when they are first opened. */
    wasOpened,
    props: {
      opened,
      onClose: () => setOpened(false),
      onReload: async () => (await query.refetch()).data,
    },
  };
}
