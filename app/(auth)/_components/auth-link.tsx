import Link from 'next/link';
import type { ComponentProps } from 'react';

export function AuthLink(props: ComponentProps<typeof Link>) {
  return <Link className="rounded-sm text-accent-foreground underline underline-offset-4" {...props} />;
}
