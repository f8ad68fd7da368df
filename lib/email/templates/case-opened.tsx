import type { Brand, MailContent } from './content';
import { Action, Facts, Layout, Paragraph } from './layout';

type Content = Extract<MailContent, { type: 'case_opened' }>;

/** For operators: something needs a person. */
export function CaseOpenedMail({ brand, content }: { brand: Brand; content: Content }) {
  const { caseId, subject, provider } = content;
  return (
    <Layout
      brand={brand}
      preview={subject}
      title={caseTitle(content)}
      footer={`${brand.productName} sends this to its operators, once for each case.`}
    >
      <Paragraph>{reasonOf(content)}</Paragraph>
      <Facts
        rows={[
          { name: 'About', value: subject },
          ...(provider ? [{ name: 'Provider', value: provider }] : []),
          { name: 'Case', value: caseId },
        ]}
      />
      <Action href={`${brand.appUrl}/admin/cases/${caseId}`}>Open the case</Action>
    </Layout>
  );
}

export function caseTitle({ kind }: Content): string {
  return `New case: ${kind.replaceAll('_', ' ')}`;
}

/** Of most cases nothing is lost while they wait. */
function reasonOf({ kind }: Content): string {
  return kind === 'dispute_opened'
    ? 'A buyer disputes a payment. Evidence is due at the provider by a day that its dashboard shows; without any the dispute is lost.'
    : 'Something that a provider told cannot be settled without a person. Nothing is lost meanwhile.';
}
