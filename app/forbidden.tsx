import Link from 'next/link';
import { Logo } from './_components/logo';
import { Button } from './_components/ui/button';

export const metadata = { title: 'Not allowed' };

export default function Forbidden() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-6 py-16">
      <Logo className="mb-8" />
      <h1 className="text-2xl font-semibold tracking-tight">Your role does not allow this</h1>
      <p className="mt-2 text-sm text-muted-foreground">
        Ask an owner of your team for a role that does. Nothing was changed.
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
