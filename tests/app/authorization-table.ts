import type { Tenancy } from '../support/tenancy';
import type { Who } from '../support/who';

export type Row = Readonly<Record<Who, string>>;

function all(answer: string): Row {
  const staff = { owner: answer, billing: answer, member: answer };
  return { ...staff, stranger: answer, demo: answer, operator: answer, visitor: answer };
}

const everybody = all('let_in');
/** Whoever is signed in, for their own team. */
const signedIn: Row = { ...everybody, visitor: 'sign_in' };
/** Owners and who pays, for their own team. */
const payers: Row = { ...signedIn, member: 'forbidden' };
/** Owners, for their own team. */
const owners: Row = { ...payers, billing: 'forbidden' };
/** Operators; to everybody else there is nothing. */
const operators: Row = { ...all('not_found'), operator: 'let_in' };
/** Who is in the team that the thing belongs to; to others it is not there. */
const ownThing: Row = { ...signedIn, stranger: 'not_found', demo: 'not_found', operator: 'not_found' };
/** Whoever has an account; a demo's visitor is asked to make one. */
const accounts: Row = { ...signedIn, demo: 'sign_up' };
/** A part of the public demo, which this one is not. */
const demoOnly: Row = { ...all('not_found'), member: 'forbidden', visitor: 'sign_in' };
const ownPaidThing: Row = { ...ownThing, member: 'forbidden' };
const nobody = all('not_found');
/** Not by a session: by a key in the header. */
const byKey = all('unauthorized');
const notServed = all('status 405');

const methods = (file: string, rows: Record<string, Row>): Record<string, Row> =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [`${file}#${name}`, row]));
const not = (...names: string[]): Record<string, Row> => Object.fromEntries(names.map((name) => [name, notServed]));
const pages = (row: Row, ...files: string[]): Record<string, Row> =>
  Object.fromEntries(files.map((file) => [`${file}.tsx`, row]));
const actions = (row: Row, file: string, ...names: string[]): Record<string, Row> =>
  Object.fromEntries(names.map((name) => [`${file}.ts#${name}`, row]));

