/** The door for whoever keeps the product running: schedules, probes and scrapers. */
import { env } from '../../env';
import { billingContext } from '../context';
import type { Drained } from '../drain';
import { type Admission, checkBearer } from './bearer';
import { drainBySchedule } from './cron';
import * as health from './health';
import { renderMetrics } from './metrics';

/** Whether `Authorization` carries `CRON_SECRET`. */
export function admitSchedule(authorization: string | null): Admission {
  return checkBearer(authorization, env.CRON_SECRET);
}

/** Whether `Authorization` carries `METRICS_TOKEN`. */
export function admitScraper(authorization: string | null): Admission {
  return checkBearer(authorization, env.METRICS_TOKEN);
}

/** One bounded pass over everything due. Throws when the database does not answer. */
export function runScheduledPass(options: { budgetMs: number }): Promise<Drained> {
  return drainBySchedule(billingContext(), options);
}

/** How the product stands, without a secret in it. */
export async function getHealth(): Promise<health.Health> {
  return health.getHealth(billingContext());
}

/** Everything there is to measure, in the text format of Prometheus. Throws when the database does not answer. */
export function getMetrics(): Promise<{ type: string; text: string }> {
  return renderMetrics(billingContext());
}
