import type { Metadata } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { apiUrl, listOperations, problems } from '@/lib/api';
import { Logo } from '../../_components/logo';
import { ThemeSwitch } from '../../_components/theme-switch';
import { Card } from '../../_components/ui/card';
import { CodeBlock } from './_components/code-block';
import { OperationCard } from './_components/operation-card';
import { ProblemsTable } from './_components/problems-table';

export const metadata: Metadata = {
  title: 'HTTP API',
  description: 'Read a team’s credits and spend them from servers of your product.',
};

/** The API in words, drawn from the same definitions that its calls are checked against. */
export default function ApiDocsPage() {
  return (
    <>
      <header className="border-b">
        <div className="mx-auto flex h-14 max-w-4xl items-center justify-between gap-4 px-4 sm:px-6">
          <Link href="/" aria-label="Home">
            <Logo />
          </Link>
          <div className="flex items-center gap-3 text-sm">
            <Link href="/api-keys" className="text-muted-foreground hover:text-foreground">
              API keys
            </Link>
            <ThemeSwitch />
          </div>
        </div>
      </header>
      <main className="mx-auto max-w-4xl px-4 py-8 sm:px-6 sm:py-12">
        <h1 className="text-3xl font-semibold tracking-tight">HTTP API</h1>
        <p className="mt-3 max-w-2xl text-pretty text-muted-foreground">
          For servers of your product: read what a team has, spend it, or hold it while a job runs. The machine-readable
          document is at{' '}
          <a href="/api/v1/openapi.json" className="text-accent-foreground underline underline-offset-4">
            /api/v1/openapi.json
          </a>
          .
        </p>
        <Section id="call" title="A call">
          <CodeBlock label="Spending five credits">{`curl ${apiUrl()}/credits/spend \\
  -H "Authorization: Bearer $PAIDONCE_KEY" \\
  -H "Idempotency-Key: job-4711" \\
  -H "Content-Type: application/json" \\
  -d '{"credits": 5, "reason": "Transcription", "ref": "job-4711"}'`}</CodeBlock>
          <ul className="mt-4 list-disc space-y-2 pl-5 text-sm text-pretty text-muted-foreground">
            <li>A key belongs to one team. Owners make and revoke keys; a key is shown once.</li>
            <li>
              Every write needs an <code className="font-mono">Idempotency-Key</code>. The same request again gets the
              same answer with <code className="font-mono">Idempotency-Replayed: true</code>, and nothing is spent
              twice; another request under that key is refused with 409. After a time-out, send it again.
            </li>
            <li>
              <code className="font-mono">RateLimit-Limit</code>, <code className="font-mono">-Remaining</code> and{' '}
              <code className="font-mono">-Reset</code> (seconds) are on every answer; 429 says{' '}
              <code className="font-mono">Retry-After</code>.
            </li>
            <li>A body is one JSON object of at most 64 KiB. Fields that are not known are refused.</li>
          </ul>
        </Section>
        <Section id="operations" title="What there is">
          <div className="grid gap-4">
            {listOperations().map((operation) => (
              <OperationCard key={operation.path} operation={operation} />
            ))}
          </div>
        </Section>
        <Section id="problems" title="What can go wrong">
          <p className="mb-4 max-w-2xl text-sm text-pretty text-muted-foreground">
            Every other answer is <code className="font-mono">application/problem+json</code> with a{' '}
            <code className="font-mono">code</code> that stays the same. A refused call has done nothing.
          </p>
          <Card>
            <ProblemsTable problems={problems} />
          </Card>
        </Section>
      </main>
    </>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="mb-4 text-lg font-semibold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  );
}
