import Link from 'next/link';
import { shortId } from '../../_components/copyable-id';
import { teamUrl } from './addresses';

/** A team by its name, or by its id where it is gone. */
export function TeamLink({ teamId, teamName }: { teamId: string; teamName: string | null }) {
  return (
    <Link href={teamUrl(teamId)} className="block truncate rounded-sm underline-offset-4 hover:underline">
      {teamName ?? shortId(teamId)}
    </Link>
  );
}
