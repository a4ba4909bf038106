// Drawings as parts of the page: they take its colors.

export const Mark = () => (
  <svg className="mark" viewBox="0 0 28 28" aria-hidden="true">
    <rect x="3" y="2" width="22" height="24" rx="6" fill="currentColor" />
    <path className="page-lines" d="M9 10h10M9 14.5h10M9 19h6" fill="none" strokeWidth="2" strokeLinecap="round" />
  </svg>
)

const Stroke = ({ className, size, width = 2, d }: { className: string; size: number; width?: number; d: string }) => (
  <svg className={className} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
    <path d={d} fill="none" stroke="currentColor" strokeWidth={width} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)

export const OrganizationsIcon = () => (
  <Stroke
    className="icon"
    size={24}
    d="M4 20V6l7-3v17M11 9l9 3v8M3 20h18M7 8v.01M7 12v.01M7 16v.01M15.5 14.5v.01M15.5 17.5v.01"
  />
)
export const RolesIcon = () => (
  <Stroke
    className="icon"
    size={24}
    d="M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6zM9 12l2.2 2.2L15.2 10"
  />
)
export const ApiIcon = () => <Stroke className="icon" size={24} d="m8 7-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14" />

export const EmptyDrawing = () => (
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
