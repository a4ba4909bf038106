import type { Child } from 'hono/jsx'
import { Avatar, type AvatarProps, pictureUrl } from './avatar.tsx'
import { Icon, type IconName } from './icons.tsx'
import type { Frame } from './layout.tsx'
import { Tag } from './status.tsx'

/** A page of a list. The addresses are null on its last page and on its first. */
export interface List<T> {
  rows: readonly T[]
  next: string | null
  first: string | null
}

/** A column of a table. */
export interface Column<T> {
  head: string
  /** A cell without content is left out of a card. */
  cell(row: T): Child
  /** What is shown whole to a pointer, where the cell may be cut off. */
  title?(row: T): string | null | undefined
  /** Beside other columns. `narrow`: a state or a number. `time`: one with seconds. Default: all share the rest. */
  width?: 'narrow' | 'time' | 'wide'
  /** Numbers end at the same edge. */
  number?: boolean
  /** The orders of the list that sort by this column. */
  orders?: { ascending?: string; descending?: string }
}

/** The orders of a list. */
export interface Sorting {
  order: string
  link(order: string): string
}

interface TableProps<T> extends Partial<List<T>> {
  frame: Frame
  rows: readonly T[]
  columns: readonly Column<T>[]
  /** What the table is of, for a screen reader. */
  label?: string
  sorting?: Sorting
  /** The menu of a row. */
  acts?(row: T): Child
  /** The search, above the list. */
  search?: Child
  /** How many there are, as a sentence, above the list. */
  count?: string | null | false
  /** What can be done with the list as a whole, above it. */
  listActs?: Child
  /** What is said if there is no row: a sentence, or an `EmptyState`. */
  empty?: Child
  /** What was searched for: if there is no row, that is said instead. */
  searched?: string
  /** The list without its search and filters. */
  all?: string
}

/** From this many rows on, the links to other pages stand below the list too. */
const longList = 20

/**
 * A list: one row for each thing, which becomes a card where the screen is narrow (style/table.css), and above it how
 * many there are, the links between its pages and what can be done with all of them.
 */
export const Table = <T,>(props: TableProps<T>) => {
  const { frame, rows, search, count, listActs, next, first, searched, all } = props
  const pager = <Pager frame={frame} next={next} first={first} />
  const { words } = frame
  const noRows = searched ? (
    <EmptyState text={words.manage.nothingFound({ query: searched })} said>
      {all && <a href={all}>{words.lists.showAll}</a>}
    </EmptyState>
  ) : typeof props.empty === 'string' ? (
    <EmptyState text={props.empty} />
  ) : (
    props.empty
  )
  return (
    <>
      {(search || count || listActs || next || first) && (
        <div class="list-bar">
          {search}
          {count && <p>{count}</p>}
          {pager}
          {listActs}
        </div>
      )}
      {rows.length === 0 && noRows}
      {rows.length > 0 && <Grid {...props} />}
      {rows.length >= longList && pager}
    </>
  )
}

type GridProps<T> = Pick<TableProps<T>, 'frame' | 'rows' | 'columns' | 'label' | 'sorting' | 'acts'>

/** Of texts that are too short to be cut off, none: it would only make the page larger. */
const titleOf = (text: string | null | undefined) => (text && text.length > 20 ? text : undefined)

/** The role that an element has anyway, said again: in some browsers the `display` of a card takes it away. */
const role = (name: string) => ({ role: name })