/** Who is answered what, by what is asked. Actions: who may ask, for their own team. */
export const table: Readonly<Record<string, Row>> = {
  ...pages(
    everybody,
    'layout',
    '(dashboard)/lab/layout',
    '(marketing)/page',
    '(marketing)/pricing/page',
    'docs/api/page',
  ),
  ...methods('opengraph-image.tsx', { default: everybody }),
  ...methods('robots.ts', { default: everybody }),
  ...methods('sitemap.ts', { default: everybody }),
  ...actions(everybody, '(marketing)/actions', 'openDemo'),

  ...pages(everybody, '(auth)/layout', '(auth)/check-mail/page', '(auth)/forgot-password/page'),
  ...pages(everybody, '(auth)/magic-link/page', '(auth)/reset-password/page', '(auth)/sign-in/page'),
  ...pages(everybody, '(auth)/sign-up/page', '(auth)/two-factor/page', '(auth)/verify-email/page'),
  ...actions(everybody, '(auth)/actions', 'signIn', 'signUp', 'signInWith', 'verifyCode'),
  ...actions(everybody, '(auth)/link-actions', 'sendSignInLink', 'requestReset', 'resetPassword'),
  ...actions(everybody, '(auth)/link-actions', 'openSignInLink', 'confirmAddress'),
  ...pages(everybody, '(auth)/invitations/[id]/page'),
  ...actions(signedIn, '(auth)/invitations/[id]/actions', 'acceptAction', 'declineAction'),

  ...pages(signedIn, '(dashboard)/layout', '(dashboard)/dashboard/page', '(dashboard)/history/page'),
  ...pages(signedIn, '(dashboard)/subscription/page', '(dashboard)/usage/page', '(dashboard)/playground/page'),
  ...pages(signedIn, '(dashboard)/settings/page', '(dashboard)/settings/team/page', '(dashboard)/members/page'),
  ...pages(signedIn, '(dashboard)/teams/new/page', '(dashboard)/billing/page', '(dashboard)/settings/layout'),
  ...pages(signedIn, '(dashboard)/settings/account/page', '(dashboard)/settings/security/page'),
  ...pages(owners, '(dashboard)/api-keys/page'),
  ...pages(ownPaidThing, '(dashboard)/lab/page', '(dashboard)/lab/subscription/page'),
  ...pages(payers, '(dashboard)/lab/renewals/page'),
  ...pages(demoOnly, '(dashboard)/lab/operations/page', '(dashboard)/lab/operations/[eventId]/page'),
  ...methods('(dashboard)/history/export/route.ts', { GET: signedIn }),
  ...methods('(dashboard)/billing/portal/route.ts', { GET: payers }),
  ...methods('(dashboard)/billing/invoices/[id]/route.ts', { GET: ownPaidThing }),
  ...actions(everybody, '(dashboard)/actions', 'signOut', 'switchTeam'),
  ...actions(signedIn, '(dashboard)/playground/actions', 'makeReport'),
  ...actions(signedIn, '(dashboard)/teams/new/actions', 'createAction'),
  ...actions(payers, '(dashboard)/settings/actions', 'saveNotices'),
  ...actions(payers, '(dashboard)/lab/actions', 'runLabAction'),
  ...actions(payers, '(dashboard)/lab/subscription/actions', 'runSubscriptionAction'),
  ...actions(payers, '(dashboard)/lab/renewals/actions', 'travelInTime', 'subscribeWithCard'),
  ...actions(payers, '(dashboard)/subscription/renewal-actions', 'saveCard', 'cancelRenewal'),
  ...actions(payers, '(dashboard)/subscription/renewal-actions', 'resumeRenewal', 'changeRenewalPlan'),
  ...actions(payers, '(dashboard)/lab/operations/actions', 'replayOwnAction'),
  ...actions(payers, '(dashboard)/billing/top-up-actions', 'saveTopUps'),
  ...actions(accounts, '(dashboard)/settings/account/actions', 'rename', 'changeAddress', 'deleteAccount'),
  ...actions(accounts, '(dashboard)/settings/security/actions', 'changePassword', 'mailPasswordLink'),
  ...actions(accounts, '(dashboard)/settings/security/actions', 'beginSecondFactor', 'confirmSecondFactor'),
  ...actions(accounts, '(dashboard)/settings/security/actions', 'endSecondFactor', 'signOutThere', 'signOutElsewhere'),
  ...actions(owners, '(dashboard)/api-keys/actions', 'makeKey', 'revokeKey'),
  ...actions(owners, '(dashboard)/members/actions', 'inviteAction', 'withdrawAction'),
  ...actions(owners, '(dashboard)/members/actions', 'changeRoleAction', 'removeAction'),
  ...actions(owners, '(dashboard)/settings/team/actions', 'renameAction', 'transferAction', 'deleteAction'),
  ...actions(signedIn, '(dashboard)/settings/team/actions', 'leaveAction'),

  ...actions(payers, 'checkout/actions', 'buyItem'),
  ...actions({ ...payers, visitor: 'let_in' }, 'checkout/actions', 'buyFromPricing'),
  ...pages(ownThing, 'checkout/return/page'),
  ...pages(everybody, 'pay/page'),
  ...methods('checkout/[id]/status/route.ts', { GET: { ...ownThing, visitor: 'not_found' } }),
  ...pages(ownPaidThing, 'sandbox/checkout/[id]/page', 'sandbox/portal/[id]/page'),
  ...pages(ownPaidThing, 'sandbox/setup/[id]/page', 'sandbox/charges/[id]/page'),
  ...actions(payers, 'sandbox/setup/[id]/actions', 'actOnSetup'),
  ...actions(payers, 'sandbox/charges/[id]/actions', 'answerBank'),
  ...methods('sandbox/api/charges/route.ts', { GET: byKey, POST: byKey }),
  ...methods('sandbox/api/charges/[id]/route.ts', { GET: byKey }),
  ...methods('sandbox/api/charges/[id]/cancel/route.ts', { POST: byKey }),
  ...methods('sandbox/api/setups/route.ts', { POST: byKey }),
  ...actions(payers, 'sandbox/checkout/[id]/actions', 'actOnCheckout'),
  ...actions(payers, 'sandbox/portal/[id]/actions', 'actInPortal'),

  ...pages(operators, 'admin/layout', 'admin/page', 'admin/audit/page', 'admin/cases/page', 'admin/cases/[id]/page'),
  ...pages(operators, 'admin/help/page', 'admin/inbox/page', 'admin/inbox/[provider]/[eventId]/page'),
  ...pages(operators, 'admin/outbox/page', 'admin/reconciliation/page', 'admin/subscriptions/[id]/page'),
  ...pages(operators, 'admin/teams/page', 'admin/teams/[id]/page', 'admin/renewals/page', 'admin/renewals/[id]/page'),
  ...actions(operators, 'admin/renewals/actions', 'decideChargeAction', 'noteRefundAction', 'restartClockAction'),
  ...actions(operators, 'admin/actions', 'replayAction', 'dismissAction', 'assignAction', 'replayByCodeAction'),
  ...actions(operators, 'admin/actions', 'resolveCaseAction', 'adjustCreditsAction', 'resendAction'),

  ...methods('api/auth/[...all]/route.ts', { GET: nobody }),
  ...methods('api/cron/drain/route.ts', { GET: byKey }),
  ...methods('api/health/route.ts', { GET: everybody }),
  ...methods('api/metrics/route.ts', { GET: byKey }),
  ...methods('api/webhooks/[provider]/route.ts', {
    POST: all('status 400'),
    ...not('GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'),
  }),
  ...methods('api/v1/[...path]/route.ts', { GET: nobody, POST: nobody, PUT: nobody, PATCH: nobody, DELETE: nobody }),
  ...methods('api/v1/openapi.json/route.ts', { GET: everybody }),
  ...methods('api/v1/credits/route.ts', { GET: byKey, ...not('POST', 'PUT', 'PATCH', 'DELETE') }),
  ...methods('api/v1/credits/spend/route.ts', { POST: byKey, ...not('GET', 'PUT', 'PATCH', 'DELETE') }),
  ...methods('api/v1/holds/route.ts', { POST: byKey, ...not('GET', 'PUT', 'PATCH', 'DELETE') }),
  ...methods('api/v1/holds/[id]/capture/route.ts', { POST: byKey, ...not('GET', 'PUT', 'PATCH', 'DELETE') }),
  ...methods('api/v1/holds/[id]/release/route.ts', { POST: byKey, ...not('GET', 'PUT', 'PATCH', 'DELETE') }),
  ...pages(nobody, 'dev/outbox/page'),
};

