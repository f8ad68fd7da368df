import { cn } from '../../_components/ui/cn';

/** Text as it stands, that scrolls inside its box. */
export function ScrollText({ label, text, className }: { label: string; text: string; className?: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by key.
      tabIndex={0}
      className={cn('mx-5 mb-5 overflow-auto rounded-md bg-muted p-3', className)}
    >
      <pre className="font-mono text-xs">{text}</pre>
    </section>
  );
}
