import Link from 'next/link';
import { SubmitButton } from '../../../../_components/submit-button';
import { Button } from '../../../../_components/ui/button';
import { signOut } from '../../../../(dashboard)/actions';

interface SignInFirstProps {
  /** Where to come back to. */
  path: string;
  /** The address of the account that is signed in; null for a visitor. */
  account: string | null;
}

/** An invitation is for the address that it was sent to. */
export function SignInFirst({ path, account }: SignInFirstProps) {
  const next = new URLSearchParams({ next: path });
  if (account !== null)
    return (
      <div className="grid gap-4 text-sm">
        <p>
          It was sent to another address than <strong className="font-medium break-all">{account}</strong>. Sign out,
          open the link again, and sign in with the address that it was sent to.
        </p>
        <form action={signOut}>
          <SubmitButton>Sign out</SubmitButton>
        </form>
      </div>
    );
  return (
    <div className="grid gap-4 text-sm">
      <p>Sign in with the address that the invitation was sent to, or make an account for it.</p>
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="primary">
          <Link href={`/sign-up?${next}`}>Create an account</Link>
        </Button>
        <Button asChild>
          <Link href={`/sign-in?${next}`}>Sign in</Link>
        </Button>
      </div>
    </div>
  );
}
