import type { Child } from 'hono/jsx'

const documentation = 'https://github.com/vestibule-id/vestibule/blob/main/docs'

/** A link to a page of the documentation, such as `quick-start.md`. */
export const DocumentationLink = ({ page, children }: { page: string; children?: Child }) => (
  <a href={`${documentation}/${page}`}>{children}</a>
)
