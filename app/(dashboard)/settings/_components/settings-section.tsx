import { type ReactNode, useId } from 'react';
import { Card, CardHeader, CardTitle } from '../../../_components/ui/card';

interface SettingsSectionProps {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
}

/** One thing that can be set. */
export function SettingsSection({ title, description, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <div>
          <CardTitle id={id}>{title}</CardTitle>
          {description ? <p className="mt-1 text-sm text-muted-foreground">{description}</p> : null}
        </div>
      </CardHeader>
      {children ? <div className="border-t px-5 py-4">{children}</div> : null}
    </Card>
  );
}
