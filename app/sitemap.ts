import type { MetadataRoute } from 'next';
import { readSite } from '@/lib/site';

export const dynamic = 'force-dynamic';

export default function sitemap(): MetadataRoute.Sitemap {
  const { url } = readSite();
  return [
    { url: `${url}/`, priority: 1 },
    { url: `${url}/pricing`, priority: 0.8 },
  ];
}
