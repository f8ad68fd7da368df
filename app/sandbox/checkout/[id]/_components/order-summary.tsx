import type { HostedCheckout } from '@/lib/billing/lab';
import { formatMoney, type Money } from '@/lib/money';
import { readSite } from '@/lib/site';

interface Order extends Money {
  name: string;
  quantity: number;
  plan: HostedCheckout['plan'];
}

export function OrderSummary({ teamName, order }: { teamName: string; order: Order }) {
  const { name, quantity, amountMinor, currency, plan } = order;
  const { name: shop } = readSite();
  return (
    <section
      aria-labelledby="order-title"
      className="border-b bg-muted md:flex md:justify-end md:border-r md:border-b-0"
    >
      <div className="mx-auto flex w-full max-w-md flex-col justify-center px-6 py-8 md:mx-0 md:max-w-[29rem] md:px-12">
        <p className="text-sm font-semibold">Sandbox Pay</p>
        <h1 id="order-title" className="mt-6 text-sm text-muted-foreground md:mt-10">
          {plan ? `Subscribe to ${shop} ${name}` : `Pay ${shop}`}
        </h1>
        <p className="mt-1 flex items-baseline gap-2">
          <span className="text-4xl font-semibold tracking-tight">{formatMoney({ amountMinor, currency })}</span>
          {plan ? <span className="text-sm text-muted-foreground">a {plan.interval}</span> : null}
        </p>
        <dl className="mt-8 grid gap-3 border-t pt-5 text-sm">
          <div className="flex justify-between gap-4">
            <dt>
              {name}
              {quantity > 1 ? ` × ${quantity}` : ''}
            </dt>
            <dd>{formatMoney({ amountMinor, currency })}</dd>
          </div>
          <div className="flex justify-between gap-4 text-muted-foreground">
            <dt>For</dt>
            <dd className="truncate">{teamName}</dd>
          </div>
          <div className="flex justify-between gap-4 border-t pt-3 font-semibold">
            <dt>{plan ? 'Due today' : 'Total'}</dt>
            <dd>
              {formatMoney({ amountMinor, currency })} {currency}
            </dd>
          </div>
        </dl>
        {plan ? (
          <p className="mt-5 text-[0.8125rem] text-muted-foreground">
            Renews every {plan.interval} until it is canceled. With the trial the first {plan.trialDays} days are free.
          </p>
        ) : null}
      </div>
    </section>
  );
}
