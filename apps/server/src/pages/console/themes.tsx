import { Pager } from '../pager.tsx'
import { Row, Rows } from '../rows.tsx'
import { type ConsoleFrame, ConsoleLayout, Search } from './layout.tsx'

export interface ThemeEntry {
  name: string
  address: string
  /** 0 if nothing is published. */
  version: number
  hasDraft: boolean
  heldName: string | null
}

/** A page of a list. */
interface ThemeList {
  rows: readonly ThemeEntry[]
  next: string | null
  first: string | null
}

interface ThemesPageProps {
  frame: ConsoleFrame
  query: string
  instance: ThemeEntry | null
  held: readonly ThemeEntry[]
  clients: ThemeList | null
  organizations: ThemeList | null
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
          <Themes frame={frame} themes={held} />
        </section>
      )}
      {instance && (
        <section>
          <h2>{words.instance}</h2>
          <Themes frame={frame} themes={[instance]} />
        </section>
      )}
      {clients && (
        <section>
          <h2>{console.sections.applications}</h2>
          <Themes frame={frame} themes={clients.rows} />
          <Pager frame={frame} next={clients.next} first={clients.first} />
        </section>
      )}
      {organizations && (
        <section>
          <h2>{console.sections.organizations}</h2>
          <Search frame={frame} path="/admin/themes" query={query} found={query ? organizations.rows.length : 1} />
          {!query && organizations.rows.length === 0 && <p class="quiet">{words.noneYet}</p>}
          <Themes frame={frame} themes={organizations.rows} />
          <Pager frame={frame} next={organizations.next} first={organizations.first} />
        </section>
      )}
    </ConsoleLayout>
  )
}

const Themes = ({ frame, themes }: { frame: ConsoleFrame; themes: readonly ThemeEntry[] }) => {
  const words = frame.words.console.themes
  if (themes.length === 0) return null
  return (
    <Rows>
      {themes.map(({ name, address, version, hasDraft, heldName }) => (
        <Row
          title={<a href={address}>{name}</a>}
          tags={[hasDraft && words.draft]}
          hints={[
            version > 0 ? words.inForce({ version: String(version) }) : words.notPublished,
            heldName && words.nameHeld({ name: heldName }),
          ]}
        />
      ))}
    </Rows>
  )
}
