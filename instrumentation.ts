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
  // Next reads this file for its edge runtime too, and warns of whatever only Node has.
  const { startBackgroundWork } = await import('@/lib/background');
  await startBackgroundWork();
}
