/**
 * Traces, where somebody collects them, and the background pass inside a single server. A deployment on functions has no
 * process to run that in.
 */
export async function register(): Promise<void> {
  if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) {
    const { registerOTel } = await import('@vercel/otel');
    registerOTel({ serviceName: process.env.OTEL_SERVICE_NAME || 'paidonce' });
  }
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.VERCEL) return;
  try {
    const { startDraining } = await import('@/lib/billing/drain-interval');
    startDraining();
  } catch (error) {
    // Next would go on without it, and answer every request with 500.
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
