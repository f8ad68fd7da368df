/** Begins the background work of a single server. Ends the process where it cannot begin. */
export async function startBackgroundWork(): Promise<void> {
  try {
    const { startDraining } = await import('./billing/drain-interval');
    startDraining();
  } catch (error) {
    // Next would go on without it, and answer every request with 500.
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
