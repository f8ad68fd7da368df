import { Card } from '../../_components/ui/card';
import { Skeleton } from '../../_components/ui/skeleton';

export default function BillingLoading() {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        Loading the billing
      </p>
      <Skeleton className="mb-2 h-7 w-24" />
      <Skeleton className="mb-7 h-4 w-80 max-w-full" />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Card className="grid h-80 content-start gap-4 p-5">
          <Skeleton className="h-4 w-16" />
          <Skeleton className="h-8 w-32" />
          <Skeleton className="h-32 w-full" />
        </Card>
        <Card className="h-80 p-5">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="mt-8 h-11 w-full" />
        </Card>
      </div>
    </div>
  );
}
