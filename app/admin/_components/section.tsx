import type { ReactNode } from 'react';
import { Card, CardHeader, CardTitle } from '../../_components/ui/card';

interface SectionProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
  id?: string;
}

/** A titled card. */
export function Section({ title, actions, children, id }: SectionProps) {
  return (
    <Card id={id} className="min-w-0">
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        {actions}
      </CardHeader>
      {children}
    </Card>
  );
}

/** Where a card has nothing to show. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className="px-5 pb-5 text-sm text-muted-foreground">{children}</p>;
}

/** The facts of one thing, in as many columns as there is room for. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-4 px-5 pb-5 text-sm sm:grid-cols-2 lg:grid-cols-4">{children}</dl>;
}
