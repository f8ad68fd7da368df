import Link from 'next/link';

/** What the only owner of a team can do instead of leaving it. */
export function BeforeLeaving({ hasOthers }: { hasOthers: boolean }) {
  return (
    <p className="text-sm">
      {hasOthers ? (
        <>
          <Way href="#hand-over">Hand it over</Way> to another member first, or <Way href="#delete">delete it</Way>.
        </>
      ) : (
        <>
          <Way href="/members">Invite somebody</Way> and hand it over to them once they have joined, or{' '}
          <Way href="#delete">delete it</Way>.
        </>
      )}
    </p>
  );
}

function Way({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="text-accent-foreground underline underline-offset-4">
      {children}
    </Link>
  );
}
