import Link from 'next/link';
import { systemClock } from '@/lib/clock';
import { readSite } from '@/lib/site';

export function SiteFooter() {
  const { legalName, supportEmail, legalPages } = readSite();
  const year = systemClock.now().getUTCFullYear();
  const link = 'rounded-sm underline-offset-4 hover:text-foreground hover:underline';
  return (
    <footer className="border-t">
      <div className="mx-auto flex max-w-6xl flex-wrap items-baseline justify-between gap-x-8 gap-y-3 px-4 py-6 text-[0.8125rem] text-muted-foreground sm:px-6">
        <p>
          © {year} {legalName}. Open source under the MIT licence.
        </p>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-5 gap-y-2">
            <li>
              <Link href="/pricing" className={link}>
                Pricing
              </Link>
            </li>
            {legalPages.map(({ label, url }) => (
              <li key={label}>
                <a href={url} className={link}>
                  {label}
                </a>
              </li>
            ))}
            {supportEmail === null ? null : (
              <li>
                <a href={`mailto:${supportEmail}`} className={link}>
                  {supportEmail}
                </a>
              </li>
            )}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
