import { CopyButton } from '../../../_components/copy-button';
import type { SecondFactorSetUp } from './actions';

/** What goes into the app, and what to keep for the day that it is lost. */
export function SecondFactorKeys({ setUp: { uri, secret, picture, backupCodes } }: { setUp: SecondFactorSetUp }) {
  return (
    <>
      <div className="flex flex-wrap items-start gap-5">
        <QrCode picture={picture} />
        <div className="min-w-0 grow basis-56 text-sm">
          <p>
            Scan this with an authenticator app,{' '}
            <a className="text-accent-foreground underline underline-offset-4" href={uri}>
              open it on this device
            </a>
            , or type the key:
          </p>
          <p className="mt-2 flex items-start gap-1">
            <code className="min-w-0 font-mono text-xs break-all">{secret}</code>
            <CopyButton text={secret} label="key" />
          </p>
        </div>
      </div>
      <div className="text-sm">
        <p className="flex items-center gap-1">
          Keep these codes where you find them without your phone. Each works once.
          <CopyButton text={backupCodes.join('\n')} label="backup codes" />
        </p>
        <ul className="mt-2 grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-xs sm:grid-cols-3">
          {backupCodes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** Dark on white in both themes, as cameras expect it. */
function QrCode({ picture }: { picture: boolean[][] }) {
  const dots = picture.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label="QR code of the key"
      viewBox={`0 0 ${picture.length} ${picture.length}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-md border bg-white"
    >
      <path d={dots.join('')} fill="#000" />
    </svg>
  );
}
