import type { PaidReport } from '@/lib/playground';
import { formatCredits } from '../../../_components/credits';
import { Card, CardHeader, CardTitle } from '../../../_components/ui/card';

export function ReportCard({ paid: { report, held, spent } }: { paid: PaidReport }) {
  return (
    <Card aria-labelledby="report">
      <CardHeader>
        <CardTitle id="report">Report</CardTitle>
      </CardHeader>
      <dl className="grid grid-cols-3 gap-3 px-5 pb-4 text-sm">
        <Fact term="Words" value={formatCredits(report.words)} />
        <Fact term="Sentences" value={formatCredits(report.sentences)} />
        <Fact term="Reading" value={`${formatCredits(report.readingMinutes)} min`} />
      </dl>
      {report.frequent.length > 0 ? (
        <ul aria-label="Frequent words" className="flex flex-wrap gap-1.5 border-t px-5 py-3 text-xs">
          {report.frequent.map(({ word, times }) => (
            <li key={word} className="rounded-sm bg-secondary px-1.5 py-0.5 break-all">
              {word} <span className="text-muted-foreground">{times}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="border-t px-5 py-3 text-sm text-muted-foreground" data-testid="report-cost">
        Held {formatCredits(held)}, spent {formatCredits(spent)}, {formatCredits(held - spent)} free again.
      </p>
    </Card>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-muted-foreground">{term}</dt>
      <dd className="mt-0.5 text-lg font-semibold">{value}</dd>
    </div>
  );
}
