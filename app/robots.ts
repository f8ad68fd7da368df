import type { MetadataRoute } from 'next';
import { readSite } from '@/lib/site';

/** Read when it is asked for: the address is the deployment's, not the build's. */
export const dynamic = 'force-dynamic';

/** The public pages are for everybody; what a team sees is for nobody else. */
export default function robots(): MetadataRoute.Robots {
  const closed = [
    '/admin',
    '/api/',
    '/billing',
    '/checkout',
    '/dashboard',
    '/history',
    '/lab',
    '/members',
    '/pay',
    '/sandbox',
    '/settings',
    '/usage',
  ];
  return { rules: { userAgent: '*', allow: '/', disallow: closed }, sitemap: `${readSite().url}/sitemap.xml` };
}
