import type { Child } from 'hono/jsx'
import { Table } from '../table.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'

/** What was found, with the address of its page. */
export interface FindRow {
  group: 'people' | 'organizations' | 'applications' | 'others'
  href: string
  title: string
  /** Lines below the title: addresses and ids. */
  technical: readonly string[]
  text?: string
  disabled?: boolean
}

interface FindPageProps {
  frame: ConsoleFrame
  query: string
  rows: readonly FindRow[]
  tooShort: boolean
  /** The reference of an error page. */
  errorReference: string | null
  /** The page that says why an address cannot sign in, if the query is one. */
  why: string | null
  /** The list of all people who match, if there are more. */
  allPeople: string | null
  more: boolean
}

const groups = ['people', 'organizations', 'applications', 'others'] as const

export const FindPage = (props: FindPageProps) => {
  const { frame, query, rows, tooShort, errorReference, why, allPeople, more } = props
  const words = frame.words.console.find
  return (
    <ConsoleLayout frame={frame} section={null} title={words.title} query={query}>
      {tooShort && <Said>{words.tooShort}</Said>}
      {errorReference && (
        <Said>
          {words.errorReference} <code>{errorReference}</code>
        </Said>
      )}
      {rows.length === 0 && !tooShort && !errorReference && (
        <>
          <Said>{frame.words.manage.nothingFound({ query })}</Said>
          <p class="quiet">{words.searched}</p>
        </>
      )}
      {why && (
        <p>
          <a href={why}>{words.why({ address: query })}</a>
        </p>
      )}
      {groups.map((group) => (
        <FindGroup frame={frame} group={group} rows={rows.filter((row) => row.group === group)} />
      ))}
      {more && <p class="quiet">{words.more}</p>}
      {allPeople && (
        <p>
          <a href={allPeople}>{words.allPeople}</a>
        </p>
      )}
    </ConsoleLayout>
  )
}

const Said = ({ children }: { children?: Child }) => <p role="status">{children}</p>

const FindGroup = ({ frame, group, rows }: Pick<FindPageProps, 'frame' | 'rows'> & { group: FindRow['group'] }) => {
  const words = frame.words.console
  if (rows.length === 0) return null
  return (
    <>
      <h2>{group === 'others' ? words.find.others : words.sections[group]}</h2>
      <Table
        frame={frame}
        rows={rows}
        columns={{
          name: ({ title }) => title,
          href: ({ href }) => href,
          status: ({ disabled }) => [disabled === true && frame.words.admin.disabled],
          facts: ({ text, technical }) => [text ?? null, ...technical.map((part) => <bdi>{part}</bdi>)],
        }}
      />
    </>
  )
}
