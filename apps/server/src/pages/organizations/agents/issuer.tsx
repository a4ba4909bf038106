import { ActForm, Confirmation } from '../../act-form.tsx'
import { Breadcrumbs } from '../../breadcrumbs.tsx'
import { Code, Facts } from '../../facts.tsx'
import { Problem, Technical } from '../../layout.tsx'
import { Time } from '../../time.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from '../layout.tsx'
import { type AccessChoices, AccessFields, type AccessValues, NameField } from './issuer-fields.tsx'
import { IssuerState } from './overview.tsx'

interface IssuerPageProps {
  frame: OrganizationFrame
  issuer: {
    id: string
    name: string
    issuer: string
    tenant: string
    active: boolean
    version: number
    usedAt: Date | null
  }
  /** The keys that it has now. Null: it did not say. */
  keys: readonly { kid: string; alg: string }[] | null
  values: AccessValues
  choices: AccessChoices
  isOwner: boolean
}

/** An issuer that an organization trusts, and what it may give. */
export const IssuerPage = ({ frame, issuer, keys, values, choices, isOwner }: IssuerPageProps) => {
  const { org, lists, me } = frame.words
  const { id, version } = issuer
  return (
    <OrganizationLayout
      frame={frame}
      tab="agents"
      title={issuer.name}
      status={<IssuerState frame={frame} active={issuer.active} />}
    >
      <Breadcrumbs
        label={lists.breadcrumbs}
        trail={[{ href: organizationPath(frame, '/agents'), label: org.tabs.agents }]}
      />
      <Problem id="agents-problem" text={frame.problems.passkey ?? frame.problems.issuer ?? frame.problems.team} />
      <IssuerFacts frame={frame} issuer={issuer} keys={keys} />
      {isOwner && (
        <ActForm
          action={organizationPath(frame, '/agents/access')}
          fields={{ id, version: String(version) }}
          label={me.save}
        >
          <NameField frame={frame} value={values.name} />
          <AccessFields frame={frame} values={values} choices={choices} />
        </ActForm>
      )}
      {isOwner && <IssuerActs frame={frame} issuer={issuer} />}
    </OrganizationLayout>
  )
}

const IssuerFacts = ({
  frame,
  issuer: { issuer, tenant, usedAt },
  keys,
}: Pick<IssuerPageProps, 'frame' | 'issuer' | 'keys'>) => {
  const { issuers, lists, federation, problems } = frame.words
  return (
    <Facts
      facts={[
        [federation.issuer, <Code copy={lists}>{issuer}</Code>],
        tenant !== '' && [issuers.tenant, <Code>{tenant}</Code>],
        [
          issuers.keys,
          keys === null ? (
            problems['provider-metadata']
          ) : (
            <Technical>{keys.map(({ kid, alg }) => `${kid} (${alg})`).join(', ')}</Technical>
          ),
        ],
        usedAt && [lists.columns.lastUsed, <Time frame={frame} at={usedAt} />],
      ]}
    />
  )
}

const IssuerActs = ({ frame, issuer: { id, name, active } }: Pick<IssuerPageProps, 'frame' | 'issuer'>) => {
  const { issuers, org, me, console } = frame.words
  const act = (path: string, label: string, question: string, look: 'danger' | 'primary' = 'danger') => (
    <Confirmation
      action={organizationPath(frame, `/agents/${path}`)}
      fields={{ id }}
      label={label}
      about={name}
      question={question}
      look={look}
    />
  )
  return (
    <div class="acts">
      {active && act('end-all', org.connected.endAll, issuers.endAllText)}
      {active
        ? act('disable', console.applications.disable, issuers.disableText)
        : act('enable', console.applications.enable, issuers.enableText, 'primary')}
      {act('remove', me.remove, issuers.removeText)}
    </div>
  )
}
