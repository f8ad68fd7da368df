import { CalendarClock, CircleAlert, Clock, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SubscriptionView } from '@/lib/billing';
import { accessReason } from '../../_components/access-words';
import { Day } from '../../_components/day';
import { PortalLink } from '../../_components/portal-link';
import { cn } from '../../_components/ui/cn';

interface Notice {
  tone: 'accent' | 'warning' | 'danger';
  icon: LucideIcon;
  title: string;
  text: ReactNode;
  /** What the link to where it is managed says. */
  action: string;
}

const tones: Record<Notice['tone'], string> = {
  accent: 'bg-accent text-accent-foreground',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
};

interface SubscriptionBannerProps {
  subscription: SubscriptionView | undefined;
  /** Whether whoever sees it may do something about it. */
  mayManage: boolean;
}

/** What the team should know of its subscription before it finds out: nothing while all is well. */
export function SubscriptionBanner({ subscription, mayManage }: SubscriptionBannerProps) {
  const notice = subscription ? noticeOf(subscription) : null;
  if (!subscription || !notice) return null;
  const { tone, icon: Icon, title, text, action } = notice;
  return (
    <div
      role="status"
      data-testid="subscription-banner"
      className={cn('mb-6 flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg px-4 py-3 text-sm', tones[tone])}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-60">
        <strong className="font-semibold">{title}</strong> {text}
      </p>
      {mayManage ? (
        <PortalLink subscription={subscription} className="font-medium underline underline-offset-4">
          {action}
        </PortalLink>
      ) : null}
    </div>
  );
}

function noticeOf(subscription: SubscriptionView): Notice | null {
  const { access, next, status } = subscription;
  if (status === 'paused')
    return {
      ...{ tone: 'warning', icon: Clock, title: 'Your subscription is paused.', action: 'End the pause' },
      text: 'Access is restricted and nothing is charged meanwhile.',
    };
  if (access.level === 'grace') return grace(access.until);
  if (access.level === 'restricted')
    return {
      ...{ tone: 'danger', icon: CircleAlert, title: 'Access is restricted.', action: 'Settle it' },
      text: `${accessReason(access)} Paying what is owed brings everything back.`,
    };
  if (next.kind === 'payment_outstanding')
    return {
      ...{ tone: 'warning', icon: TriangleAlert, title: 'A payment is outstanding.', action: 'Fix the card' },
      text: accessReason(access),
    };
  if (next.kind === 'ends')
    return {
      ...{ tone: 'warning', icon: CalendarClock, title: 'Your plan will end.', action: 'Resume' },
      text: (
        <>
          It keeps working until <Day at={next.at} /> and is not renewed.
        </>
      ),
    };
  if (next.kind === 'trial_converts')
    return {
      ...{ tone: 'accent', icon: CalendarClock, title: 'You are in a trial.', action: 'Manage' },
      text: (
        <>
          It ends on <Day at={next.at} />; then the first period is charged.
        </>
      ),
    };
  return null;
}

function grace(until: string | null): Notice {
  return {
    ...{ tone: 'warning', icon: TriangleAlert, title: 'A payment failed.', action: 'Fix the card' },
    text:
      until === null ? (
        'Everything keeps working for now.'
      ) : (
        <>
          Everything keeps working until <Day at={until} />.
        </>
      ),
  };
}
