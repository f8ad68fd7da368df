import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

export interface RunningProcess {
  child: ChildProcess;
  /** What it wrote so far. */
  stdout(): string;
  stderr(): string;
  /** Waits for a line of its output that starts so. Throws when it ends without one. */
  line(start: string): Promise<string>;
  /** Its exit code, or the signal that ended it, once all that share its output have ended too. */
  ended: Promise<number | NodeJS.Signals | null>;
}

interface RunOptions {
  env?: Record<string, string>;
  cwd?: string;
}

/** Runs a TypeScript file of the project in a process of its own, with these settings and none of ours. */
export function runScript(file: string, args: string[], options: RunOptions = {}): RunningProcess {
  return run([process.execPath, '--import', tsx, file, ...args], options);
}

/** As `runScript`, of what `bundle` made. */
export function runBundle(file: string, args: string[], options: RunOptions = {}): RunningProcess {
  return run([process.execPath, file, ...args], options);
}

/** The same as npm does it, through a shell. The process is the one in the place of npm. */
export function runAsNpm(file: string, args: string[], { env = {}, ...options }: RunOptions = {}): RunningProcess {
  const line = [process.execPath, '--import', tsx, file, ...args].map((word) => `'${word}'`).join(' ');
  const npm = "require('child_process').spawn('sh', ['-c', process.argv[1]], { stdio: 'inherit' })";
  return run([process.execPath, '-e', npm, line], { env: { npm_lifecycle_event: 'dev', ...env }, ...options });
}

function run([command = '', ...args]: string[], { env = {}, cwd = root }: RunOptions): RunningProcess {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(command, args, {
    cwd,
    env: { NODE_ENV: 'development', PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += String(chunk);
  });
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  const line = async (start: string) => {
    for (;;) {
      const complete = output.stdout.split('\n').slice(0, -1);
      const found = complete.find((text) => text.startsWith(start));
      if (found !== undefined) return found;
      const over = await Promise.race([once(child.stdout, 'data').then(() => false), ended.then(() => true)]);
      if (over) throw new Error(`${args.join(' ')} ended without the line: ${output.stderr}`);
    }
  };
  return { child, stdout: () => output.stdout, stderr: () => output.stderr, line, ended };
}
