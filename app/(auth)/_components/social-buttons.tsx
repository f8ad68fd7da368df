import type { SignInWays } from '@/lib/auth';
import { SubmitButton } from '../../_components/submit-button';
import { signInWith } from '../actions';

const names = { google: 'Google', github: 'GitHub' };

/** Other sites that vouch for a visitor. */
export function SocialButtons({ sites, next }: { sites: SignInWays['sites']; next: string }) {
  if (sites.length === 0) return null;
  return (
    <div className="grid gap-2">
      {sites.map((site) => (
        <form key={site} action={signInWith}>
          <input type="hidden" name="provider" value={site} />
          <input type="hidden" name="next" value={next} />
          <SubmitButton className="w-full">Go on with {names[site]}</SubmitButton>
        </form>
      ))}
      <p className="mt-2 flex items-center gap-3 text-xs text-muted-foreground before:h-px before:grow before:bg-border after:h-px after:grow after:bg-border">
        or
      </p>
    </div>
  );
}
