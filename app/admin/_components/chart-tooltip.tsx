/** What a picture says where the pointer is. */
export function ChartTooltip({ title, lines }: { title: string; lines: { label: string; value: string }[] }) {
  return (
    <div className="rounded-md border bg-popover px-3 py-2 text-xs text-popover-foreground shadow-overlay">
      <p className="mb-1.5 font-medium">{title}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-1 [&_dd]:text-right [&_dt]:text-muted-foreground">
        {lines.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
