import type { MaskedBody } from '@/lib/billing/operator';
import { CopyableId } from '../../../../../_components/copyable-id';
import { ScrollText } from '../../../../_components/scroll-text';
import { Nothing, Section } from '../../../../_components/section';

/** What the provider sent, without what is somebody's. The bytes themselves never leave the server. */
export function EventBody({ body, sha256 }: { body: MaskedBody; sha256: string }) {
  return (
    <Section
      title="Body"
      actions={
        <span className="flex items-center gap-2 text-xs text-muted-foreground">
          {body.kind === 'gone' ? null : `${body.bytes.toLocaleString('en-US')} bytes`}
          <CopyableId id={`sha256:${sha256}`} label="hash of the bytes" />
        </span>
      }
    >
      {body.kind === 'gone' ? <Nothing>Its body is not kept any more; what it did stays.</Nothing> : null}
      {body.kind === 'unreadable' ? <Nothing>It is no JSON, so nothing of it is shown.</Nothing> : null}
      {body.kind === 'json' ? (
        <>
          <Nothing>Names, addresses, card digits, tokens, free text and whatever nobody knows are masked.</Nothing>
          <ScrollText
            label="Body, masked"
            text={body.isCut ? `${body.text}\n…` : body.text}
            className="max-h-[32rem]"
          />
        </>
      ) : null}
    </Section>
  );
}
