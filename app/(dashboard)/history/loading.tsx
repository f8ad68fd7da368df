import { Card } from '../../_components/ui/card';
import { Skeleton } from '../../_components/ui/skeleton';

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export default function HistoryLoading() {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        Loading the history
      </p>
      <Skeleton className="mb-2 h-7 w-48" />
      <Skeleton className="mb-7 h-4 w-80 max-w-full" />
      <Skeleton className="mb-4 h-8 w-72 max-w-full" />
      <Card className="grid gap-5 p-5">
        {rows.map((row) => (
          <Skeleton key={row} className="h-6 w-full" />
        ))}
      </Card>
    </div>
  );
}
