import { Card } from '../../_components/ui/card';
import { Skeleton } from '../../_components/ui/skeleton';

export default function DashboardLoading() {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        Loading the dashboard
      </p>
      <Skeleton className="mb-2 h-7 w-40" />
      <Skeleton className="mb-7 h-4 w-56" />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <Card className="h-[27rem] p-5">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="mt-3 h-10 w-44" />
          <Skeleton className="mt-8 h-64 w-full" />
        </Card>
        <Card className="grid gap-4 p-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-28 w-full" />
        </Card>
        <Card className="grid gap-4 p-5">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-8 w-full" />
          <Skeleton className="h-8 w-full" />
          <Skeleton className="h-8 w-full" />
        </Card>
      </div>
    </div>
  );
}
