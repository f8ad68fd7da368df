import type { MessagePreview } from '@/lib/billing';
import { RelativeTime } from '../../../_components/relative-time';
import { Badge } from '../../../_components/ui/badge';
import { Card, CardHeader, CardTitle } from '../../../_components/ui/card';
import { stateWords } from './state-words';

/** One message: what became of it, and the mail itself in a frame that can do nothing but open its links in a new tab. */
export function PreviewCard({ preview }: { preview: MessagePreview }) {
  const { eventType, state, errorCode, attempts, createdAt, to, mail } = preview;
  const { label, tone } = stateWords[state];
  return (
    <Card>
      <CardHeader>
        <div className="min-w-0">
          <CardTitle className="break-words">{mail?.subject ?? eventType}</CardTitle>
          <p className="mt-1 text-sm break-words text-muted-foreground">
            {to.length > 0 ? `To ${to.join(', ')}` : 'Nobody has an address'} · <RelativeTime at={createdAt} />
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Badge className="font-mono">{eventType}</Badge>
          <Badge tone={tone}>{errorCode ? `${label}: ${errorCode.replaceAll('_', ' ')}` : label}</Badge>
          {attempts > 1 ? <Badge>{attempts} tries</Badge> : null}
        </div>
      </CardHeader>
      {mail ? (
        <details className="border-t">
          <summary className="cursor-pointer px-5 py-3 text-sm font-medium">Show the mail</summary>
          <Links text={mail.text} />
          <iframe
            title={mail.subject}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            srcDoc={mail.html}
            className="h-[34rem] w-full border-t bg-white dark:bg-black"
          />
          <pre className="border-t px-5 py-4 text-xs wrap-anywhere whitespace-pre-wrap text-muted-foreground">
            {mail.text}
          </pre>
        </details>
      ) : (
        <p className="border-t px-5 py-3 text-sm text-danger">This message has no readable content.</p>
      )}
    </Card>
  );
}

/** The addresses in it as links: what a mail asks for can be done from here. */
function Links({ text }: { text: string }) {
  const urls = [...new Set(text.match(/https?:\/\/\S+/g))];
  if (urls.length === 0) return null;
  return (
    <ul aria-label="Links in the mail" className="grid gap-1 border-t px-5 py-3 text-xs">
      {urls.map((url) => (
        <li key={url} className="min-w-0 truncate pb-1">
          <a href={url} className="rounded-sm text-accent-foreground underline underline-offset-4">
            {url}
          </a>
        </li>
      ))}
    </ul>
  );
}
