import { z } from 'zod';
import { id } from './fields';
import { reader, told } from './reading';

/** https://docs.stripe.com/api/customers/object */
export const readCustomerDeleted = reader(z.object({ id }), (customer, { occurredAt }) =>
  told({ kind: 'customer_deleted', occurredAt, providerCustomerId: customer.id }),
);
