import { createHash } from 'node:crypto';

/** What a card does with a charge. */
export type CardRule =
  | { status: 'succeeded' | 'processing' | 'action_required' }
  | { status: 'failed'; declineCode: string };

/** A charge as the payment service holds it. Only one that succeeded moved money. */
export interface LedgerCharge {
  paymentId: string;
  status: 'succeeded' | 'processing' | 'action_required' | 'failed';
  code: string | null;
  declineCode: string | null;
  operationId: string;
  key: string;
  customerId: string;
  methodId: string;
  amountMinor: number;
  currency: string;
  metadata: Record<string, string>;
  at: Date;
}

export type NewCharge = Omit<LedgerCharge, 'paymentId' | 'status' | 'code' | 'declineCode' | 'at'>;

/** What one request to charge came to. */
export type Charged =
  | { kind: 'charge'; charge: LedgerCharge; isReplayed: boolean }
  | { kind: 'stored_failure' }
  | { kind: 'conflict' };

const day = 86_400_000;

/**
 * What a payment service remembers: each request that came in, and apart from it each effect that was committed. Keys
 * are stored with their answer, atomically with the effect, and are pruned a day later.
 */
export class PaymentLedger {
  readonly deliveries: { key: string; operationId: string; at: Date }[] = [];
  readonly charges: LedgerCharge[] = [];
  /** Bodies of requests for a page that saves a card. */
  readonly setups: string[] = [];
  /** Customers that were deleted. */
  readonly gone = new Set<string>();
  readonly rules = new Map<string, CardRule>();
  /** A receiver that ignores keys charges each time. */
  isProtected = true;
  private readonly answers = new Map<string, { hash: string; at: Date; charge: LedgerCharge | null }>();

  constructor(readonly now: () => Date) {}

  /** Money that moved: the charges that succeeded. */
  commits(operationId?: string): LedgerCharge[] {
    return this.charges.filter(
      ({ status, operationId: of }) => status === 'succeeded' && (operationId === undefined || of === operationId),
    );
  }

  charge(request: NewCharge): Charged {
    const at = this.now();
    const held = this.isProtected ? this.held(request.key, at) : null;
    const hash = hashOf(request);
    if (held && held.hash !== hash) return { kind: 'conflict' };
    if (held)
      return held.charge ? { kind: 'charge', charge: held.charge, isReplayed: true } : { kind: 'stored_failure' };
    const charge = this.commit(request, at);
    this.answers.set(request.key, { hash, at, charge });
    return { kind: 'charge', charge, isReplayed: false };
  }

  /** An error of the service's own that it stores and replays, as Stripe does. */
  storeFailure(request: NewCharge): void {
    this.answers.set(request.key, { hash: hashOf(request), at: this.now(), charge: null });
  }

  find(paymentId: string): LedgerCharge | null {
    return this.charges.find((charge) => charge.paymentId === paymentId) ?? null;
  }

  /** What became of a charge that was not final. */
  end(paymentId: string, status: 'succeeded' | 'failed', declineCode: string | null = null): LedgerCharge | null {
    const charge = this.find(paymentId);
    if (charge && (charge.status === 'processing' || charge.status === 'action_required'))
      Object.assign(charge, { status, declineCode, code: status === 'failed' ? 'canceled' : null });
    return charge;
  }

  private held(key: string, at: Date) {
    const stored = this.answers.get(key);
    if (!stored || at.getTime() - stored.at.getTime() >= day) return null;
    return stored;
  }

  private commit(request: NewCharge, at: Date): LedgerCharge {
    const rule = this.rules.get(request.methodId) ?? { status: 'succeeded' };
    const isDeclined = rule.status === 'failed';
    const charge = {
      ...request,
      paymentId: `pay_${this.charges.length + 1}`,
      status: rule.status,
      code: isDeclined ? 'card_declined' : null,
      declineCode: isDeclined ? rule.declineCode : null,
      at,
    };
    this.charges.push(charge);
    return charge;
  }
}

function hashOf(request: NewCharge): string {
  const { metadata, ...rest } = request;
  const canonical = JSON.stringify([Object.entries(rest).sort(), Object.entries(metadata).sort()]);
  return createHash('sha256').update(canonical).digest('hex');
}
