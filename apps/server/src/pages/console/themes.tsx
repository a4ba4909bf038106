import { Status, Tag } from '../status.tsx'
import { type List, NameCell, Table } from '../table.tsx'
import { Toolbar } from '../toolbar.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'

export interface ThemeEntry {
  name: string
  address: string
  /** 0 if nothing is published. */
  version: number
  hasDraft: boolean
  heldName: string | null
}

interface ThemesPageProps {
  frame: ConsoleFrame
  query: string
  instance: ThemeEntry | null
  held: readonly ThemeEntry[]
  clients: List<ThemeEntry> | null
  organizations: List<ThemeEntry> | null
}

export const ThemesPage = ({ frame, query, instance, held, clients, organizations }: ThemesPageProps) => {
  const { console } = frame.words
  const words = console.themes
  return (
    <ConsoleLayout frame={frame} section="themes">
      <p>{words.intro}</p>
      {held.length > 0 && (
        <section>
          <h2>{words.held}</h2>
          <Themes frame={frame} rows={held} />
        </section>
      )}
      {instance && (
        <section>
          <h2>{words.instance}</h2>
          <Themes frame={frame} rows={[instance]} />
        </section>
      )}
      {clients && (
        <section>
          <h2>{console.sections.applications}</h2>
          <Themes frame={frame} {...clients} />
        </section>
      )}
      {organizations && (
        <section>
          <h2>{console.sections.organizations}</h2>
          <Toolbar
            frame={frame}
            address={`${frame.base}/admin/themes`}
            label={frame.words.admin.search}
            query={query}
          />
          <Themes frame={frame} {...organizations} searched={query} empty={words.noneYet} />
        </section>
      )}
    </ConsoleLayout>
  )
}

const Themes = (
  props: Omit<Parameters<typeof Table<ThemeEntry>>[0], 'columns' | 'frame'> & { frame: ConsoleFrame },
) => {
  const { frame } = props
  const words = frame.words.console.themes
  return (
    <Table
      {...props}
      columns={[
        {
          head: frame.words.lists.sorts.name,
          width: 'wide',
          cell: ({ name, address, heldName }) => (
            <NameCell name={name} href={address} detail={heldName && words.nameHeld({ name: heldName })} />
          ),
        },
        {
          head: frame.words.lists.state,
          cell: ({ version, hasDraft }) => (
            <>
              <Status kind={version > 0 ? 'good' : 'neutral'}>
                {version > 0 ? words.inForce({ version: String(version) }) : words.notPublished}
              </Status>
              {hasDraft && <Tag>{words.draft}</Tag>}
            </>
          ),
        },
      ]}
    />
  )
}
