import { LaunchError } from '../launch/errors';

/** What keeps a delivery from being tried, as one sentence for the person who typed the command. */
export class WebhookCommandError extends Error {
  override readonly name = 'WebhookCommandError';
}

/** Runs the command and ends with its exit code; what was typed or set wrongly ends with 2. */
export async function runWebhookCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    const isExpected = error instanceof WebhookCommandError || error instanceof LaunchError;
    console.error(isExpected ? error.message : error);
    process.exitCode = isExpected ? 2 : 1;
  }
}
