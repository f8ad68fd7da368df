import { CopyButton } from './copy-button';
import { cn } from './ui/cn';

/** An id, monospaced and shortened in its middle; whole on hover, and copied whole. */
export function CopyableId({ id, label, className }: { id: string; label: string; className?: string }) {
  return (
    <span className={cn('inline-flex max-w-full items-center gap-0.5', className)}>
      <code className="truncate font-mono text-xs" title={id}>
        {shortId(id)}
      </code>
      <CopyButton text={id} label={label} />
    </span>
  );
}

/** Keeps what tells ids apart: the prefix and the end. */
export function shortId(id: string): string {
  return id.length <= 22 ? id : `${id.slice(0, 12)}…${id.slice(-6)}`;
}
