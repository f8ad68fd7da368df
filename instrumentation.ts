/** Runs the background pass inside a single server. A deployment on functions has no process to run it in. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.VERCEL) return;
  const { startDraining } = await import('@/lib/billing/drain-interval');
  startDraining();
}
