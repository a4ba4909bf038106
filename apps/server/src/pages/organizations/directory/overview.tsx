import { numberFormat } from '../../../words/dates.ts'
import { ActForm, Confirmation } from '../../act-form.tsx'
import { Facts } from '../../facts.tsx'
import { baseUrlFact } from '../../federation/setup-directory.tsx'
import { Problem } from '../../layout.tsx'
import { Status } from '../../status.tsx'
import { EmptyState, type List } from '../../table.tsx'
import { Time } from '../../time.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from '../layout.tsx'
import { DirectoryGroups, type DirectoryGroupsProps } from './groups.tsx'
import { DirectoryRequests, type ShownRequest, WaitingPeople, type WaitingPerson } from './lists.tsx'
import { type DirectoryState, directoryStateText, stateKinds } from './state.tsx'
import { DirectoryTokens, type ShownToken } from './tokens.tsx'

/** A directory that is on or paused, as its page shows it. */
export interface ShownDirectory {
  state: Exclude<DirectoryState, 'off'>
  /** What is entered in the company's directory. */
  baseUrl: string
  counts: { users: number; active: number; waiting: number; groups: number; errorsToday: number }
  lastRequestAt: Date | null
  allowOwner: boolean
  /** Everybody's roles are being worked out again. */
  reviewing: boolean
  tokens: readonly ShownToken[]
  waiting: List<WaitingPerson>
  groups: Omit<DirectoryGroupsProps, 'frame' | 'isOwner' | 'allowOwner'>
  requests: readonly ShownRequest[]
}

interface DirectoryPageProps {
  frame: OrganizationFrame
  /** Null while it is off. */
  directory: ShownDirectory | null
  /** Admins look; owners decide. */
  isOwner: boolean
}

/** The company's directory: what it is given, what it sent, and what follows from that. */
export const DirectoryPage = ({ frame, directory, isOwner }: DirectoryPageProps) => {
  const { directory: words } = frame.words
  const { problems } = frame
  return (
    <OrganizationLayout
      frame={frame}
      tab="directory"
      status={
        directory && (
          <Status kind={stateKinds[directory.state]}>{directoryStateText(frame.words, directory.state)}</Status>
        )
      }
    >
      <p>{words.intro}</p>
      <Problem id="directory-problem" text={problems.passkey ?? problems.directory} />
      {directory ? (
        <OpenDirectory frame={frame} directory={directory} isOwner={isOwner} />
      ) : (
        <EmptyState text={isOwner ? words.startText : frame.words.federation.states.disabled}>
          {isOwner && (
            <ActForm action={organizationPath(frame, '/directory/open')} label={words.start} look="primary" />
          )}
        </EmptyState>
      )}
    </OrganizationLayout>
  )
}

type OpenProps = Pick<DirectoryPageProps, 'frame' | 'isOwner'> & { directory: ShownDirectory }

const OpenDirectory = ({ frame, directory, isOwner }: OpenProps) => (
  <>
    <DirectoryFacts frame={frame} directory={directory} />
    <DirectoryTokens frame={frame} tokens={directory.tokens} isOwner={isOwner} />
    <WaitingPeople frame={frame} waiting={directory.waiting} />
    <DirectoryGroups frame={frame} isOwner={isOwner} allowOwner={directory.allowOwner} {...directory.groups} />
    <DirectoryRequests frame={frame} requests={directory.requests} />
    {isOwner && <DirectoryActs frame={frame} directory={directory} />}
  </>
)

const DirectoryFacts = ({
  frame,
  directory: { baseUrl, counts, lastRequestAt, reviewing },
}: Omit<OpenProps, 'isOwner'>) => {
  const { directory, console, lists, sso } = frame.words
  const { format: number } = numberFormat(frame.words.lang)
  return (
    <>
      <Facts
        facts={[
          baseUrlFact(frame, baseUrl),
          lastRequestAt && [directory.lastRequest, <Time frame={frame} at={lastRequestAt} />],
          [console.sections.people, number(counts.users)],
          [lists.states.active, number(counts.active)],
          counts.waiting > 0 && [directory.waiting, number(counts.waiting)],
          [sso.groups, number(counts.groups)],
          counts.errorsToday > 0 && [directory.refusedToday, number(counts.errorsToday)],
        ]}
      />
      {reviewing && <p class="hint">{directory.reviewing}</p>}
    </>
  )
}

/** What owners decide about all of it. */
const DirectoryActs = ({ frame, directory }: Omit<OpenProps, 'isOwner'>) => {
  const { directory: words, org, console } = frame.words
  const about = org.tabs.directory
  const action = (path: string) => organizationPath(frame, `/directory/${path}`)
  return (
    <section>
      <h2>{org.tabs.settings}</h2>
      <div class="acts">
        {directory.state === 'paused' ? (
          <ActForm action={action('resume')} label={words.resume} about={about} look="primary" />
        ) : (
          <Confirmation
            action={action('pause')}
            label={words.pause}
            about={about}
            question={words.pauseText}
            look="secondary"
          />
        )}
        <Confirmation
          action={action('close')}
          label={console.applications.disable}
          about={about}
          question={words.closeText}
        />
      </div>
    </section>
  )
}
