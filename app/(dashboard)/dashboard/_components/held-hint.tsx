'use client';

import { CircleHelp } from 'lucide-react';
import { Tooltip, TooltipContent, TooltipTrigger } from '../../../_components/ui/tooltip';

export function HeldHint() {
  return (
    <Tooltip>
      <TooltipTrigger type="button" aria-label="What held means" className="rounded-full">
        <CircleHelp className="size-3.5" aria-hidden="true" />
      </TooltipTrigger>
      <TooltipContent>
        Reserved for jobs that are still running: part of the balance, not available to others.
      </TooltipContent>
    </Tooltip>
  );
}
