import type { IncomingHttpHeaders } from 'node:http';
import type { LedgerCharge, NewCharge, PaymentLedger } from './ledger';

export interface Reply {
  status: number;
  body: unknown;
}

export interface OtherRequest {
  method: string;
  url: URL;
  body: string;
}

/** How one provider's interface speaks of the same ledger. */
export interface Dialect {
  isCharge(method: string, path: string): boolean;
  read(body: string, headers: IncomingHttpHeaders): NewCharge;
  show(charge: LedgerCharge): Reply;
  refuse(status: number, code: string): Reply;
  /** Look-ups, lists and withdrawals. Null: there is no such thing. */
  others(ledger: PaymentLedger, request: OtherRequest): Reply | null;
}
