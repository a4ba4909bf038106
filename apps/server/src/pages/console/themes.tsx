import { Pager } from '../pager.tsx'
import { Row, Rows } from '../rows.tsx'
import type { ConsoleFrame } from './layout.tsx'
import { ConsoleLayout } from './layout.tsx'

interface ThemeEntry {
  name: string
  address: string
  /** 0 if nothing is published. */
  version: number
  hasDraft: boolean
  heldName: string | null
}

interface ThemesPageProps {
  frame: ConsoleFrame
  instance: ThemeEntry | null
  held: readonly ThemeEntry[]
  clients: readonly ThemeEntry[]
  organizations: readonly ThemeEntry[]
  next: string | null
  first: string | null
}

export const ThemesPage = ({ frame, instance, held, clients, organizations, next, first }: ThemesPageProps) => {
  const { console } = frame.words
  const words = console.themes
  return (
    <ConsoleLayout frame={frame} section="themes">
      <p>{words.intro}</p>
      {held.length > 0 && (
        <>
          <h2>{words.held}</h2>
          <Themes frame={frame} themes={held} />
        </>
      )}
      {instance && (
        <>
          <h2>{words.instance}</h2>
          <Themes frame={frame} themes={[instance]} />
        </>
      )}
      {clients.length > 0 && (
        <>
          <h2>{console.sections.applications}</h2>
          <Themes frame={frame} themes={clients} />
        </>
      )}
      <h2>{console.sections.organizations}</h2>
      {organizations.length === 0 && <p class="quiet">{words.noneYet}</p>}
      <Themes frame={frame} themes={organizations} />
      <Pager frame={frame} next={next} first={first} />
    </ConsoleLayout>
  )
}

const Themes = ({ frame, themes }: { frame: ConsoleFrame; themes: readonly ThemeEntry[] }) => {
  const words = frame.words.console.themes
  return (
    <Rows>
      {themes.map(({ name, address, version, hasDraft, heldName }) => (
        <Row
          title={<a href={address}>{name}</a>}
          tags={[hasDraft && words.draft]}
          hints={[
            version > 0 ? words.inForce(String(version)) : words.notPublished,
            heldName && words.nameHeld(heldName),
          ]}
        />
      ))}
    </Rows>
  )
}
