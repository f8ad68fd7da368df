import { defaultDataFolder, loadEnvFiles, portSetting } from './launch/environment';
import { readArguments } from './webhook/arguments';
import { prepareDelivery } from './webhook/delivery';
import { runWebhookCommand } from './webhook/errors';
import { sendAll } from './webhook/send';

/**
 * `npm run webhook -- send <provider> <file.json> [--times n] [--parallel n] [--event-id id] [--secret s] [--url u]`:
 * signs a captured payload as its provider would, each delivery at its own time, and posts it. Ends with 1 when one was
 * not answered 2xx, with 2 when it could not even be tried.
 */
void runWebhookCommand(async () => {
  const request = readArguments(process.argv.slice(2));
  loadEnvFiles('development');
  const url = request.url ?? `http://127.0.0.1:${portSetting()}/api/webhooks/${request.provider}`;
  const delivery = await prepareDelivery({ ...request, url }, defaultDataFolder);
  return sendAll(delivery, request, console.log);
});
