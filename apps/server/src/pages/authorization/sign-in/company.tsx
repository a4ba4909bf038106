import type { SocialProvider } from '../../../oidc/federation/connection.ts'
import { type Frame, Layout, Problem } from '../../layout.tsx'
import { PasskeyForm, type PasskeyFormTarget, signInScript } from '../passkey-form.tsx'
import { SocialButtons } from './social-buttons.tsx'
import { WaitingAct, type WaitingActProps } from './waiting-act.tsx'

/** A connection that signs people in, and where that begins. */
export interface ConnectionLink {
  id: string
  name: string
  action: string
}

interface CompanyPageProps {
  frame: Frame
  organization: string
  /** Empty while none of the organization's connections signs people in. */
  connections: readonly ConnectionLink[]
  /** An owner may sign in with a passkey, to set company sign-in right. Null if passkeys are not supported. */
  passkey: PasskeyFormTarget | null
  /** The settings of company sign-in, for an owner who has signed in with a passkey. */
  settings: string | null
  /** Where another address can be typed. */
  otherAddress: string | null
  /** The page on which another organization can be chosen. */
  others: string | null
  waiting?: Pick<WaitingActProps, 'act' | 'formLost'>
}

/** Only the organization's own sign-in will do. */
export const CompanyPage = ({ frame, organization, connections, passkey, settings, ...props }: CompanyPageProps) => {
  const words = frame.words.company
  return (
    <Layout frame={frame} title={words.title} scripts={[signInScript]}>
      <WaitingAct words={frame.words} {...props.waiting} />
      {connections.length === 0 ? (
        <p class="problem" role="alert">
          {words.off({ organization })}
        </p>
      ) : (
        <>
          <p>{words.intro({ organization })}</p>
          <ConnectionForms connections={connections} label={words.continue} />
        </>
      )}
      {(props.otherAddress || props.others) && (
        <div class="actions">
          {props.otherAddress && <a href={props.otherAddress}>{frame.words.code.otherAddress}</a>}
          {props.others && <a href={props.others}>{frame.words.termsStep.otherOrganization}</a>}
        </div>
      )}
      {settings ? (
        <p class="quiet">
          <a href={settings}>{words.openSettings}</a>
        </p>
      ) : (
        passkey && (
          <>
            <p class="quiet">{words.owner({ organization })}</p>
            <PasskeyForm words={frame.words} place={passkey} label={frame.words.passkey.button} />
          </>
        )
      )}
    </Layout>
  )
}

const ConnectionForms = ({
  connections,
  label,
}: {
  connections: readonly ConnectionLink[]
  label(facts: { name: string }): string
}) => (
  <>
    {connections.map(({ id, name, action }) => (
      <form method="get" action={action} class="below">
        <input type="hidden" name="connection" value={id} />
        <button type="submit" class="primary">
          {label({ name })}
        </button>
      </form>
    ))}
  </>
)

interface WayPageProps {
  frame: Frame
  connection: ConnectionLink
  action: string
  otherAddress: string
  passkey: PasskeyFormTarget | null
  social: readonly SocialProvider[]
}

/** People of the domain may sign in at their organization, or by a code. */
export const WayPage = ({ frame, connection, action, otherAddress, passkey, social }: WayPageProps) => {
  const words = frame.words.company
  return (
    <Layout frame={frame} title={words.wayTitle} scripts={[signInScript]}>
      <ConnectionForms connections={[connection]} label={words.continue} />
      <form method="post" action={action} class="below">
        <button type="submit" class="secondary">
          {words.mailCode}
        </button>
      </form>
      {passkey && <PasskeyForm words={frame.words} place={passkey} label={frame.words.passkey.button} />}
      <SocialButtons words={frame.words} providers={social} action={connection.action} />
      <div class="actions">
        <a href={otherAddress}>{frame.words.code.otherAddress}</a>
      </div>
    </Layout>
  )
}

interface NotConnectedPageProps {
  frame: Frame
  text: string
}

/** An account could not be connected. */
export const NotConnectedPage = ({ frame, text }: NotConnectedPageProps) => (
  <Layout frame={frame} title={frame.words.company.connectTitle}>
    <Problem id="connect-problem" text={text} />
  </Layout>
)
