import { ImageResponse } from 'next/og';

export const alt = 'Paidonce: every payment counts exactly once';
export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';

/** What a link to the public pages looks like where it is shared: the promise, and the proof of it. */
export default function OpenGraphImage() {
  return new ImageResponse(
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: '100%',
        height: '100%',
        padding: 80,
        background: '#0d0f14',
        color: '#eef0f4',
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center', gap: 20, fontSize: 40 }}>
        <svg width="64" height="64" viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="9.5" cy="12" r="7" fill="#8fa8ff" />
          <circle cx="14.5" cy="12" r="7" fill="none" stroke="#8fa8ff" strokeWidth="2" strokeDasharray="3 2.5" />
        </svg>
        Paidonce
      </div>
      <div style={{ display: 'flex', flexDirection: 'column', gap: 24 }}>
        <div style={{ fontSize: 84, lineHeight: 1.05, letterSpacing: -2 }}>Every payment counts exactly once.</div>
        <div style={{ fontSize: 34, color: '#a3a9b8' }}>
          Delivered 10 times, paid once. Stripe, Lemon Squeezy, Polar, Paddle.
        </div>
      </div>
    </div>,
    size,
  );
}
