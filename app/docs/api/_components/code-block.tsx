import { CopyButton } from '../../../_components/copy-button';

/** Text to be copied as it is. It scrolls by key where it is too wide. */
export function CodeBlock({ children, label }: { children: string; label: string }) {
  return (
    <div className="relative rounded-lg border bg-muted">
      <CopyButton text={children} label={label} className="absolute top-2 right-2 bg-muted" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key. */}
      <section tabIndex={0} aria-label={label} className="overflow-x-auto p-4 pr-12">
        <pre className="font-mono text-xs leading-relaxed">{children}</pre>
      </section>
    </div>
  );
}