type Input = (ids: Tenancy['ids']) => Record<string, string>;

const team = '(dashboard)/settings/team/actions.ts';
const members = '(dashboard)/members/actions.ts';
const renewal = '(dashboard)/subscription/renewal-actions.ts';

/** What would be done to the team, or shown of it: with the team's own ids, where it takes ids. */
const inputs: Readonly<Record<string, Input>> = {
  '(auth)/invitations/[id]/actions.ts#acceptAction': ({ invitationId }) => ({ invitationId }),
  '(auth)/invitations/[id]/actions.ts#declineAction': ({ invitationId }) => ({ invitationId }),
  '(dashboard)/actions.ts#switchTeam': ({ teamId }) => ({ teamId }),
  '(dashboard)/api-keys/actions.ts#makeKey': () => ({ name: 'Mine', scope: 'credits:spend', expires: 'never' }),
  '(dashboard)/api-keys/actions.ts#revokeKey': ({ keyId }) => ({ keyId }),
  '(dashboard)/lab/page.tsx': ({ purchaseId: payment }) => ({ payment }),
  '(dashboard)/lab/actions.ts#runLabAction': ({ purchaseId }) => ({ purchaseId, action: 'send_again' }),
  '(dashboard)/lab/subscription/page.tsx': ({ sandboxSubscriptionId: subscription }) => ({ subscription }),
  '(dashboard)/lab/subscription/actions.ts#runSubscriptionAction': ({ sandboxSubscriptionId }) => ({
    sandboxSubscriptionId,
    action: 'cancel_now',
  }),
  '(dashboard)/lab/operations/[eventId]/page.tsx': ({ eventId }) => ({ eventId }),
  '(dashboard)/lab/operations/actions.ts#replayOwnAction': ({ eventId }) => ({ eventId }),
  '(dashboard)/billing/invoices/[id]/route.ts#GET': ({ purchaseId }) => ({ id: `purchase:${purchaseId}` }),
  '(dashboard)/settings/security/actions.ts#signOutThere': ({ sessionId }) => ({ sessionId }),
  '(dashboard)/settings/actions.ts#saveNotices': () => ({ credits_low: 'on' }),
  [`${members}#inviteAction`]: () => ({ email: 'mallory@example.com', role: 'owner' }),
  [`${members}#withdrawAction`]: ({ invitationId }) => ({ invitationId }),
  [`${members}#changeRoleAction`]: ({ memberId: userId }) => ({ userId, role: 'owner' }),
  [`${members}#removeAction`]: ({ memberId: userId }) => ({ userId }),
  [`${team}#renameAction`]: () => ({ name: 'Taken over' }),
  [`${team}#transferAction`]: ({ memberId: userId }) => ({ userId }),
  [`${team}#leaveAction`]: ({ teamId }) => ({ teamId }),
  [`${team}#deleteAction`]: () => ({ name: 'Example Team' }),
  'checkout/actions.ts#buyItem': () => ({ item: 'pack_1000' }),
  'checkout/actions.ts#buyFromPricing': () => ({ item: 'pack_1000' }),
  'checkout/return/page.tsx': ({ checkoutId: checkout }) => ({ checkout }),
  'checkout/[id]/status/route.ts#GET': ({ checkoutId: id }) => ({ id }),
  'sandbox/checkout/[id]/page.tsx': ({ providerCheckoutId: id }) => ({ id }),
  'sandbox/checkout/[id]/actions.ts#actOnCheckout': ({ providerCheckoutId: id }) => ({ id, action: 'pay' }),
  'sandbox/portal/[id]/page.tsx': ({ sandboxSubscriptionId: id }) => ({ id }),
  'sandbox/portal/[id]/actions.ts#actInPortal': ({ sandboxSubscriptionId }) => ({
    sandboxSubscriptionId,
    action: 'cancel_now',
  }),
  'sandbox/api/charges/[id]/route.ts#GET': ({ chargeId: id }) => ({ id }),
  'sandbox/api/charges/[id]/cancel/route.ts#POST': ({ chargeId: id }) => ({ id }),
  'sandbox/setup/[id]/page.tsx': ({ setupId: id }) => ({ id }),
  'sandbox/setup/[id]/actions.ts#actOnSetup': ({ setupId: id }) => ({ id, action: 'save', behaviour: 'accepts' }),
  'sandbox/charges/[id]/page.tsx': ({ chargeId: id }) => ({ id }),
  'sandbox/charges/[id]/actions.ts#answerBank': ({ chargeId: id }) => ({ id, answer: 'confirm' }),
  [`${renewal}#cancelRenewal`]: ({ ownSubscriptionId: subscriptionId }) => ({ subscriptionId, mode: 'now' }),
  [`${renewal}#resumeRenewal`]: ({ ownSubscriptionId: subscriptionId }) => ({ subscriptionId }),
  [`${renewal}#changeRenewalPlan`]: ({ ownSubscriptionId: subscriptionId }) => ({
    ...{ subscriptionId, item: 'business_monthly', quantity: '1' },
  }),
  'api/v1/holds/[id]/capture/route.ts#POST': ({ holdId: id }) => ({ id }),
  'api/v1/holds/[id]/release/route.ts#POST': ({ holdId: id }) => ({ id }),
  '(auth)/invitations/[id]/page.tsx': ({ invitationId: id }) => ({ id }),
  'admin/cases/[id]/page.tsx': ({ caseId: id }) => ({ id }),
  'admin/inbox/[provider]/[eventId]/page.tsx': ({ eventId }) => ({ eventId }),
  'admin/subscriptions/[id]/page.tsx': ({ subscriptionId: id }) => ({ id }),
  'admin/renewals/[id]/page.tsx': ({ operationId: id }) => ({ id }),
  'admin/teams/[id]/page.tsx': ({ teamId: id }) => ({ id }),
  'admin/actions.ts#adjustCreditsAction': ({ teamId }) => ({
    ...{ teamId, direction: 'grant', credits: '1000', idempotencyKey: 'mine', reason: 'because' },
  }),
};

/** What would be done by it; nothing where it takes nothing. */
export function inputOf(key: string, { ids }: Pick<Tenancy, 'ids'>): Record<string, string> {
  return inputs[key]?.(ids) ?? {};
}

/** Whether a request can name a thing of another team. */
export function takesAnId(key: string): boolean {
  const asked: string[] = [];
  inputs[key]?.(
    new Proxy({} as Tenancy['ids'], {
      get: (_, name) => {
        asked.push(String(name));
        return 'an id';
      },
    }),
  );
  return asked.length > 0;
}

/** Open to whoever has the address, which nobody can guess; and what operators are for. */
export const meantForOthers = (key: string): boolean =>
  key === '(auth)/invitations/[id]/page.tsx' || key.startsWith('admin/');
