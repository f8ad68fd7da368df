import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { SectionHeading } from './section-heading';
import { StructuredData } from './structured-data';

export interface Question {
  question: string;
  answer: string;
}

interface QuestionsProps {
  title: string;
  intro: ReactNode;
  questions: readonly Question[];
}

/** Questions that open where they stand, and the same for search engines. */
export function Questions({ title, intro, questions }: QuestionsProps) {
  return (
    <section aria-labelledby="questions" className="border-t py-14">
      <SectionHeading id="questions" title={title}>
        {intro}
      </SectionHeading>
      <div className="divide-y rounded-lg border bg-card shadow-card">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group px-5">
            <summary className="flex list-none items-center justify-between gap-4 py-4 font-medium [&::-webkit-details-marker]:hidden">
              {question}
              <ChevronDown
                className="size-4 shrink-0 text-muted-foreground transition-transform group-open:rotate-180"
                aria-hidden="true"
              />
            </summary>
            <p className="max-w-3xl pb-5 text-pretty text-muted-foreground">{answer}</p>
          </details>
        ))}
      </div>
      <StructuredData
        data={{
          '@type': 'FAQPage',
          mainEntity: questions.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        }}
      />
    </section>
  );
}
