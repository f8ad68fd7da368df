import type { SubscriptionTimeline } from '@/lib/billing';
import { CopyableId } from '../../../_components/copyable-id';
import { Card, CardTitle } from '../../../_components/ui/card';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../_components/ui/tabs';
import { TimelinePicture } from './timeline-picture';
import { TimelineTable } from './timeline-table';
import type { PlanNames } from './transition-text';

export function TimelineCard({ timeline, names }: { timeline: SubscriptionTimeline; names: PlanNames }) {
  return (
    <Card aria-labelledby="timeline-title" className="px-5 pt-4 pb-5">
      <Tabs defaultValue="picture">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          <div className="min-w-0">
            <CardTitle id="timeline-title">Timeline</CardTitle>
            <CopyableId
              id={timeline.providerSubscriptionId}
              label="subscription id"
              className="mt-0.5 text-muted-foreground"
            />
          </div>
          <TabsList aria-label="Show the timeline as">
            <TabsTrigger value="picture">Picture</TabsTrigger>
            <TabsTrigger value="table">Table</TabsTrigger>
          </TabsList>
        </div>
        <TabsContent value="picture">
          <TimelinePicture timeline={timeline} names={names} />
        </TabsContent>
        <TabsContent value="table" className="max-h-96 overflow-y-auto">
          <TimelineTable timeline={timeline} names={names} />
        </TabsContent>
      </Tabs>
    </Card>
  );
}
