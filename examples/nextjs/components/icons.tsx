// Drawn here, so that there is no icon library to keep up to date. They take the color of the text around them.

const line = { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' } as const

export const Mark = () => (
  <svg className="mark" viewBox="0 0 28 28" aria-hidden="true">
    <rect x="3" y="2" width="22" height="24" rx="6" fill="currentColor" />
    <path className="page-lines" d="M9 10h10M9 14.5h10M9 19h6" fill="none" strokeWidth="2" strokeLinecap="round" />
  </svg>
)

const features = {
  organizations: 'M4 20V6l7-3v17M11 9l9 3v8M3 20h18M7 8v.01M7 12v.01M7 16v.01M15.500 14.500v.01M15.500 17.500v.01',
  roles: 'M12 3l7.500 3v5.500c0 4.500-3 8-7.500 9.500-4.500-1.500-7.500-5-7.500-9.500V6zM9 12l2.200 2.200L15.200 10',
  api: 'm8 7-5 5 5 5M16 7l5 5-5 5M13.500 5l-3 14',
}

export const FeatureIcon = ({ name }: { name: keyof typeof features }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={features[name]} strokeWidth="2" {...line} />
  </svg>
)

/** For the empty list. */
export const NotesDrawing = () => (
  <svg className="drawing" viewBox="0 0 120 96" aria-hidden="true">
    <g fill="none" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
      <rect className="sheet" x="26" y="8" width="52" height="66" rx="8" transform="rotate(-8 52 41)" />
      <rect className="sheet front" x="40" y="14" width="54" height="68" rx="8" />
      <path className="lines" d="M51 32h32M51 43h32M51 54h19" />
      <circle cx="92" cy="76" r="14" fill="currentColor" stroke="none" />
      <path className="plus" d="M92 70v12M86 76h12" />
    </g>
  </svg>
)
