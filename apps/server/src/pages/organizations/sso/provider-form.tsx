import { type Provider, providers } from '../../../oidc/federation/connection.ts'
import { ActForm } from '../../act-form.tsx'
import { Breadcrumbs } from '../../breadcrumbs.tsx'
import {
  AtTheProvider,
  IssuerForm,
  type OurAddresses,
  ProviderFields,
  type ProviderValues,
} from '../../federation/provider-fields.tsx'
import { Problem } from '../../layout.tsx'
import { Row, Rows } from '../../table.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from '../layout.tsx'

/** Which provider it is, before anything is typed. */
export const ChooseProviderPage = ({ frame }: { frame: OrganizationFrame }) => {
  const { sso, org, lists } = frame.words
  return (
    <OrganizationLayout frame={frame} tab="sso" title={sso.add}>
      <Breadcrumbs label={lists.breadcrumbs} trail={[{ href: organizationPath(frame, '/sso'), label: org.tabs.sso }]} />
      <p>{sso.choose}</p>
      <Rows>
        {providers.map((name) => (
          <Row title={<a href={`${organizationPath(frame, '/sso/new')}?provider=${name}`}>{sso.providers[name]}</a>} />
        ))}
      </Rows>
    </OrganizationLayout>
  )
}

interface IssuerPageProps {
  frame: OrganizationFrame
  provider: Provider
  issuer: string
  problem: string | undefined
}

/** The issuer of a new connection, of a provider that has more than one. */
export const IssuerPage = ({ frame, provider, issuer, problem }: IssuerPageProps) => {
  const { sso, org, lists } = frame.words
  const action = organizationPath(frame, '/sso/new')
  return (
    <OrganizationLayout frame={frame} tab="sso" title={sso.providers[provider]}>
      <Breadcrumbs label={lists.breadcrumbs} trail={[{ href: organizationPath(frame, '/sso'), label: org.tabs.sso }]} />
      <IssuerForm {...{ frame, action, provider, issuer, problem }} fields={{ provider }} />
    </OrganizationLayout>
  )
}

interface ProviderFormProps {
  frame: OrganizationFrame
  provider: Provider
  /** The connection that is changed; null for a new one. */
  connection: { id: string; name: string; version: number; hasSecret: boolean; inUse: boolean } | null
  values: ProviderValues
  methods: Parameters<typeof ProviderFields>[0]['methods']
  fixedIssuer: string | null
  addresses: OurAddresses
}

/** What says whom the organization trusts. It is checked when it is saved. */
export const ProviderFormPage = (props: ProviderFormProps) => {
  const { frame, provider, connection, values, methods, fixedIssuer, addresses } = props
  const { sso, org, lists } = frame.words
  const above = [{ href: organizationPath(frame, '/sso'), label: org.tabs.sso }]
  const trail = connection
    ? [...above, { href: organizationPath(frame, `/sso/${connection.id}`), label: connection.name }]
    : above
  const fields: Record<string, string> = connection
    ? { id: connection.id, version: String(connection.version) }
    : { provider }
  return (
    <OrganizationLayout frame={frame} tab="sso" title={connection ? sso.edit : sso.providers[provider]}>
      <Breadcrumbs label={lists.breadcrumbs} trail={trail} />
      <Problem id="sso-problem" text={frame.problems.passkey ?? frame.problems.provider} />
      {connection?.inUse && <p>{sso.editInUse}</p>}
      <p>{sso.atProvider}</p>
      <AtTheProvider frame={frame} addresses={addresses} withKeys={methods.includes('private_key_jwt')} />
      <ActForm
        action={organizationPath(frame, connection ? '/sso/edit' : '/sso/new')}
        fields={fields}
        label={sso.save}
        look="primary"
      >
        <ProviderFields
          frame={frame}
          provider={provider}
          values={values}
          methods={methods}
          fixedIssuer={fixedIssuer}
          hasSecret={connection?.hasSecret ?? false}
          problems={frame.problems}
        />
      </ActForm>
    </OrganizationLayout>
  )
}
