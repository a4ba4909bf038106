import type { Child } from 'hono/jsx'
import type { Words } from '../../words/index.ts'
import type { AccountFrame } from '../account/layout.tsx'
import { PersonMenu } from '../account/person-menu.tsx'
import type { ScriptName } from '../assets.ts'
import { doneNoticeText } from '../done-notices.ts'
import type { IconName } from '../icons.tsx'
import { type Frame, type HeadingProps, Layout } from '../layout.tsx'
import { SavedNotice, Tabs } from '../tabs.tsx'

export type SectionName = keyof Words['console']['sections']

/** What every page of the console needs besides its own content. */
export interface ConsoleFrame extends AccountFrame {
  /** The sections that the operator's role may open. */
  sections: readonly ConsoleSection[]
}

/** What the navigation of the console is divided into. The overview stands above. */
const groups = ['overview', 'people', 'applications', 'look', 'server'] as const

export interface ConsoleSection {
  name: SectionName
  path: string
  group: (typeof groups)[number]
  icon: IconName
}

interface ConsoleLayoutProps extends Omit<HeadingProps, 'title'> {
  frame: ConsoleFrame
  /** Null for a page that belongs to no section: it has a `title`. */
  section: SectionName | null
  /** Default: the name of the section. */
  title?: string
  /** The pages between that of the section and this one. */
  above?: readonly { href: string; label: string }[]
  /** What was searched for. */
  query?: string
  /** The sentence that says what has just happened. */
  notice?: string | null
  /** Undoes it. */
  undo?: Child
  scripts?: readonly ScriptName[]
  children?: Child
}

export const ConsoleLayout = (props: ConsoleLayoutProps) => {
  const { frame, section, title, above = [], query, notice, undo, children, ...rest } = props
  const words = frame.words.console
  const said = notice ?? doneNoticeText(frame)
  const top = title ? frame.sections.find(({ name }) => name === section) : undefined
  return (
    <Layout
      frame={frame}
      title={title ?? (section ? words.sections[section] : words.title)}
      {...rest}
      wide
      nav={<Tabs label={words.title} groups={navigation(frame, section)} />}
      search={<FindBox frame={frame} query={query} />}
      person={<PersonMenu frame={frame} />}
      home={`${frame.base}/admin`}
      trail={[...(top ? [{ href: `${frame.base}${top.path}`, label: words.sections[top.name] }] : []), ...above]}
    >
      <SavedNotice text={said}>{undo}</SavedNotice>
      {children}
    </Layout>
  )
}

const navigation = ({ sections, words: { console }, base }: ConsoleFrame, current: SectionName | null) => {
  const headings = { ...console.groups, people: console.sections.people, applications: console.sections.applications }
  return groups.map((group) => ({
    heading: group === 'overview' ? undefined : headings[group],
    links: sections
      .filter((section) => section.group === group)
      .map(({ name, path, icon }) => ({
        href: `${base}${path}`,
        label: console.sections[name],
        current: name === current,
        icon,
      })),
  }))
}

/** The search for everything, at the head of every page of the console. */
const FindBox = ({ frame, query = '' }: { frame: Frame; query?: string }) => {
  const words = frame.words.console.find
  return (
    <search class="find">
      <form method="get" action={`${frame.base}/admin/find`}>
        <input
          name="q"
          aria-label={words.label}
          type="search"
          value={query}
          placeholder={words.label}
          maxlength={254}
          autocomplete="off"
          spellcheck={false}
        />
        <button type="submit" class="secondary">
          {frame.words.admin.find}
        </button>
      </form>
    </search>
  )
}
