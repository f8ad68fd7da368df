import { CircleCheck, CircleSlash, CircleX, Hourglass, type LucideIcon } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { CheckoutView } from '@/lib/billing';
import { Button } from '../../../_components/ui/button';
import { cn } from '../../../_components/ui/cn';

type State = CheckoutView['state'];

const looks: Record<State, { icon: LucideIcon; color: string }> = {
  open: { icon: Hourglass, color: 'text-muted-foreground' },
  pending: { icon: Hourglass, color: 'text-warning' },
  failed: { icon: CircleX, color: 'text-danger' },
  expired: { icon: CircleSlash, color: 'text-muted-foreground' },
  paid: { icon: CircleCheck, color: 'text-success' },
};

/** What every outcome looks like, of a purchase and of a subscription. */
export function OutcomeFrame({ state, children }: { state: State; children: ReactNode }) {
  const { icon: Icon, color } = looks[state];
  return (
    <div data-testid="outcome" data-state={state}>
      <Icon className={cn('mb-4 size-8', color)} aria-hidden="true" />
      {children}
    </div>
  );
}

export function Says({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-2 text-sm text-muted-foreground">{text}</p>
      <div className="mt-6 flex flex-wrap items-start gap-2">{children}</div>
    </>
  );
}

export function NextLink({ href, label, primary = false }: { href: string; label: string; primary?: boolean }) {
  // A page where something is paid is somebody else's, or talks to somebody else: it is loaded as a whole.
  const isOurs = href.startsWith('/');
  return (
    <Button asChild variant={primary ? 'primary' : 'outline'}>
      {isOurs ? <Link href={href}>{label}</Link> : <a href={href}>{label}</a>}
    </Button>
  );
}
