import type { ReactNode } from 'react';
import { Body, Button, Column, Container, Head, Heading, Html, Link, Preview, Row, Section, Text } from 'react-email';
import type { Brand } from './content';

const colour = {
  ink: '#191b21',
  quiet: '#5c616e',
  line: '#e3e5ea',
  paper: '#ffffff',
  ground: '#f4f5f7',
  accent: '#3a4fd0',
};

/** Inline styles are the light theme, which every client shows; clients with a dark one read these too. */
const dark = `
  @media (prefers-color-scheme: dark) {
    .ground, .ground > table > tbody > tr > td { background-color: #121317 !important; }
    .paper { background-color: #1b1d23 !important; border-color: #31343d !important; }
    .ink { color: #eceef2 !important; }
    .quiet { color: #a5aab8 !important; }
    .line { border-color: #31343d !important; }
    .accent { color: #a9b6ff !important; }
    .action { background-color: #8fa0ff !important; color: #11142b !important; }
  }`;

const font = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

interface LayoutProps {
  brand: Brand;
  /** Shown in the list of mails, behind the subject. */
  preview: string;
  title: string;
  /** Why the reader gets this. */
  footer: ReactNode;
  children: ReactNode;
}

/** What every mail has around it. */
export function Layout({ brand, preview, title, footer, children }: LayoutProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{dark}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body
        className="ground"
        style={{ backgroundColor: colour.ground, fontFamily: font, margin: 0, padding: '32px 12px' }}
      >
        <Container style={{ maxWidth: '520px', margin: '0 auto' }}>
          <Text className="ink" style={{ color: colour.ink, fontSize: '15px', fontWeight: 600, margin: '0 4px 12px' }}>
            {brand.productName}
          </Text>
          <Section
            className="paper"
            style={{
              backgroundColor: colour.paper,
              border: `1px solid ${colour.line}`,
              borderRadius: '10px',
              padding: '28px',
            }}
          >
            <Heading
              as="h1"
              className="ink"
              style={{ color: colour.ink, fontSize: '20px', lineHeight: '28px', fontWeight: 600, margin: '0 0 12px' }}
            >
              {title}
            </Heading>
            {children}
          </Section>
          <Text
            className="quiet"
            style={{ color: colour.quiet, fontSize: '12px', lineHeight: '18px', margin: '16px 4px 0' }}
          >
            {footer}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={{ color: colour.ink, fontSize: '15px', lineHeight: '23px', margin: '0 0 16px' }}>
      {children}
    </Text>
  );
}

/** Names and values, one below the other, the values at the right edge. */
export function Facts({ rows }: { rows: readonly { name: string; value: string }[] }) {
  const cell = { fontSize: '14px', lineHeight: '20px', padding: '9px 0', verticalAlign: 'top' } as const;
  return (
    <Section style={{ margin: '0 0 20px' }}>
      {rows.map(({ name, value }) => (
        <Row key={name} className="line" style={{ borderTop: `1px solid ${colour.line}` }}>
          <Column className="quiet" style={{ ...cell, color: colour.quiet, paddingRight: '16px' }}>
            {name}
          </Column>
          <Column
            className="ink"
            align="right"
            style={{ ...cell, color: colour.ink, fontVariantNumeric: 'tabular-nums', wordBreak: 'break-word' }}
          >
            {value}
          </Column>
        </Row>
      ))}
    </Section>
  );
}

/** The one thing to do. */
export function Action({ href, children }: { href: string; children: string }) {
  return (
    <Section style={{ margin: '0 0 16px' }}>
      <Button
        href={href}
        className="action"
        style={{
          backgroundColor: colour.accent,
          color: '#ffffff',
          borderRadius: '7px',
          fontSize: '14px',
          fontWeight: 600,
          padding: '11px 18px',
        }}
      >
        {children}
      </Button>
    </Section>
  );
}

export function TextLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="accent" style={{ color: colour.accent, textDecoration: 'underline' }}>
      {children}
    </Link>
  );
}
