import Link from 'next/link';
import { Logo } from './_components/logo';
import { Button } from './_components/ui/button';

export const metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-6 py-16">
      <Logo className="mb-8" />
      <h1 className="text-2xl font-semibold tracking-tight">There is nothing at this address</h1>
      <p className="mt-2 text-sm text-muted-foreground">
        It may have been mistyped, or it belongs to another team. Your credits and payments are not affected.
      </p>
      <div className="mt-6 flex gap-2">
        <Button asChild variant="primary">
          <Link href="/dashboard">Go to the dashboard</Link>
        </Button>
        <Button asChild variant="ghost">
          <Link href="/">Start page</Link>
        </Button>
      </div>
    </main>
  );
}
