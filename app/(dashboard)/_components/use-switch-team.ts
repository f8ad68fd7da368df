'use client';

import { useTransition } from 'react';
import { toast } from '../../_components/toast';
import { switchTeam } from '../actions';

/** Works in another team from now on, beginning on its dashboard. */
export function useSwitchTeam(): (teamId: string) => void {
  const [, start] = useTransition();
  return (teamId) =>
    start(async () => {
      const { error } = await switchTeam(teamId);
      if (error !== null) toast.error(error);
    });
}
