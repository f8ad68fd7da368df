'use client';

import { useTheme } from 'next-themes';
import { Toaster as Sonner, type ToasterProps } from 'sonner';

export function Toaster(props: ToasterProps) {
  const { theme } = useTheme();
  return (
    <Sonner
      theme={theme === 'light' || theme === 'dark' ? theme : 'system'}
      position="bottom-right"
      toastOptions={{
        classNames: {
          toast: '!rounded-md !border-border !bg-popover !text-popover-foreground !shadow-overlay !font-sans',
          description: '!text-muted-foreground',
        },
      }}
      {...props}
    />
  );
}
