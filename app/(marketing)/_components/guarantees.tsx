import { Badge, type Tone } from '../../_components/ui/badge';
import { Card } from '../../_components/ui/card';
import {
  Table,
  TableBody,
  TableCaption,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../_components/ui/table';
import { SectionHeading } from './section-heading';

interface Guarantee {
  happens: string;
  outcome: string;
  answer: string;
  tone: Tone;
}

const guarantees: Guarantee[] = [
  {
    happens: 'The same event comes ten times at once',
    outcome: 'One delivery is applied, nine find its receipt.',
    answer: '200 duplicate',
    tone: 'neutral',
  },
  {
    happens: 'A second event tells of the same payment',
    outcome: 'The payment is found under its own key. Nothing moves.',
    answer: '200 duplicate',
    tone: 'neutral',
  },
  {
    happens: 'The server dies after the work, before the answer',
    outcome: 'The retry finds everything done.',
    answer: '200 duplicate',
    tone: 'neutral',
  },
  {
    happens: 'The server dies in the middle of the work',
    outcome: 'Nothing was written. The retry does all of it.',
    answer: '200 applied',
    tone: 'success',
  },
  {
    happens: 'A refund comes before its payment',
    outcome: 'It waits, and is applied with the payment.',
    answer: '200 waiting',
    tone: 'warning',
  },
  {
    happens: 'Refunds and disputes come in any order',
    outcome: 'The balance ends at the same number.',
    answer: '200 applied',
    tone: 'success',
  },
  {
    happens: 'Nobody can say whom a payment is for',
    outcome: 'It is kept as an open case until a person decides. No payment disappears.',
    answer: '200 parked',
    tone: 'warning',
  },
  {
    happens: 'The signature is wrong, or too old',
    outcome: 'Refused before anything is stored.',
    answer: '400',
    tone: 'danger',
  },
  {
    happens: 'The database is down',
    outcome: 'No promise is made, so the provider sends it again.',
    answer: '503',
    tone: 'danger',
  },
];

export function Guarantees() {
  return (
    <section aria-labelledby="guarantees" className="border-t py-14">
      <SectionHeading id="guarantees" title="What holds, whatever happens">
        Each of these is held by a constraint of the database first and a test second. The lab in the demo lets you try
        them on a payment of your own.
      </SectionHeading>
      <Card>
        <Table>
          <TableCaption>What happens to a webhook, what Paidonce does, and how it answers</TableCaption>
          <TableHeader>
            <TableRow>
              <TableHead>It happens that</TableHead>
              <TableHead className="hidden sm:table-cell">Then</TableHead>
              <TableHead className="text-right">Answer</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {guarantees.map(({ happens, outcome, answer, tone }) => (
              <TableRow key={happens}>
                <TableCell className="font-medium">
                  {happens}
                  <span className="mt-0.5 block font-normal text-muted-foreground sm:hidden">{outcome}</span>
                </TableCell>
                <TableCell className="hidden text-muted-foreground sm:table-cell">{outcome}</TableCell>
                <TableCell className="text-right">
                  <Badge tone={tone}>{answer}</Badge>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Card>
    </section>
  );
}
