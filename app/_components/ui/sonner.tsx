'use client';

import { useTheme } from 'next-themes';
import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';
import { onToast, takeToasts } from '../toast';

export default function Sonner() {
  const { theme } = useTheme();

  useEffect(() => {
    const show = () => {
      for (const { kind, text } of takeToasts()) toast[kind](text);
    };
    show();
    return onToast(show);
  }, []);

  return (
    <Toaster
      theme={theme === 'light' || theme === 'dark' ? theme : 'system'}
      position="bottom-right"
      toastOptions={{
        classNames: {
          toast: '!rounded-md !border-border !bg-popover !text-popover-foreground !shadow-overlay !font-sans',
          description: '!text-muted-foreground',
        },
      }}
    />
  );
}
