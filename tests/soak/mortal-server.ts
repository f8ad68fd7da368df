import type { Step } from '@/lib/billing/context';
import { post, type ServerProcess, startServer } from '../support/server';
import type { createRandom } from './random';

const steps: [Step, ...Step[]] = ['verified', 'recorded', 'worked', 'settled', 'committed'];

/** A server that dies at some step of some delivery, again and again, and is started anew each time. */
export class MortalServer {
  deaths = 0;
  private life: Promise<ServerProcess>;

  constructor(
    private readonly databaseUrl: string,
    private readonly random: ReturnType<typeof createRandom>,
  ) {
    this.life = this.start();
  }

  /** What the sender hears: `no answer` when the server was dead, or died over it. */
  async post(body: Uint8Array): Promise<string> {
    const life = this.life;
    const server = await life;
    const answer = await post(server, { provider: 'stripe', body });
    if (answer === 'no answer' && this.life === life) {
      this.deaths += 1;
      this.life = server.stop().then(() => this.start());
    }
    return answer;
  }

  async stop(): Promise<void> {
    await (await this.life).stop();
  }

  private start(): Promise<ServerProcess> {
    const killAt = { step: this.random.pick(steps), nth: 1 + this.random.below(40) };
    return startServer({ databaseUrl: this.databaseUrl, steps: { killAt } });
  }
}