const Grid = <T,>({ frame: { words }, rows, columns, label, sorting, acts }: GridProps<T>) => (
  <table class="table" {...role('table')} aria-label={label}>
    <thead {...role('rowgroup')}>
      <tr {...role('row')}>
        {columns.map((column) => (
          <Head column={column} sorting={sorting} />
        ))}
        {acts && (
          <th {...role('columnheader')} scope="col" class="menu-column">
            <span class="sr-only">{words.lists.actions}</span>
          </th>
        )}
      </tr>
    </thead>
    <tbody {...role('rowgroup')}>
      {rows.map((row) => (
        <tr {...role('row')}>
          {columns.map((column, index) => (
            <td
              {...role('cell')}
              class={column.number ? 'number' : undefined}
              data-head={index > 0 ? column.head : undefined}
              title={titleOf(column.title?.(row))}
            >
              {column.cell(row)}
            </td>
          ))}
          {acts && (
            <td {...role('cell')} class="menu-column">
              {acts(row)}
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
)

/** The head of a column. A press sorts by it, and the next one sorts the other way round. */
const Head = <T,>({ column: { head, width, number, orders }, sorting }: { column: Column<T>; sorting?: Sorting }) => {
  const current = (['ascending', 'descending'] as const).find((way) => sorting && orders?.[way] === sorting.order)
  // The first order that is named is the one that a column begins with.
  const target = current
    ? orders?.[current === 'ascending' ? 'descending' : 'ascending']
    : Object.values(orders ?? {})[0]
  return (
    <th
      {...role('columnheader')}
      scope="col"
      class={[width, number && 'number', !orders && 'unsorted'].filter(Boolean).join(' ') || undefined}
      aria-sort={current}
    >
      {sorting && target ? <a href={sorting.link(target)}>{head}</a> : head}
    </th>
  )
}

interface LinesProps {
  /** The first line. */
  text: Child
  /** A second line, such as an address. */
  detail?: Child
  /** They are sentences, which are not cut off where the column is narrow. */
  whole?: boolean
}

/** Two lines of a cell. */
export const Lines = ({ text, detail, whole }: LinesProps) => (
  <span class={whole ? 'two-lines whole' : 'two-lines'}>
    <bdi>{text}</bdi>
    {detail && (
      <small>
        <bdi>{detail}</bdi>
      </small>
    )}
  </span>
)

interface NameProps {
  name: Child
  /** The page that says more. */
  href?: string | null
  /** A second line, such as an address. */
  detail?: Child
  /** Its initials are those of its name, if it has no picture. */
  face?: Omit<AvatarProps, 'size'>
  /** For what has no face. */
  icon?: IconName
  /** Tags beside the name. */
  children?: Child
}

/** The first cell of a row: whom or what it is about. */
export const NameCell = ({ name, href, detail, face, icon, children }: NameProps) => {
  const text = (
    <>
      <strong>{href ? <a href={href}>{name}</a> : name}</strong>
      {children}
    </>
  )
  const lines = <Lines text={text} detail={detail} />
  return face || icon ? (
    <span class="name-cell">
      {face && <Avatar {...face} />}
      {icon && <Icon name={icon} />}
      {lines}
    </span>
  ) : (
    lines
  )
}

interface PersonCellProps {
  frame: Frame
  userId: string
  name: string
  address: string | null
  pictureId?: string | null
  href?: string | null
  /** Tags beside the name. */
  children?: Child
}

/** Somebody: their name, or else an address, or else the id. */
export const PersonCell = ({ frame, userId, name, address, pictureId = null, href, children }: PersonCellProps) => {
  const label = name || address || userId
  const picture = pictureUrl(frame.base, pictureId)
  return (
    <NameCell
      name={label}
      href={href}
      detail={name && address}
      face={{ id: userId, name: label, kind: 'person', picture }}
    >
      {children}
    </NameCell>
  )
}

interface EmptyStateProps {
  /** What this is, and why it is empty. */
  text?: string
  title?: string
  /** It answers a search, and is announced. */
  said?: boolean
  /** The one next act. */
  children?: Child
}

/** In place of a list without rows. */
export const EmptyState = ({ title, text, said, children }: EmptyStateProps) =>
  text ? (
    <div class="empty" role={said ? 'status' : undefined}>
      {title && <h2>{title}</h2>}
      <p>{text}</p>
      {children}
    </div>
  ) : null

interface PagerProps {
  frame: Frame
  next?: string | null
  first?: string | null
}

/** The links between the pages of a long list. */
export const Pager = ({ frame: { words }, next, first }: PagerProps) =>
  next || first ? (
    <p class="pager">
      {first && <a href={first}>{words.manage.firstPage}</a>} {next && <a href={next}>{words.manage.nextPage}</a>}
    </p>
  ) : null

interface RowProps {
  title: Child
  /** Beside the title: texts become tags, such as a role; a `Status` stays one. Empty ones are left out. */
  tags?: readonly Child[]
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
        <> {typeof tag === 'string' ? <Tag>{tag}</Tag> : tag}</>
      ))}
      {hints.filter(Boolean).map((hint) => (
        <p class="hint">{hint}</p>
      ))}
      {details}
    </div>
    {children}
  </li>
)

/** The rows of a list, each a `Row`: for lists whose rows say different things. */
export const Rows = ({ children }: { children?: Child }) => <ul class="rows">{children}</ul>

/** Joins the parts that are not empty into one line. */
export const joinParts = (...parts: readonly (string | null | false)[]): string => parts.filter(Boolean).join(' · ')
