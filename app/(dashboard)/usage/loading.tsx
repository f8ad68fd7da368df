import { Card } from '../../_components/ui/card';
import { Skeleton } from '../../_components/ui/skeleton';

export default function UsageLoading() {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        Loading the usage
      </p>
      <Skeleton className="mb-2 h-7 w-32" />
      <Skeleton className="mb-7 h-4 w-80 max-w-full" />
      <Skeleton className="mb-4 h-8 w-56" />
      <Card className="p-5">
        <Skeleton className="mb-6 h-14 w-40" />
        <Skeleton className="h-40 w-full" />
      </Card>
    </div>
  );
}
