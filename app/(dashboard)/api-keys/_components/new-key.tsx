'use client';

import { useEffect, useRef } from 'react';
import { CopyButton } from '../../../_components/copy-button';

/** The key, this once. It takes the focus, so that nobody leaves without having noticed. */
export function NewKey({ secret }: { secret: string }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <div
      ref={notice}
      tabIndex={-1}
      role="status"
      className="mx-5 mb-4 grid gap-2 rounded-md bg-success-soft px-3 py-3 text-sm outline-offset-2"
    >
      <p className="font-medium text-success">Copy the key now: it is not shown again.</p>
      <div className="flex items-start gap-1">
        <code className="min-w-0 font-mono text-xs leading-6 break-all" data-testid="new-key">
          {secret}
        </code>
        <CopyButton text={secret} label="API key" />
      </div>
    </div>
  );
}
