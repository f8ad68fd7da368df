import { Card } from '../../_components/ui/card';
import { Skeleton } from '../../_components/ui/skeleton';

export default function LabLoading() {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        Loading the lab
      </p>
      <Skeleton className="mb-2 h-7 w-20" />
      <Skeleton className="mb-7 h-4 w-96 max-w-full" />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <Card className="h-[36rem] p-5">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="mt-6 h-40 w-full" />
          <Skeleton className="mt-6 h-40 w-full" />
        </Card>
        <Card className="h-96 p-5">
          <Skeleton className="h-7 w-72 max-w-full" />
          <Skeleton className="mt-6 h-64 w-full" />
        </Card>
      </div>
    </div>
  );
}
