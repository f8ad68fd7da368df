import { CopyButton } from '../../_components/copy-button';
import { SectionHeading } from './section-heading';

const commands = [
  {
    command: 'npm ci && npm run dev',
    text: 'The app, an embedded Postgres and the sandbox on http://localhost:3000.',
  },
  {
    command: 'npm ci && npm test',
    text: 'Every promise above, on a real Postgres that the tests start themselves.',
  },
];

export function Commands() {
  return (
    <section aria-labelledby="commands" className="border-t py-14">
      <SectionHeading id="commands" title="Two commands">
        Node and npm are all it needs: no key, no account, no Docker.
      </SectionHeading>
      <ul className="grid gap-4 md:grid-cols-2">
        {commands.map(({ command, text }) => (
          <li key={command} className="rounded-lg border bg-card p-4 shadow-card">
            <div className="flex items-center justify-between gap-3 rounded-md bg-muted py-2 pr-2 pl-3.5">
              <code className="overflow-x-auto font-mono text-sm whitespace-nowrap">{command}</code>
              <CopyButton text={command} label="command" />
            </div>
            <p className="mt-3 text-[0.8125rem] text-muted-foreground">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
