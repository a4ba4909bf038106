import { ActForm, Menu } from '../act-form.tsx'
import { Code, Facts } from '../facts.tsx'
import { Select } from '../fields.tsx'
import { Field, Form, Problem } from '../layout.tsx'
import { Status } from '../status.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from './layout.tsx'

interface Domain {
  name: string
  verifiedAt: Date | null
  method: string | null
  joining: string
  recordName: string
  recordValue: string
  /** If the record was not found: until when people can still join by the domain. */
  missing: Date | null
  /** Nobody can join by the domain until the record is back. */
  lost: boolean
}

interface DomainsPageProps {
  frame: OrganizationFrame
  domains: readonly Domain[]
  /** What was typed into a form that was refused. */
  typed: string
  /** The domain whose postmaster was just sent a code. */
  mailed: string | null
}

export const DomainsPage = ({ frame, domains, typed, mailed }: DomainsPageProps) => {
  const { words, problems } = frame
  const { org } = words
  return (
    <OrganizationLayout frame={frame} tab="domains">
      <p>{org.domainsIntro}</p>
      <Problem id="domains-problem" text={problems.domain ?? problems.joining ?? problems.code} />
      {domains.map((domain) => (
        <DomainSection frame={frame} domain={domain} mailed={mailed === domain.name} />
      ))}
      <h2>{org.addDomain}</h2>
      <Form action={organizationPath(frame, '/domains')} submit={org.addDomain}>
        <Field name="domain" label={org.domain} value={typed} maxlength={253} required />
      </Form>
    </OrganizationLayout>
  )
}

interface DomainProps {
  frame: OrganizationFrame
  domain: Domain
}

const DomainSection = ({ frame, domain, mailed }: DomainProps & { mailed: boolean }) => {
  const { org } = frame.words
  const { name, verifiedAt, method, missing } = domain
  return (
    <section>
      <div class="section-head">
        <h2>
          <bdi>{name}</bdi> <DomainStatus frame={frame} domain={domain} />
        </h2>
        <Menu label={frame.words.lists.actions} about={name}>
          <DomainAction frame={frame} domain={domain} path="/domains/check" label={org.check} />
          <DomainAction frame={frame} domain={domain} path="/domains/remove" label={frame.words.me.remove} danger />
        </Menu>
      </div>
      <RecordState frame={frame} domain={domain} />
      {(method !== 'dns' || missing) && <RecordToAdd frame={frame} domain={domain} />}
      {!verifiedAt && <PostmasterCode frame={frame} domain={domain} mailed={mailed} />}
      {verifiedAt && <JoiningForm frame={frame} domain={domain} />}
    </section>
  )
}

const DomainStatus = ({ frame, domain: { verifiedAt, method, missing, lost } }: DomainProps) => {
  const { org } = frame.words
  if (!verifiedAt) return <Status kind="neutral">{org.notVerified}</Status>
  const kind = lost ? 'bad' : missing ? 'warning' : 'good'
  return <Status kind={kind}>{method === 'dns' ? org.verifiedDns : org.verifiedMail}</Status>
}

/** Says that a record which existed was not found at the last check. */
const RecordState = ({ frame, domain: { lost, missing } }: DomainProps) => {
  const { manage } = frame.words
  if (lost) return <p class="problem">{manage.recordLost}</p>
  return missing && <p class="problem">{manage.recordMissing({ date: frame.date(missing) })}</p>
}

const RecordToAdd = ({ frame, domain }: DomainProps) => {
  const { org } = frame.words
  return (
    <>
      <p class="hint">{org.addRecord}</p>
      <Facts
        facts={[
          [org.record.type, <Code>TXT</Code>],
          [
            org.record.name,
            <Code copy={frame.words.lists} about={org.record.name}>
              {domain.recordName}
            </Code>,
          ],
          [
            org.record.value,
            <Code copy={frame.words.lists} about={org.record.value}>
              {domain.recordValue}
            </Code>,
          ],
        ]}
      />
      <DomainAction frame={frame} domain={domain} path="/domains/check" label={org.check} />
    </>
  )
}

/** Verification by a code that is mailed to the postmaster of the domain. Open once a code was sent. */
const PostmasterCode = ({ frame, domain, mailed }: DomainProps & { mailed: boolean }) => {
  const { words } = frame
  const { org } = words
  return (
    <details open={mailed}>
      <summary>{org.mailPostmaster}</summary>
      {mailed && <p role="status">{words.manage.codeSent({ address: `postmaster@${domain.name}` })}</p>}
      <DomainAction frame={frame} domain={domain} path="/domains/mail" label={org.mailPostmaster} />
      <ActForm
        action={organizationPath(frame, '/domains/confirm')}
        class="below"
        fields={{ domain: domain.name }}
        label={words.me.confirm}
      >
        <input
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          aria-label={words.code.label}
          maxlength={14}
        />
      </ActForm>
    </details>
  )
}

const JoiningForm = ({ frame, domain }: DomainProps) => {
  const { org, me } = frame.words
  const modes = (['off', 'suggest', 'automatic'] as const).map((value) => ({ value, label: org.joiningModes[value] }))
  return (
    <ActForm
      action={organizationPath(frame, '/domains/joining')}
      class="inline-form"
      fields={{ domain: domain.name }}
      label={me.save}
    >
      <Select name="joining" id={`joining-${domain.name}`} label={org.joining} value={domain.joining} choices={modes} />
    </ActForm>
  )
}

interface DomainActionProps extends DomainProps {
  path: string
  label: string
  danger?: boolean
}

const DomainAction = ({ frame, domain: { name }, path, label, danger }: DomainActionProps) => (
  <ActForm
    action={organizationPath(frame, path)}
    fields={{ domain: name }}
    label={label}
    about={name}
    look={danger ? 'danger' : 'secondary'}
  />
)
