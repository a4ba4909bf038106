import type { SectionLink } from './tabs.tsx'

/** The way from the section to this page: the pages above it. */
export const Breadcrumbs = ({
  label,
  trail,
}: {
  label: string
  trail: readonly Pick<SectionLink, 'href' | 'label'>[]
}) => (
  <nav class="breadcrumbs" aria-label={label}>
    <ol>
      {trail.map(({ href, label: name }) => (
        <li>
          <a href={href}>
            <bdi>{name}</bdi>
          </a>
        </li>
      ))}
    </ol>
  </nav>
)
