import { refuseBut, serve } from '../../../_serve';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const POST = serve('releaseHold');

const refuse = refuseBut('POST');

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
