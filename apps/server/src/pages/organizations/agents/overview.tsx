import { ActForm } from '../../act-form.tsx'
import { Breadcrumbs } from '../../breadcrumbs.tsx'
import { Field, Problem, Sentence, Technical } from '../../layout.tsx'
import { Status } from '../../status.tsx'
import { type Column, EmptyState, NameCell, Table } from '../../table.tsx'
import { Time } from '../../time.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from '../layout.tsx'
import { type AccessChoices, AccessFields, type AccessValues, NameField } from './issuer-fields.tsx'

interface ListedIssuer {
  id: string
  name: string
  issuer: string
  tenant: string
  active: boolean
  usedAt: Date | null
}

/** What came of an assertion that an owner tried out. */
export type ShownTest =
  | { accepted: true; person: string; client: string; access: string }
  | { accepted: false; differs: string }

interface AgentsPageProps {
  frame: OrganizationFrame
  issuers: readonly ListedIssuer[]
  /** A domain was proven by DNS. */
  hasDomain: boolean
  test: ShownTest | null
  /** Admins look; owners decide. */
  isOwner: boolean
}

/** The issuers that an organization trusts with the access of its members' applications. */
export const AgentsPage = ({ frame, issuers: rows, hasDomain, test, isOwner }: AgentsPageProps) => {
  const { issuers, problems, org, lists } = frame.words
  const add = isOwner && hasDomain && (
    <a class="button primary" href={organizationPath(frame, '/agents/new')}>
      {issuers.add}
    </a>
  )
  const columns: Column<ListedIssuer>[] = [
    {
      head: frame.words.federation.issuer,
      cell: ({ id, name, issuer }) => (
        <NameCell name={name} href={organizationPath(frame, `/agents/${id}`)} detail={issuer} />
      ),
    },
    { head: issuers.tenant, cell: ({ tenant }) => tenant && <bdi class="technical">{tenant}</bdi> },
    { head: lists.state, width: 'narrow', cell: ({ active }) => <IssuerState frame={frame} active={active} /> },
    {
      head: lists.columns.lastUsed,
      width: 'narrow',
      cell: ({ usedAt }) => usedAt && <Time frame={frame} at={usedAt} />,
    },
  ]
  return (
    <OrganizationLayout frame={frame} tab="agents">
      <p>{issuers.intro}</p>
      <Problem id="agents-problem" text={frame.problems.passkey ?? frame.problems.issuer} />
      {!hasDomain && (
        <p>
          {problems['no-proven-domain']} <a href={organizationPath(frame, '/domains')}>{org.tabs.domains}</a>
        </p>
      )}
      <Table
        frame={frame}
        rows={rows}
        columns={columns}
        label={frame.words.federation.issuer}
        listActs={rows.length > 0 && add}
        empty={<EmptyState text={issuers.none}>{add}</EmptyState>}
      />
      {isOwner && rows.length > 0 && <AssertionTest frame={frame} test={test} />}
    </OrganizationLayout>
  )
}

export const IssuerState = ({ frame, active }: { frame: OrganizationFrame; active: boolean }) => (
  <Status kind={active ? 'good' : 'neutral'}>{frame.words.federation.states[active ? 'active' : 'disabled']}</Status>
)

const AssertionTest = ({ frame, test }: Pick<AgentsPageProps, 'frame' | 'test'>) => {
  const { issuers } = frame.words
  return (
    <section>
      <h2>{issuers.test}</h2>
      <p>{issuers.testIntro}</p>
      {test && (
        <p role="status">
          {test.accepted ? (
            <>
              {issuers.accepted({ client: test.client, person: test.person })} <Technical>{test.access}</Technical>
            </>
          ) : (
            <Sentence text={issuers.refused({ differs: test.differs })} technical={test.differs} />
          )}
        </p>
      )}
      <ActForm action={organizationPath(frame, '/agents/test')} label={issuers.test}>
        <Field name="assertion" label={issuers.assertion} maxlength={16000} class="technical" required />
      </ActForm>
    </section>
  )
}

interface NewIssuerProps {
  frame: OrganizationFrame
  values: AccessValues & { issuer: string; tenant: string; jwksUri: string }
  choices: AccessChoices
}

/** An issuer is described. It is asked for its keys when this is saved. */
export const NewIssuerPage = ({ frame, values, choices }: NewIssuerProps) => {
  const { issuers, sso, org, lists, federation } = frame.words
  const field = (name: 'issuer' | 'tenant' | 'jwks_uri', label: string, hint: string, value: string) => (
    <Field
      name={name}
      label={label}
      hint={hint}
      value={value}
      maxlength={500}
      class="technical"
      required={name === 'issuer'}
      problem={frame.problems[name]}
    />
  )
  return (
    <OrganizationLayout frame={frame} tab="agents" title={issuers.add}>
      <Breadcrumbs
        label={lists.breadcrumbs}
        trail={[{ href: organizationPath(frame, '/agents'), label: org.tabs.agents }]}
      />
      <Problem id="agents-problem" text={frame.problems.passkey} />
      <ActForm action={organizationPath(frame, '/agents/new')} label={sso.save} look="primary">
        <NameField frame={frame} value={values.name} />
        {field('issuer', federation.issuer, issuers.issuerHint, values.issuer)}
        {field('tenant', issuers.tenant, issuers.tenantHint, values.tenant)}
        {field('jwks_uri', issuers.jwksUri, issuers.jwksUriHint, values.jwksUri)}
        <AccessFields frame={frame} values={values} choices={choices} />
      </ActForm>
    </OrganizationLayout>
  )
}
