import type { Frame } from './layout.tsx'

interface PagerProps {
  frame: Frame
  /** The address of the next page; null on the last one. */
  next: string | null
  /** The address of the first page; null on the first one. */
  first: string | null
}

/** The links between the pages of a long list. */
export const Pager = ({ frame, next, first }: PagerProps) => {
  const { manage } = frame.words
  if (!next && !first) return null
  return (
    <p class="quiet">
      {first && <a href={first}>{manage.firstPage}</a>} {next && <a href={next}>{manage.nextPage}</a>}
    </p>
  )
}
