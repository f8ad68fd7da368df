import type { ReactNode } from 'react';
import { Card } from '../../_components/ui/card';

interface AuthFrameProps {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Under the card: the other way to go on. */
  footer?: ReactNode;
}

/** One thing to do about an account. */
export function AuthFrame({ title, description, children, footer }: AuthFrameProps) {
  return (
    <>
      <Card aria-labelledby="title" className="grid gap-5 p-6 sm:p-7">
        <div>
          <h1 id="title" className="text-xl font-semibold tracking-tight">
            {title}
          </h1>
          {description ? <div className="mt-1.5 text-sm text-muted-foreground">{description}</div> : null}
        </div>
        {children}
      </Card>
      {footer ? <p className="mt-4 text-center text-sm text-muted-foreground">{footer}</p> : null}
    </>
  );
}
