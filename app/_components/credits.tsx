import { cn } from './ui/cn';

const whole = new Intl.NumberFormat('en-US');
const signed = new Intl.NumberFormat('en-US', { signDisplay: 'exceptZero' });

/** `1,000`; a debt is `−500`, with a real minus. */
export function formatCredits(credits: number): string {
  return whole.format(credits).replace('-', '−');
}

/** `+1,000` or `−500`. */
export function formatDelta(credits: number): string {
  return signed.format(credits).replace('-', '−');
}

/** A movement of the balance: what came in is coloured, what went out is not. */
export function CreditsDelta({ delta, className }: { delta: number; className?: string }) {
  return (
    <span className={cn('font-medium whitespace-nowrap', delta > 0 && 'text-success', className)}>
      {formatDelta(delta)}
    </span>
  );
}
