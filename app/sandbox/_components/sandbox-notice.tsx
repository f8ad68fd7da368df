import { FlaskConical } from 'lucide-react';

export function SandboxNotice() {
  return (
    <p className="flex min-h-10 items-center justify-center gap-2 border-b bg-warning-soft px-4 py-2 text-center text-[0.8125rem] font-medium text-warning">
      <FlaskConical className="size-4 shrink-0" aria-hidden="true" />
      Sandbox, no real money. This page stands for the provider’s own.
    </p>
  );
}
