import type { AuthMethod, Provider } from '../../oidc/federation/connection.ts'
import { Code, Facts } from '../facts.tsx'
import { type Choice, Select } from '../fields.tsx'
import { Field, type Frame, Technical } from '../layout.tsx'

/** What an issuer looks like. */
const placeholders: Partial<Record<Provider, string>> = {
  entra: 'https://login.microsoftonline.com/…/v2.0',
  okta: 'https://example.okta.com',
}

/** What is entered at an identity provider, the same for all of them. */
export interface OurAddresses {
  /** Null until the issuer is known that it is for. */
  redirectUri: string | null
  jwksUri: string
  signedOutUri: string
  /** Known once the connection is saved. */
  logoutUri: string | null
}

/** With what is to be entered at the provider, to copy. */
export const AtTheProvider = ({
  frame,
  addresses,
  withKeys,
}: {
  frame: Frame
  addresses: OurAddresses
  withKeys: boolean
}) => {
  const { lists } = frame.words
  const { redirectUri, jwksUri, signedOutUri, logoutUri } = addresses
  const copied = (label: string, value: string) =>
    [
      <Technical>{label}</Technical>,
      <Code copy={lists} about={label}>
        {value}
      </Code>,
    ] as const
  return (
    <Facts
      facts={[
        redirectUri !== null && copied('redirect_uri', redirectUri),
        withKeys && copied('jwks_uri', jwksUri),
        copied('post_logout_redirect_uri', signedOutUri),
        logoutUri !== null && copied('backchannel_logout_uri', logoutUri),
      ]}
    />
  )
}

/** What was typed, or is stored. A secret is neither. */
export interface ProviderValues {
  name: string
  issuer: string
  clientId: string
  authMethod: string
}

interface IssuerFormProps {
  frame: Frame
  /** The path of the page. */
  action: string
  /** Sent in hidden fields. */
  fields: Readonly<Record<string, string>>
  provider: Provider
  issuer: string
  problem: string | undefined
}

/** The issuer, before anything else of a new connection: by it the page knows the redirect URI. */
export const IssuerForm = ({ frame, action, fields, provider, issuer, problem }: IssuerFormProps) => (
  <>
    <p>{frame.words.sso.issuerFirst}</p>
    <form method="get" action={action}>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <IssuerField frame={frame} provider={provider} issuer={issuer} problem={problem} />
      <button type="submit" class="primary">
        {frame.words.continue}
      </button>
    </form>
  </>
)

const IssuerField = ({ frame, provider, issuer, problem }: Omit<IssuerFormProps, 'action' | 'fields'>) => (
  <Field
    name="issuer"
    label={frame.words.federation.issuer}
    placeholder={placeholders[provider]}
    value={issuer}
    maxlength={500}
    class="technical"
    problem={problem}
    required
  />
)

interface ProviderFieldsProps {
  frame: Frame
  provider: Provider
  values: ProviderValues
  /** How one can authenticate at this provider, the best first. */
  methods: readonly AuthMethod[]
  /** The provider has one issuer only. */
  fixedIssuer: string | null
  /** A secret is stored, and stays if none is typed. */
  hasSecret: boolean
  problems: Partial<Record<string, string>>
}

export const ProviderFields = (props: ProviderFieldsProps) => {
  const { frame, provider, values, methods, fixedIssuer, hasSecret, problems } = props
  const { sso, console } = frame.words
  const choices: Choice[] = methods.map((value) => ({ value, label: value }))
  return (
    <>
      <Field
        name="name"
        label={console.applications.name}
        value={values.name}
        maxlength={200}
        problem={problems.name}
        required
      />
      {fixedIssuer === null ? (
        <IssuerField frame={frame} provider={provider} issuer={values.issuer} problem={problems.issuer} />
      ) : (
        <input type="hidden" name="issuer" value={fixedIssuer} />
      )}
      <Field
        name="client_id"
        label={<Technical>client_id</Technical>}
        value={values.clientId}
        maxlength={255}
        class="technical"
        problem={problems.client_id}
        required
      />
      <Select
        name="auth_method"
        label={<Technical>token_endpoint_auth_method</Technical>}
        value={values.authMethod}
        choices={choices}
        problem={problems.auth_method}
      />
      <Field
        name="secret"
        type="password"
        label={<Technical>client_secret</Technical>}
        hint={hasSecret ? sso.secretKept : undefined}
        maxlength={500}
        autocomplete="off"
        class="technical"
        problem={problems.secret}
      />
    </>
  )
}
