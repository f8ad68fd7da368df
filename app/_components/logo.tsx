import { readSite } from '@/lib/site';
import { cn } from './ui/cn';

interface LogoProps {
  className?: string;
  /** Where a phone has no room for the name, only the picture. */
  isShortOnPhones?: boolean;
}

/** Two deliveries, one of which counts. */
export function Logo({ className, isShortOnPhones = false }: LogoProps) {
  return (
    <span className={cn('inline-flex items-center gap-2 font-semibold tracking-tight', className)}>
      <svg viewBox="0 0 24 24" className="size-6 shrink-0" aria-hidden="true">
        <circle cx="9.5" cy="12" r="7" className="fill-primary" />
        <circle cx="14.5" cy="12" r="7" className="fill-none stroke-primary" strokeWidth="2" strokeDasharray="3 2.5" />
      </svg>
      <span className={isShortOnPhones ? 'max-sm:sr-only' : undefined}>{readSite().name}</span>
    </span>
  );
}
