import { PageLinks } from '../../tabs.tsx'
import type { ConsoleFrame } from '../layout.tsx'

const places = {
  configured: '/admin/applications',
  registered: '/admin/registered-clients',
  tokens: '/admin/initial-access-tokens',
} as const
export type ApplicationPlace = keyof typeof places

/** The links between applications that operators made, those that registered themselves, and what allows that. */
export const ApplicationLinks = ({ frame, current }: { frame: ConsoleFrame; current: ApplicationPlace }) => {
  const words = frame.words.console.registration
  return (
    <PageLinks
      label={frame.words.console.sections.applications}
      links={(Object.keys(places) as ApplicationPlace[]).map((place) => ({
        href: `${frame.base}${places[place]}`,
        label: words[place],
        current: place === current,
      }))}
    />
  )
}
