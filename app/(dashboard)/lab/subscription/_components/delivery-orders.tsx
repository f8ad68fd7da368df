import { orderLabels } from './labels';

/** How the messages of what comes next are delivered. */
export function DeliveryOrders({ order, onChange }: { order: string; onChange(order: string): void }) {
  return (
    <fieldset className="border-b px-2 pt-3 pb-2">
      <legend className="float-left mb-1 w-full px-2 text-xs font-medium text-muted-foreground">
        Deliver the messages
      </legend>
      {Object.entries(orderLabels).map(([name, { label, hint }]) => (
        <label
          key={name}
          className="flex cursor-pointer items-baseline gap-2.5 rounded-md px-2 py-1 text-sm transition-colors hover:bg-muted"
        >
          <input
            type="radio"
            name="delivery"
            value={name}
            defaultChecked={order === name}
            onChange={() => onChange(name)}
            className="translate-y-px accent-primary"
          />
          <span className="font-medium">{label}</span>
          <span className="ml-auto text-xs text-muted-foreground">{hint}</span>
        </label>
      ))}
    </fieldset>
  );
}
