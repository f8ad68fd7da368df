import type { FieldView, OperationView } from '@/lib/api';
import { Badge } from '../../../_components/ui/badge';
import { Card } from '../../../_components/ui/card';
import { FieldsTable } from './fields-table';

export function OperationCard({ operation }: { operation: OperationView }) {
  const { method, path, summary, scope, fields } = operation;
  return (
    <Card aria-label={`${method} ${path}`} className="pb-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-5 pt-4 pb-3">
        <Badge tone={method === 'GET' ? 'success' : 'accent'}>{method}</Badge>
        <h3 className="min-w-0 font-mono text-sm font-medium break-all">/api/v1{path}</h3>
        <code className="font-mono text-xs text-muted-foreground sm:ml-auto">{scope}</code>
        <p className="w-full text-sm text-pretty text-muted-foreground">{summary}</p>
      </div>
      <Fields title="Body" fields={fields.body} empty={method === 'POST' ? 'None is needed.' : null} />
      <Fields title="Answer" fields={fields.answer} empty={null} />
    </Card>
  );
}

function Fields({ title, fields, empty }: { title: string; fields: readonly FieldView[]; empty: string | null }) {
  if (fields.length === 0 && empty === null) return null;
  return (
    <div className="border-t px-5 py-3">
      <h4 className="text-xs font-medium text-muted-foreground">{title}</h4>
      {fields.length > 0 ? (
        <FieldsTable caption={title} fields={fields} />
      ) : (
        <p className="mt-1 text-sm text-muted-foreground">{empty}</p>
      )}
    </div>
  );
}
