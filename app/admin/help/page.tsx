import type { Metadata } from 'next';
import { caseHelp, codeHelp, type Help } from '@/lib/billing/operator';
import { PageHeader } from '../../_components/page-header';
import { Card } from '../../_components/ui/card';
import { requireOperator } from '../../_session';

export const metadata: Metadata = { title: 'Runbook' };

export default async function HelpPage() {
  await requireOperator();
  return (
    <>
      <PageHeader
        title="Runbook"
        description="Each kind of case and each code of an error: what it means, what to do, and how to see that it is mended."
      />
      <div className="grid grid-cols-1 gap-8">
        <Sections title="Kinds of cases" help={caseHelp} />
        <Sections title="Codes of errors" help={codeHelp} />
      </div>
    </>
  );
}

function Sections({ title, help }: { title: string; help: Record<string, Help> }) {
  return (
    <section>
      <h2 className="mb-3 text-base font-semibold">{title}</h2>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {Object.entries(help).map(([code, { title: heading, means, whatToDo, mendedWhen }]) => (
          <Card key={code} id={code} className="min-w-0 scroll-mt-32 px-5 py-4 text-sm target:border-primary">
            <h3 className="font-semibold">{heading}</h3>
            <p className="mb-2 font-mono text-xs break-all text-muted-foreground">{code}</p>
            <div className="grid grid-cols-1 gap-2 break-words">
              <p>{means}</p>
              <p>{whatToDo}</p>
              <p className="text-muted-foreground">
                <span className="font-medium text-foreground">Mended when:</span> {mendedWhen}
              </p>
            </div>
          </Card>
        ))}
      </div>
    </section>
  );
}
