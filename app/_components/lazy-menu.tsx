'use client';

import { type ComponentProps, type ComponentType, lazy, type ReactElement, Suspense, useMemo, useState } from 'react';
import { Button } from './ui/button';

type ButtonProps = ComponentProps<typeof Button>;

/** What a menu's own file exports: the open menu, hung on the button that it is given. */
export type MenuOf<Props> = ComponentType<Props & { button: ReactElement }>;

interface LazyMenuProps<Props extends object> extends ButtonProps {
  /** `() => import('./some-menu')`, whose default export is the menu. */
  load: () => Promise<{ default: MenuOf<Props> }>;
  menu: Props;
}

/** A button whose menu is loaded when somebody reaches for it: no page waits for the code of its menus. */
export function LazyMenu<Props extends object>({ load, menu, ...props }: LazyMenuProps<Props>) {
  const [isWanted, setWanted] = useState(false);
  const Menu = useMemo(() => lazy(load), [load]);
  const button = <Button {...props} />;
  const waiting = (
    <Button
      aria-haspopup="menu"
      aria-expanded="false"
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
      {...props}
    />
  );
  if (!isWanted) return waiting;
  return (
    <Suspense fallback={waiting}>
      <Menu {...menu} button={button} />
    </Suspense>
  );
}
