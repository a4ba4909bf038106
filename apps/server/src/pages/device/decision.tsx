import type { ShownConsent } from '../../oidc/consent.ts'
import type { AccountFrame } from '../account/layout.tsx'
import { ConsentedAccess } from '../connected-applications.tsx'
import { Facts } from '../facts.tsx'
import { Radios } from '../fields.tsx'
import { Layout, Problem, Technical } from '../layout.tsx'
import { Time } from '../time.tsx'
import { SignedInAs } from './signed-in-as.tsx'

interface DeviceDecisionPageProps {
  frame: AccountFrame
  action: string
  /** The request, sealed for the session that it is shown to. */
  request: string
  application: string
  access: ShownConsent
  /** What the device may act for: organizations by their ids, and `''` for none. */
  choices: readonly { value: string; label: string }[]
  requestedAt: Date
  device: { label: string; network: string }
  network: string
  /** What is missing, so that it can't be allowed. */
  missing: 'organization' | 'profile' | 'passkey' | null
}

/**
 * Whether a device may have access. Whoever attacks by a code has it typed on this very page, so it says where the device is,
 * and asks who sent the code; Cancel is what the Enter key does.
 */
export const DeviceDecisionPage = (props: DeviceDecisionPageProps) => {
  const { frame, application, access, requestedAt, device, network, missing } = props
  const words = frame.words.device
  return (
    <Layout frame={frame} title={words.decide({ application })} scripts={['forms']}>
      <p>
        <strong>{words.warning}</strong>
      </p>
      <Facts
        facts={[
          [words.requested, <Time frame={frame} at={requestedAt} />],
          [words.device, <bdi>{device.label}</bdi>],
          [words.deviceNetwork, <Technical>{device.network}</Technical>],
          [words.yourNetwork, <Technical>{network}</Technical>],
        ]}
      />
      <Problem id="network-problem" text={device.network === network ? undefined : words.differs} />
      <p>{frame.words.consent.intro({ application })}</p>
      <ConsentedAccess frame={frame} access={access} />
      <p>{words.access}</p>
      <SignedInAs frame={frame} />
      <Problem id="device-problem" text={missing === null ? undefined : textOf(props)} />
      <DecisionForm {...props} />
    </Layout>
  )
}

function textOf({ frame: { words }, application, missing }: DeviceDecisionPageProps): string {
  if (missing === 'passkey') return words.device.passkeyNeeded
  return missing === 'profile' ? words.device.incomplete({ application }) : words.device.noOrganization
}

/** Both buttons look the same. Cancel comes first and has the focus. */
const DecisionForm = ({ frame: { words }, action, request, choices, missing }: DeviceDecisionPageProps) => (
  <form method="post" action={action}>
    <input type="hidden" name="request" value={request} />
    {missing === null && <Choices words={words} choices={choices} />}
    <button type="submit" name="decision" value="cancel" class="secondary" autofocus>
      {words.passkey.cancel}
    </button>
    {missing === null && (
      <button type="submit" name="decision" value="allow" class="secondary">
        {words.device.allow}
      </button>
    )}
    {missing === 'passkey' && (
      <button type="submit" name="decision" value="passkey" class="secondary">
        {words.passkey.button}
      </button>
    )}
  </form>
)

const Choices = ({ words, choices }: Pick<DeviceDecisionPageProps, 'choices'> & { words: AccountFrame['words'] }) => {
  const [only, ...others] = choices
  if (!only) return null
  if (others.length > 0)
    return (
      <Radios
        name="organization"
        legend={words.console.impersonation.organization}
        value={only.value}
        choices={choices}
      />
    )
  return (
    <>
      <input type="hidden" name="organization" value={only.value} />
      {only.value !== '' && <p class="quiet">{words.consent.organization({ name: only.label })}</p>}
    </>
  )
}
