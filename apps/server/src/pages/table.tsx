import type { Child } from 'hono/jsx'
import type { Frame } from './layout.tsx'

interface RowProps {
  title: Child
  /** Labels beside the title, such as a role. Empty ones are left out. */
  tags?: readonly (string | null | false)[]
  /** Lines below the title. Empty ones are left out. */
  hints?: readonly Child[]
  /** Markup below the hints. */
  details?: Child
  /** Buttons and forms that act on the item. */
  children?: Child
}

/** An item of a list: what it is, and beside it what can be done with it. */
export const Row = ({ title, tags = [], hints = [], details, children }: RowProps) => (
  <li>
    <div>
      {title}
      {tags.filter(Boolean).map((tag) => (
        <>
          {' '}
          <Status>{tag}</Status>
        </>
      ))}
      {hints.filter(Boolean).map((hint) => (
        <p class="hint">{hint}</p>
      ))}
      {details}
    </div>
    {children}
  </li>
)

/** The rows of a list that no `Table` can say, each a `Row`. */
export const Rows = ({ children }: { children?: Child }) => <ul class="rows">{children}</ul>

/** A page of a list. The addresses are null on its last page and on its first. */
export interface List<T> {
  rows: readonly T[]
  next: string | null
  first: string | null
}

/** What a table shows of each of its rows. */
export interface Columns<T> {
  name(row: T): Child
  /** The page that says more about it. */
  href?(row: T): string | null | undefined
  /** Short words beside the name, such as a role. Empty ones are left out. */
  status?(row: T): readonly (string | null | false)[]
  /** Lines below the name. Empty ones are left out. */
  facts?(row: T): readonly Child[]
  /** Markup below the facts. */
  details?(row: T): Child
  acts?(row: T): Child
}

interface TableProps<T> extends Partial<Omit<List<T>, 'rows'>> {
  frame: Frame
  rows: readonly T[]
  columns: Columns<T>
  /** What is said if there is no row. */
  empty?: string
  /** What was searched for: if there is no row, that is said instead. */
  searched?: string
}

/** A list: one row for each thing, and the links between its pages. */
export const Table = <T,>({ frame, rows, columns, empty, searched, next, first }: TableProps<T>) => (
  <>
    {rows.length > 0 ? (
      <Rows>
        {rows.map((row) => (
          <Row
            title={<Name href={columns.href?.(row)}>{columns.name(row)}</Name>}
            tags={columns.status?.(row)}
            hints={columns.facts?.(row)}
            details={columns.details?.(row)}
          >
            {columns.acts?.(row)}
          </Row>
        ))}
      </Rows>
    ) : (
      <EmptyState text={searched ? frame.words.manage.nothingFound({ query: searched }) : empty} said={searched} />
    )}
    <Pager frame={frame} next={next} first={first} />
  </>
)

const Name = ({ href, children }: { href?: string | null; children?: Child }) => (
  <strong>
    <bdi>{href ? <a href={href}>{children}</a> : children}</bdi>
  </strong>
)

/** Why a list is empty. `said`: it answers a search, and is announced. */
export const EmptyState = ({ text, said }: { text?: string; said?: unknown }) =>
  text ? (
    <p class="quiet" role={said ? 'status' : undefined}>
      {text}
    </p>
  ) : null

/** A short word about the state of something. `wrong`: it needs attention. */
export const Status = ({ wrong = false, children }: { wrong?: boolean; children?: Child }) => (
  <span class={wrong ? 'tag wrong' : 'tag'}>{children}</span>
)

interface PagerProps {
  frame: Frame
  next?: string | null
  first?: string | null
}

/** The links between the pages of a long list. */
export const Pager = ({ frame: { words }, next, first }: PagerProps) =>
  next || first ? (
    <p class="quiet">
      {first && <a href={first}>{words.manage.firstPage}</a>} {next && <a href={next}>{words.manage.nextPage}</a>}
    </p>
  ) : null

/** Joins the parts that are not empty into one line. */
export const joinParts = (...parts: readonly (string | null | false)[]): string => parts.filter(Boolean).join(' · ')
