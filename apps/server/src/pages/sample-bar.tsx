import type { Words } from '../words/index.ts'

export interface SampleBarProps {
  words: Words
  sample: {
    /** The page that shows what there is. */
    back: string
    pages: readonly { title: string; href: string; current: boolean }[]
  }
}

/** Above every page with sample data: what it is, the other pages, and the way back. */
export const SampleBar = ({ words: { console }, sample: { back, pages } }: SampleBarProps) => (
  <aside class="bar" aria-label={console.themes.previews}>
    <strong>{console.preview.sample}</strong>
    {pages.map(({ title, href, current }) => (
      <a href={href} aria-current={current ? 'page' : undefined}>
        {title}
      </a>
    ))}
    <a href={back}>{console.sections.preview}</a>
  </aside>
)
