import type { Usage } from '@/lib/billing';
import { formatCredits } from '../../../_components/credits';
import { formatDay } from './format-day';

export function DaysTable({ days }: { days: Usage['days'] }) {
  const used = days.filter(({ credits }) => credits > 0).reverse();
  return (
    <table className="mt-2 w-full max-w-sm">
      <caption className="sr-only">Credits spent by day, UTC, newest first. Days without usage are left out.</caption>
      <thead>
        <tr className="border-b text-xs text-muted-foreground">
          <th scope="col" className="py-1.5 text-left font-medium">
            Day
          </th>
          <th scope="col" className="py-1.5 text-right font-medium">
            Credits
          </th>
        </tr>
      </thead>
      <tbody>
        {used.map(({ day, credits }) => (
          <tr key={day} className="border-b last:border-b-0">
            <th scope="row" className="py-1.5 text-left font-normal">
              {formatDay(day)}
            </th>
            <td className="py-1.5 text-right">{formatCredits(credits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
