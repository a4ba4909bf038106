import type { Child } from 'hono/jsx'
import { type AvatarProps, pictureUrl } from '../avatar.tsx'
import { Technical } from '../layout.tsx'
import { Status } from '../status.tsx'
import { type Column, NameCell, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'
import { OrganizationsCell, organizationNames, type PersonOrganizations } from './people/organizations-cell.tsx'

/** What was found, with the address of its page. */
export interface FindRow {
  group: 'organizations' | 'applications' | 'others'
  href: string
  title: string
  /** Lines below the title: addresses and ids. */
  technical: readonly string[]
  text?: string
  /** Of what has one. */
  face?: Omit<AvatarProps, 'size'>
}

export interface FoundPerson {
  id: string
  href: string
  name: string
  pictureId: string | null
  address: string | null
  disabled: boolean
  organizations: PersonOrganizations
  lastSignInAt: Date | null
}

interface FindPageProps {
  frame: ConsoleFrame
  query: string
  people: readonly FoundPerson[]
  /** Whatever else was found. */
  rows: readonly FindRow[]
  /** Not everybody can be found yet. */
  preparing: boolean
  /** The reference of an error page. */
  errorReference: string | null
  /** The page that says why an address cannot sign in, if the query is one. */
  why: string | null
  /** The list of all people who match, if there are more. */
  allPeople: string | null
  more: boolean
}

const groups = ['organizations', 'applications', 'others'] as const

export const FindPage = (props: FindPageProps) => {
  const { frame, query, people, rows, preparing, errorReference, why, allPeople, more } = props
  const words = frame.words.console.find
  return (
    <ConsoleLayout frame={frame} section={null} title={words.title} query={query}>
      {!query && <Announcement>{words.label}</Announcement>}
      {preparing && <p class="quiet">{frame.words.console.people.preparing}</p>}
      {errorReference && (
        <Announcement>
          {words.errorReference} <code>{errorReference}</code>
        </Announcement>
      )}
      {people.length + rows.length === 0 && query && !errorReference && (
        <>
          <Announcement>{frame.words.manage.nothingFound({ query })}</Announcement>
          <p class="quiet">{words.searched}</p>
        </>
      )}
      {why && (
        <p>
          <a href={why}>{words.why({ address: query })}</a>
        </p>
      )}
      {people.length > 0 && <FoundPeople frame={frame} people={people} />}
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

const Announcement = ({ children }: { children?: Child }) => <p role="status">{children}</p>

/** With what tells people of one name apart. */
const FoundPeople = ({ frame, people }: Pick<FindPageProps, 'frame' | 'people'>) => {
  const { people: words, sections } = frame.words.console
  const columns: Column<FoundPerson>[] = [
    {
      head: frame.words.lists.sorts.name,
      width: 'wide',
      cell: ({ id, href, name, address, disabled, pictureId }) => (
        <NameCell
          name={name}
          href={href}
          detail={address}
          face={{ id, name, kind: 'person', picture: pictureUrl(frame.base, pictureId) }}
        >
          {disabled && (
            <>
              {' '}
              <Status kind="bad">{frame.words.admin.disabled}</Status>
            </>
          )}
        </NameCell>
      ),
    },
    {
      head: sections.organizations,
      cell: ({ organizations }) =>
        organizations.count > 0 && <OrganizationsCell frame={frame} organizations={organizations} />,
      title: ({ organizations }) => organizationNames(organizations),
    },
    {
      head: words.signIn,
      width: 'narrow',
      cell: ({ lastSignInAt }) =>
        lastSignInAt ? <Time frame={frame} at={lastSignInAt} /> : <span class="none">{words.signIns.never}</span>,
    },
  ]
  return (
    <>
      <h2>{sections.people}</h2>
      <Table frame={frame} label={sections.people} rows={people} columns={columns} />
    </>
  )
}

const FindGroup = ({ frame, group, rows }: Pick<FindPageProps, 'frame' | 'rows'> & { group: FindRow['group'] }) => {
  const words = frame.words.console
  if (rows.length === 0) return null
  const heading = group === 'others' ? words.find.others : words.sections[group]
  return (
    <>
      <h2>{heading}</h2>
      <Table
        frame={frame}
        rows={rows}
        label={heading}
        columns={[
          {
            head: frame.words.lists.sorts.name,
            width: 'wide',
            cell: ({ href, title, text, face }) => <NameCell name={title} href={href} detail={text} face={face} />,
          },
          {
            head: frame.words.lists.id,
            cell: ({ technical }) => technical.length > 0 && <Technical>{technical.join(' · ')}</Technical>,
            title: ({ technical }) => technical.join(' · '),
          },
        ]}
      />
    </>
  )
}
