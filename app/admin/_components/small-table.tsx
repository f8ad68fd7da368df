/** Numbers in rows; the first column says what each row is about. */
export function SmallTable({ caption, heads, rows }: { caption: string; heads: string[]; rows: string[][] }) {
  return (
    <table className="w-full text-xs">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b text-muted-foreground">
          {heads.map((head, index) => (
            <th
              key={head}
              scope="col"
              className={index === 0 ? 'py-1.5 text-left font-medium' : 'py-1.5 text-right font-medium'}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...rest]) => (
          <tr key={first} className="border-b last:border-b-0">
            <th scope="row" className="py-1.5 text-left font-normal">
              {first}
            </th>
            {rest.map((value, index) => (
              <td key={heads[index + 1]} className="py-1.5 text-right">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
