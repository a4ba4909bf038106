import type { Child } from 'hono/jsx'
import { ActForm } from '../../act-form.tsx'
import { Code, Facts } from '../../facts.tsx'
import { Status } from '../../status.tsx'
import { Row, Rows } from '../../table.tsx'
import { Time } from '../../time.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import { MemberField, SignInFields } from './member-fields.tsx'
import {
  type ApplicationMember,
  applicationMembers,
  type MemberInput,
  type MemberValues,
  type mainMembers,
  otherMembers,
} from './members.ts'
import { type Connection, Snippets } from './snippets.tsx'
import { type TestedUri, UriTester } from './uri-tester.tsx'

export interface ShownApplication {
  id: string
  name: string
  variable: string | null
  /** Null for one of the environment. */
  stored: {
    version: number
    createdAt: Date
    secretAt: Date | null
    nextSecretAt: Date | null
    disabled: boolean
    deleteAfter: Date | null
    /** Why this configuration refuses it. */
    faults: readonly string[]
  } | null
}

interface ApplicationPageProps {
  frame: ConsoleFrame
  application: ShownApplication
  values: MemberValues
  faults: Readonly<Record<string, string>>
  connection: Connection
  tested: TestedUri | null
  mayChange: boolean
  notice: string | null
  /** Someone else has changed it since the form was opened. */
  outdated?: boolean
}

export const ApplicationPage = (props: ApplicationPageProps) => {
  const { frame, application, connection, tested, mayChange, notice } = props
  const { stored, name } = application
  const changeable = mayChange && stored !== null && stored.deleteAfter === null
  return (
    <ConsoleLayout
      frame={frame}
      section="applications"
      title={name}
      face={{ id: application.id, name, kind: 'application' }}
      status={<State {...props} />}
      notice={notice}
    >
      <ApplicationFacts frame={frame} application={application} />
      <p class="toolbar-links">
        <a href={`${addressOf(frame, application)}/sign-ins`}>{frame.words.console.overview.signIns}</a>
        <a href={`${frame.base}/admin/themes/clients/${encodeURIComponent(application.id)}`}>
          {frame.words.org.tabs.theme}
        </a>
      </p>
      {changeable ? <SettingsForm {...props} stored={stored} /> : <SettingsList {...props} />}
      {stored && <Secrets {...props} stored={stored} changeable={changeable} />}
      <UriTester frame={frame} applicationId={application.id} tested={tested} />
      <Snippets frame={frame} connection={connection} />
      {mayChange && stored && <Acts {...props} stored={stored} />}
    </ConsoleLayout>
  )
}

const addressOf = (frame: ConsoleFrame, { id }: ShownApplication): string =>
  `${frame.base}/admin/applications/${encodeURIComponent(id)}`

type AboutApplication = Pick<ApplicationPageProps, 'frame' | 'application'>

const State = ({ frame, application: { stored } }: AboutApplication) => {
  const words = frame.words.console.applications
  if (stored?.deleteAfter)
    return <Status kind="bad">{words.deletedUntil({ date: frame.date(stored.deleteAfter) })}</Status>
  if (stored?.disabled) return <Status kind="bad">{words.states.disabled}</Status>
  if (stored && stored.faults.length > 0) return <Status kind="bad">{words.states.refused}</Status>
  return <Status kind="good">{frame.words.lists.states.active}</Status>
}

