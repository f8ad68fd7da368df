import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getInvitation, type InvitationView } from '@/lib/teams';
import { roleWords } from '../../../_components/role-words';
import { Button } from '../../../_components/ui/button';
import { idOf } from '../../../_id';
import { findSession } from '../../../_session';
import { AuthFrame } from '../../_components/auth-frame';
import { AnswerForms } from './_components/answer-forms';
import { SignInFirst } from './_components/sign-in-first';

export const metadata: Metadata = { title: 'Invitation' };

export default async function InvitationPage({ params }: { params: Promise<{ id: string }> }) {
  const id = idOf((await params).id) ?? notFound();
  const session = await findSession();
  const invitation = (await getInvitation(id, session)) ?? notFound();
  const { teamName, inviterName, role } = invitation;
  return (
    <AuthFrame
      title={`Join ${teamName}`}
      description={`${inviterName} invites you. Your role would be ${roleWords[role].label}. ${roleWords[role].description}`}
    >
      <NextStep invitation={invitation} account={session?.isAnonymous === false ? (session.email ?? '') : null} />
    </AuthFrame>
  );
}

const past: Record<Exclude<InvitationView['state'], 'open'>, string> = {
  accepted: 'This invitation was accepted.',
  declined: 'This invitation was declined. Ask for a new one if that was a mistake.',
  withdrawn: 'This invitation was withdrawn. Ask whoever sent it for a new one.',
  expired: 'This invitation has expired. Ask whoever sent it for a new one.',
};

/** `account` is the address of who is signed in; null for a visitor. */
function NextStep({ invitation, account }: { invitation: InvitationView; account: string | null }) {
  const { id, state, isForReader, isMember } = invitation;
  if (isMember)
    return (
      <div className="grid gap-4 text-sm">
        <p>You are in this team.</p>
        <Button asChild variant="primary" className="w-fit">
          <Link href="/dashboard">Go to the dashboard</Link>
        </Button>
      </div>
    );
  if (state !== 'open') return <p className="text-sm">{past[state]}</p>;
  if (!isForReader) return <SignInFirst path={`/invitations/${id}`} account={account} />;
  return <AnswerForms invitationId={id} />;
}
