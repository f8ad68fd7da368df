import { Badge } from '../../_components/ui/badge';

const deliveries = Array.from({ length: 10 }, (_, index) => ({ number: index + 1, applied: index === 0 }));

/** A picture of the promise: ten deliveries of one payment, and the one line that they wrote. */
export function TenDeliveries() {
  return (
    <div
      role="img"
      aria-label="Ten deliveries of one payment: the first is applied, nine are duplicates. The ledger has one line, plus 1,000 credits."
      className="overflow-hidden rounded-lg border bg-card text-card-foreground shadow-overlay"
    >
      <div aria-hidden="true">
        <p className="border-b px-5 py-3.5 text-lg font-semibold tracking-tight">Delivered 10 times, paid once.</p>
        <ol className="grid grid-cols-2 gap-x-6 px-5 py-3 text-[0.8125rem]">
          {deliveries.map(({ number, applied }) => (
            <li key={number} className="flex items-center justify-between gap-2 py-1">
              <span className="whitespace-nowrap text-muted-foreground">No. {number}</span>
              <span className="flex items-center gap-2">
                <code className="hidden font-mono text-xs text-muted-foreground sm:inline">200</code>
                <Badge tone={applied ? 'success' : 'neutral'}>{applied ? 'applied' : 'duplicate'}</Badge>
              </span>
            </li>
          ))}
        </ol>
        <div className="border-t bg-muted px-5 py-3.5">
          <p className="mb-1.5 text-xs text-muted-foreground">Ledger</p>
          <p className="flex items-center justify-between text-sm">
            <span className="flex items-center gap-2.5">
              <Badge tone="success">Purchase</Badge> 1,000 credits
            </span>
            <span className="font-medium text-success">+1,000</span>
          </p>
        </div>
      </div>
    </div>
  );
}
