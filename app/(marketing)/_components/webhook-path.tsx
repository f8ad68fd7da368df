import { cn } from '../../_components/ui/cn';
import { SectionHeading } from './section-heading';

interface Step {
  title: string;
  text: string;
  /** How the path can end here, and with which answer. */
  exit: { status: string; text: string };
}

const before: Step[] = [
  { title: 'Raw bytes', text: 'Read as they were sent', exit: { status: '413', text: 'over 1 MiB' } },
  { title: 'Verify', text: 'Signature and age', exit: { status: '400', text: 'nothing is stored' } },
  { title: 'Normalize', text: 'Five dialects, one event', exit: { status: '200', text: 'unreadable: kept as a case' } },
];
const transaction: Step[] = [
  { title: 'Receipt', text: 'Insert it, or find it', exit: { status: '200', text: 'found: a duplicate' } },
  { title: 'Apply', text: 'The fact, then the ledger', exit: { status: '200', text: 'failed: undone, tried again' } },
  { title: 'Settle', text: 'What became of it', exit: { status: '200', text: 'waits for what it lacks' } },
];
const after: Step[] = [
  { title: 'Commit', text: 'Only then the answer', exit: { status: '503', text: 'no commit: it is sent again' } },
];

/** The path of one webhook, drawn: seven steps, three of them in one transaction, and every way out. */
export function WebhookPath() {
  return (
    <section aria-labelledby="path" className="scroll-mt-6 border-t py-14">
      <SectionHeading id="path" title="The path of one webhook">
        Receipt and work share one transaction. A crash leaves both or neither, so a retry either finds the work done or
        does all of it.
      </SectionHeading>
      <figure className="rounded-lg border bg-card p-4 shadow-card sm:p-6">
        <ol className="grid gap-3 lg:grid-cols-[3fr_3.3fr_1fr] lg:gap-4" aria-label="Steps">
          <Stage steps={before} title="Your endpoint" first={1} />
          <Stage steps={transaction} title="One transaction" first={4} framed />
          <Stage steps={after} title="Answer" first={7} />
        </ol>
        <figcaption className="mt-5 flex flex-wrap gap-x-6 gap-y-1 text-xs text-muted-foreground">
          <span>Boxes: what happens, in order.</span>
          <span>Below each: how the path can end there, and the HTTP status that the provider gets.</span>
        </figcaption>
      </figure>
    </section>
  );
}

interface StageProps {
  steps: Step[];
  title: string;
  first: number;
  framed?: boolean;
}

function Stage({ steps, title, first, framed = false }: StageProps) {
  return (
    <li className={cn('rounded-lg p-3', framed && 'bg-accent')}>
      <p className={cn('mb-2.5 text-xs font-medium', framed ? 'text-accent-foreground' : 'text-muted-foreground')}>
        {title}
      </p>
      <ol start={first} className="grid gap-3 lg:auto-cols-fr lg:grid-flow-col">
        {steps.map((step, position) => (
          <StepBox key={step.title} step={step} number={first + position} connector={connectorOf(first, position)} />
        ))}
      </ol>
    </li>
  );
}

/** The line from the box before: none to the very first, a longer one from stage to stage. */
function connectorOf(first: number, position: number): string {
  if (position > 0) return 'lg:before:-left-3.25 lg:before:w-3';
  return first === 1 ? 'lg:before:hidden' : 'lg:before:-left-10.25 lg:before:w-10';
}

interface StepBoxProps {
  step: Step;
  number: number;
  connector: string;
}

function StepBox({ step: { title, text, exit }, number, connector }: StepBoxProps) {
  return (
    <li className="flex min-w-0 gap-3 lg:block">
      <div
        className={cn(
          'relative flex-1 rounded-md border bg-card px-3 py-2.5 lg:min-h-19 lg:before:absolute lg:before:top-1/2 lg:before:h-px lg:before:bg-muted-foreground/60',
          connector,
        )}
      >
        <p className="flex items-baseline gap-1.5 text-sm font-semibold">
          <span className="text-xs font-normal text-muted-foreground">{number}</span> {title}
        </p>
        <p className="mt-0.5 text-xs text-muted-foreground">{text}</p>
      </div>
      <div className="flex flex-1 items-center gap-1.5 lg:mt-1 lg:flex-col lg:items-start lg:gap-1">
        <ExitArrow />
        <p className="text-xs text-muted-foreground lg:pl-1">
          <code className="mr-1 font-mono font-medium text-foreground">{exit.status}</code>
          {exit.text}
        </p>
      </div>
    </li>
  );
}

/** Points to the way out: to the right on a narrow screen, down on a wide one. */
function ExitArrow() {
  return (
    <svg
      viewBox="0 0 20 12"
      aria-hidden="true"
      className="h-3 w-5 shrink-0 fill-none stroke-muted-foreground lg:ml-1.5 lg:h-5 lg:w-3 lg:[&_.down]:block [&_.down]:hidden lg:[&_.right]:hidden"
    >
      <path
        className="right"
        d="M1 6h16m-4-4 4 4-4 4"
        strokeWidth="1.25"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        className="down"
        d="M10 -3v16m-5-5 5 5 5-5"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
