import type { FieldView } from '@/lib/api';

export function FieldsTable({ caption, fields }: { caption: string; fields: readonly FieldView[] }) {
  return (
    <table className="mt-1 w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <tbody>
        {fields.map(({ name, type, isRequired, description }) => (
          <tr key={name} className="align-top">
            <th scope="row" className="w-32 py-1 pr-3 text-left font-mono text-xs leading-5 font-medium sm:w-40">
              {name}
              {isRequired ? '' : '?'}
              <span className="block font-normal text-muted-foreground sm:hidden">{type}</span>
            </th>
            <td className="hidden w-20 py-1 pr-3 font-mono text-xs leading-5 text-muted-foreground sm:table-cell">
              {type}
            </td>
            <td className="py-1 text-pretty text-muted-foreground">{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
