import { CircleAlert } from 'lucide-react';
import type { Problem } from '../_problems';

const sentences: Record<Problem, string> = {
  no_billing_account: 'There is no billing account yet: it begins with the first purchase.',
  shared_billing_account:
    'Whoever pays for this team pays for another one too, and the provider’s page would show both. Somebody who manages the billing of both can open it; else please tell support.',
  document_unavailable: 'The provider has no document for this payment yet. Try again later, or look in its portal.',
  provider_unavailable: 'The payment provider does not answer right now. Nothing was changed; try again in a minute.',
  provider_refused: 'The payment provider refused to open its page. Nothing was changed; please tell support.',
};

export function ProblemNotice({ problem }: { problem: Problem | null }) {
  if (problem === null) return null;
  return (
    <p role="alert" className="mb-6 flex items-start gap-3 rounded-lg bg-warning-soft px-4 py-3 text-sm text-warning">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      {sentences[problem]}
    </p>
  );
}
