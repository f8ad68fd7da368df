import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getOperationStory, type OperationStory } from '@/lib/billing/operator';
import { CopyableId } from '../../../_components/copyable-id';
import { Day } from '../../../_components/day';
import { Detail } from '../../../_components/detail';
import { PageHeader } from '../../../_components/page-header';
import { exactTime } from '../../../_components/relative-time';
import { requireOperator } from '../../../_session';
import { decodePart, subscriptionUrl } from '../../_components/addresses';
import { ClockBadge } from '../../_components/clocks-table';
import { None } from '../../_components/none';
import { OperationAmount, OperationBadge } from '../../_components/operations-table';
import { Facts, Nothing, Section } from '../../_components/section';
import { codeWord, providerWord } from '../../_components/words';
import { AttemptsTable } from './_components/attempts-table';
import { OperationDeeds } from './_components/operation-deeds';

export const metadata: Metadata = { title: 'Charge' };

export default async function OperationPage({ params }: { params: Promise<{ id: string }> }) {
  await requireOperator();
  const story = await getOperationStory(decodePart((await params).id));
  if (!story) notFound();
  const { operation, attempts } = story;
  return (
    <>
      <PageHeader
        title={`Cycle ${operation.cycleNo} of ${operation.teamName}`}
        description={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <OperationBadge operation={operation} />
            {providerWord(operation.provider)}
            <CopyableId id={operation.id} label="charge id" />
          </span>
        }
      />
      <div className="grid grid-cols-1 gap-6">
        <HowItStands story={story} />
        <Section title="Every time it was sent or looked up">
          {attempts.length > 0 ? <AttemptsTable attempts={attempts} /> : <Nothing>It was not sent yet.</Nothing>}
        </Section>
      </div>
    </>
  );
}

function HowItStands({ story }: { story: OperationStory }) {
  const { operation, clock } = story;
  const { nextAttemptAt, refundDueAt, refundedAt, errorCode, providerPaymentId } = operation;
  return (
    <Section title="How it stands" actions={<OperationDeeds story={story} />}>
      <Facts>
        <Detail term="Amount">
          <OperationAmount operation={operation} />
        </Detail>
        <Detail term="For">{operation.item ? codeWord(operation.item) : <None />}</Detail>
        <Detail term="Period">
          <Day at={operation.periodStart} /> to <Day at={operation.periodEnd} />
        </Detail>
        <Detail term="Subscription">
          <Link href={subscriptionUrl(operation.subscriptionId)} className="rounded-sm underline underline-offset-4">
            From receipt to message
          </Link>
        </Detail>
        <Detail term="Try, attempts">
          {operation.tryNo}, {operation.tryAttempts} of {operation.maxAttempts}
        </Detail>
        <Detail term="Next">{nextAttemptAt ? exactTime(nextAttemptAt) : <None />}</Detail>
        <Detail term="Last answer">{errorCode ? codeWord(errorCode) : <None />}</Detail>
        <Detail term="Payment">
          {providerPaymentId ? <CopyableId id={providerPaymentId} label="payment id" /> : <None />}
        </Detail>
        <Detail term="Refund">
          {refundedAt ? `Given back ${exactTime(refundedAt)}` : refundDueAt ? 'Due' : <None />}
        </Detail>
        <Detail term="Clock">{clock ? <ClockBadge clock={clock} /> : <None />}</Detail>
      </Facts>
    </Section>
  );
}
