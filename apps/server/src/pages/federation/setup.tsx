import type { Child } from 'hono/jsx'
import { type AuthMethod, type Provider, providers } from '../../oidc/federation/connection.ts'
import { ActForm } from '../act-form.tsx'
import { Code, Facts } from '../facts.tsx'
import { CodeField } from '../fields.tsx'
import { Field, Form, type Frame, Layout } from '../layout.tsx'
import { Status } from '../status.tsx'
import { Row, Rows } from '../table.tsx'
import {
  AtTheProvider,
  IssuerForm,
  type OurAddresses,
  ProviderFields,
  type ProviderValues,
} from './provider-fields.tsx'
import { DirectoryStep } from './setup-directory.tsx'

interface ClosedProps {
  frame: Frame
  organization: string
  /** Shortened: whoever has the link need not know it. */
  address: string
  /** The path of the link. */
  action: string
  /** Digits of the code; null until one was asked for. */
  digits: number | null
  problem?: string | undefined
}

/** A link that nobody has opened yet: it says whose sign-in it is about, and nothing else. */
export const ClosedSetupPage = ({ frame, organization, address, action, digits, problem }: ClosedProps) => {
  const { words } = frame
  const { setup, manage, me } = words
  return (
    <Layout frame={frame} title={setup.title({ organization })}>
      {digits === null ? (
        <>
          <p>{setup.intro({ address })}</p>
          <Form action={`${action}/code`} submit={me.phone.send} />
        </>
      ) : (
        <>
          <p role="status">{manage.codeSent({ address })}</p>
          <Form action={`${action}/open`} submit={me.confirm}>
            <CodeField words={words} digits={digits} problem={problem} />
          </Form>
          <ActForm action={`${action}/code`} class="below" label={words.code.resend} />
        </>
      )}
    </Layout>
  )
}

export interface SetupDomain {
  name: string
  proven: boolean
  attached: boolean
  /** Null until the organization has named the domain. */
  record: { name: string; value: string } | null
}

interface SetupPageProps {
  frame: Frame & { date(at: Date): string }
  organization: string
  action: string
  until: Date
  domain: SetupDomain
  /** What is typed about the provider. Null: it is to be chosen. */
  form: {
    provider: Provider
    values: ProviderValues
    methods: readonly AuthMethod[]
    fixedIssuer: string | null
    hasSecret: boolean
    /** The issuer is asked for first: without it, the redirect URI is not known. */
    asksIssuer: boolean
  } | null
  addresses: OurAddresses
  /** Saved, so that it can be tested. */
  saved: boolean
  tested: boolean
  /** Null until an owner has turned it on. */
  directory: { baseUrl: string; mayMakeToken: boolean } | null
  problems: Partial<Record<string, string>>
  /** The checks of the last test. */
  attempt: Child
}

/** The steps of whoever sets the sign-in of a company up. Nothing of it signs anybody in. */
export const SetupPage = (props: SetupPageProps) => {
  const { frame, organization, action, until, saved, tested, domain, attempt, directory, problems } = props
  const { setup, sso } = frame.words
  return (
    <Layout frame={frame} title={setup.title({ organization })} wide>
      <p>{setup.until({ date: frame.date(until), organization })}</p>
      {tested && domain.attached && <p role="status">{setup.ready({ organization })}</p>}
      <DomainStep {...props} />
      <ProviderStep {...props} />
      <section>
        <h2>
          <bdi>3. {sso.test}</bdi> {tested && <Status kind="good">{frame.words.federation.states.tested}</Status>}
        </h2>
        {saved && <p class="hint">{sso.testIntro}</p>}
        {saved && (
          <ActForm action={`${action}/test`} label={sso.test} look="primary" fields={{ domain: domain.name }} />
        )}
        {attempt}
      </section>
      {directory && <DirectoryStep frame={frame} action={action} directory={directory} problem={problems.token} />}
    </Layout>
  )
}

const DomainStep = ({ frame, action, domain, saved, problems }: SetupPageProps) => {
  const { org, lists } = frame.words
  const { name, proven, attached, record } = domain
  // What was proven first is attached to the provider that is saved next.
  const isDone = attached || (proven && !saved && !problems.domain)
  return (
    <section>
      <h2>
        <bdi>1. {org.domain}</bdi>{' '}
        {record && <Status kind={proven ? 'good' : 'neutral'}>{proven ? org.verifiedDns : org.notVerified}</Status>}
      </h2>
      {isDone ? (
        <p>
          <bdi>{name}</bdi>
        </p>
      ) : (
        <ActForm action={`${action}/domain`} label={org.addDomain} look={record ? 'secondary' : 'primary'}>
          <Field name="domain" label={org.domain} value={name} maxlength={253} problem={problems.domain} required />
        </ActForm>
      )}
      {record && !isDone && (
        <>
          <p>{org.addRecord}</p>
          <Facts
            facts={[
              [org.record.type, <Code>TXT</Code>],
              [
                org.record.name,
                <Code copy={lists} about={org.record.name}>
                  {record.name}
                </Code>,
              ],
              [
                org.record.value,
                <Code copy={lists} about={org.record.value}>
                  {record.value}
                </Code>,
              ],
            ]}
          />
          <ActForm
            action={`${action}/domain/check`}
            fields={{ domain: name }}
            label={org.check}
            about={name}
            look="primary"
          />
        </>
      )}
    </section>
  )
}

const ProviderStep = ({ frame, action, domain, form, addresses, saved, problems }: SetupPageProps) => {
  const { sso } = frame.words
  if (!form)
    return (
      <section>
        <h2>2. {sso.provider}</h2>
        <p>{sso.choose}</p>
        <Rows>
          {providers.map((name) => (
            <Row
              title={
                <a href={`${action}?${new URLSearchParams({ provider: name, domain: domain.name })}`}>
                  {sso.providers[name]}
                </a>
              }
            />
          ))}
        </Rows>
      </section>
    )
  if (form.asksIssuer)
    return (
      <section>
        <h2>2. {sso.providers[form.provider]}</h2>
        <IssuerForm
          frame={frame}
          action={action}
          fields={{ provider: form.provider, domain: domain.name }}
          provider={form.provider}
          issuer={form.values.issuer}
          problem={problems.issuer}
        />
      </section>
    )
  return (
    <section>
      <h2>2. {sso.providers[form.provider]}</h2>
      <p>{sso.atProvider}</p>
      <AtTheProvider frame={frame} addresses={addresses} withKeys={form.methods.includes('private_key_jwt')} />
      <ActForm
        action={`${action}/provider`}
        fields={{ provider: form.provider, domain: domain.name }}
        label={sso.save}
        look={saved ? 'secondary' : 'primary'}
      >
        <ProviderFields frame={frame} {...form} problems={problems} />
      </ActForm>
    </section>
  )
}