const ApplicationFacts = ({ frame, application: { stored, variable, id } }: AboutApplication) => {
  const { lists, console } = frame.words
  const words = console.applications
  return (
    <>
      <Facts
        facts={[
          [
            words.id,
            <Code copy={lists} about={words.id}>
              {id}
            </Code>,
          ],
          stored && [lists.created, <Time frame={frame} at={stored.createdAt} />],
        ]}
      />
      {variable && <p class="quiet">{words.readOnly({ variable })}</p>}
      {stored && stored.faults.length > 0 && (
        <div class="done">
          <p>{words.refusedNow}</p>
          <ul lang="en" dir="ltr">
            {stored.faults.map((fault) => (
              <li>{fault}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

type Stored = NonNullable<ShownApplication['stored']>

const SettingsForm = (props: ApplicationPageProps & { stored: Stored }) => {
  const { frame, application, values, faults, outdated = false, stored } = props
  const { applications: words } = frame.words.console
  const shared = { values, faults }
  const others = Object.entries(otherMembers) as [ApplicationMember, MemberInput][]
  return (
    <>
      <h2>{words.settings}</h2>
      {Object.keys(faults).length > 0 && <p class="problem">{words.refusedSettings}</p>}
      {outdated && (
        <p class="problem" role="alert">
          {words.changedMeanwhile}
        </p>
      )}
      <ActForm
        action={addressOf(frame, application)}
        fields={{ version: String(stored.version) }}
        act="save"
        label={frame.words.me.save}
        look="primary"
      >
        <MemberField {...shared} name="client_name" input={{ kind: 'line' }} label={words.name} required />
        <SignInFields {...shared} words={words} />
        <details open={others.some(([name]) => faults[name])}>
          <summary>{words.more}</summary>
          <p class="quiet">{words.moreIntro}</p>
          <div class="stack">
            {others.map(([name, input]) => (
              <MemberField
                {...shared}
                name={name}
                input={input}
                label={<code dir="ltr">{name}</code>}
                hint={input.kind === 'lines' ? words.perLine : undefined}
              />
            ))}
          </div>
        </details>
      </ActForm>
    </>
  )
}

/** The label of a member in the language of the page; the names of the others are those of the standards. */
function labelOf({ words }: ConsoleFrame, name: ApplicationMember): Child {
  const { applications } = words.console
  const labels: Partial<Record<ApplicationMember, string>> = {
    client_name: applications.name,
    redirect_uris: applications.redirectUris,
    post_logout_redirect_uris: applications.postLogoutRedirectUris,
    scope: applications.scopes,
  } satisfies Record<keyof typeof mainMembers, string>
  return labels[name] ?? <code dir="ltr">{name}</code>
}

/** A name is a text of its own direction; each URL can be copied by itself. */
function valuesToRead({ words }: ConsoleFrame, name: ApplicationMember, value: string): Child | Child[] {
  if (name === 'client_name') return <bdi>{value}</bdi>
  const lines = value.split('\n')
  if (!lines.every((line) => URL.canParse(line)))
    return (
      <bdi dir="ltr" class="lines">
        {value}
      </bdi>
    )
  return lines.map((line) => (
    <Code copy={words.lists} about={name}>
      {line}
    </Code>
  ))
}

/** The same to read, for a client of the environment, or an operator who may not change it. */
const SettingsList = ({ frame, values }: ApplicationPageProps) => (
  <>
    <h2>{frame.words.console.applications.settings}</h2>
    <Facts
      facts={applicationMembers
        .filter(([name]) => values[name])
        .map(([name]) => [labelOf(frame, name), valuesToRead(frame, name, values[name] ?? '')])}
    />
  </>
)

const Secrets = (props: ApplicationPageProps & { stored: Stored; changeable: boolean }) => {
  const { frame, application, stored, changeable } = props
  const words = frame.words.console.applications
  const action = addressOf(frame, application)
  const { secretAt, nextSecretAt } = stored
  const version = String(stored.version)
  const button = (act: string, label: string) =>
    changeable && <ActForm action={action} act={act} fields={{ version }} label={label} />
  return (
    <>
      <h2>{words.secrets}</h2>
      {secretAt === null && <p class="quiet">{words.noSecret}</p>}
      <Rows>
        {secretAt && (
          <Row title={words.secretMade({ date: frame.date(secretAt) })}>
            {nextSecretAt ? button('drop-old', words.dropOld) : button('rotate', words.rotate)}
          </Row>
        )}
        {nextSecretAt && (
          <Row title={words.nextSecretMade({ date: frame.date(nextSecretAt) })} hints={[words.bothAccepted]}>
            {button('drop-new', words.dropNew)}
          </Row>
        )}
      </Rows>
    </>
  )
}

const Acts = ({ frame, application, stored }: ApplicationPageProps & { stored: Stored }) => {
  const words = frame.words.console.applications
  const action = addressOf(frame, application)
  if (stored.deleteAfter) return <ActForm action={action} act="restore" label={words.restore} />
  return (
    <ActForm
      action={action}
      class="acts"
      acts={[
        stored.disabled ? { act: 'enable', label: words.enable } : { act: 'disable', label: words.disable },
        { act: 'delete', label: words.delete, look: 'danger' },
      ]}
    />
  )
}
