import { refuseBut, serve } from '../_serve';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const GET = serve('getCredits');

const refuse = refuseBut('GET');

export { refuse as DELETE, refuse as POST, refuse as PATCH, refuse as PUT };
