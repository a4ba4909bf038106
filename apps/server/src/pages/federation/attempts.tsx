import type { CheckName } from '../../oidc/federation/checks.ts'
import type { ConnectionState } from '../../oidc/federation/connection.ts'
import type { FederationReason } from '../../oidc/federation/reasons.ts'
import type { Times } from '../../words/dates.ts'
import type { Words } from '../../words/index.ts'
import { Code } from '../facts.tsx'
import type { Frame } from '../layout.tsx'
import { Status, type StatusKind } from '../status.tsx'
import { type Column, Lines, type List, Table } from '../table.tsx'
import { Time } from '../time.tsx'

type FederationWords = Words['federation']
type ListFrame = Frame & { times: Times }

/** A sign-in at an identity provider, for those who ask why it failed. */
export interface AttemptReport {
  reference: string
  createdAt: Date
  purpose: keyof FederationWords['purposes']
  /** Null while nobody has come back from the provider. */
  outcome: Exclude<keyof FederationWords['outcomes'], 'open'> | null
  reason: FederationReason | null
}

/** A check of an attempt, in the order in which they were made. */
export interface ReportedCheck {
  name: CheckName
  state: keyof FederationWords['checkStates']
  expected?: string
  received?: string
}

/** The sentence for each reason. Its own name is shown beside it. */
const sentences: Record<FederationReason, keyof FederationWords['reasons']> = {
  expired: 'late',
  replayed: 'late',
  'other-browser': 'late',
  'too-many-attempts': 'late',
  'response-issuer': 'late',
  'response-invalid': 'late',
  'upstream-refused': 'refused',
  'code-rejected': 'answer',
  'connection-off': 'off',
  'connection-changed': 'off',
  unreachable: 'metadata',
  metadata: 'metadata',
  'metadata-issuer': 'metadata',
  'secret-lost': 'client',
  'client-rejected': 'client',
  'token-response': 'answer',
  userinfo: 'answer',
  'id-token-missing': 'answer',
  'id-token-invalid': 'signature',
  signature: 'signature',
  'signing-key': 'signature',
  algorithm: 'signature',
  issuer: 'subject',
  audience: 'subject',
  'authorized-party': 'subject',
  nonce: 'subject',
  'token-expired': 'clock',
  clock: 'clock',
  subject: 'subject',
  'userinfo-subject': 'subject',
  'auth-time-missing': 'recent',
  'authentication-too-old': 'recent',
  'hosted-domain': 'domain',
  'email-missing': 'email',
  'outside-domain': 'domain',
  'not-provisioned': 'notProvisioned',
  'account-disabled': 'disabled',
  'identity-taken': 'link',
  'other-subject': 'otherSubject',
  'address-taken': 'link',
  'sign-up-closed': 'signUp',
  'not-confirmed': 'link',
  'other-person': 'link',
  'company-sign-in': 'company',
}

/** Why an attempt failed, in a sentence. */
export const reasonText = ({ federation }: Words, reason: FederationReason): string =>
  federation.reasons[sentences[reason]]

const stateKinds: Record<ConnectionState, StatusKind> = {
  draft: 'neutral',
  tested: 'warning',
  active: 'good',
  failing: 'bad',
  disabled: 'bad',
}

export const ConnectionStatus = ({ frame, state }: { frame: Frame; state: ConnectionState }) => (
  <Status kind={stateKinds[state]}>{frame.words.federation.states[state]}</Status>
)

const outcomeKinds = { done: 'good', confirm: 'warning', failed: 'bad', open: 'neutral' } as const

interface AttemptsProps {
  frame: ListFrame
  attempts: List<AttemptReport>
  /** The page of an attempt. */
  hrefOf(attempt: AttemptReport): string
}

/** The attempts at a connection, the newest first, below a heading of their own. */
export const FederationAttempts = ({ frame, attempts, hrefOf }: AttemptsProps) => {
  const words = frame.words.federation
  return (
    <section>
      <h2>{words.attempts}</h2>
      <p class="quiet">{attempts.rows.length === 0 ? words.noAttempts : words.attemptsHint}</p>
      <Table frame={frame} {...attempts} label={words.attempts} columns={columnsOf(frame, hrefOf)} />
    </section>
  )
}

function columnsOf(frame: ListFrame, hrefOf: AttemptsProps['hrefOf']): Column<AttemptReport>[] {
  const { lists, federation } = frame.words
  return [
    {
      head: federation.reference,
      width: 'narrow',
      cell: (attempt) => (
        <a href={hrefOf(attempt)}>
          <Code>{attempt.reference}</Code>
        </a>
      ),
    },
    {
      head: lists.state,
      width: 'wide',
      cell: (attempt) => <AttemptOutcome frame={frame} attempt={attempt} />,
    },
    { head: lists.columns.method, width: 'narrow', cell: ({ purpose }) => federation.purposes[purpose] },
    { head: lists.columns.time, width: 'time', cell: ({ createdAt }) => <Time frame={frame} at={createdAt} seconds /> },
  ]
}

/** How an attempt ended and, if it failed, why: in a sentence and by its name. */
export const AttemptOutcome = ({ frame, attempt }: { frame: Frame; attempt: AttemptReport }) => {
  const outcome = attempt.outcome ?? 'open'
  const status = <Status kind={outcomeKinds[outcome]}>{frame.words.federation.outcomes[outcome]}</Status>
  if (!attempt.reason) return status
  const detail = (
    <>
      {reasonText(frame.words, attempt.reason)} <Code>{attempt.reason}</Code>
    </>
  )
  return <Lines text={status} detail={detail} />
}

const checkKinds = { passed: 'good', failed: 'bad', noted: 'warning' } as const

/** Every check of an attempt, with what was expected and received. The names are those of the protocol. */
export const FederationChecks = ({ frame, checks }: { frame: Frame; checks: readonly ReportedCheck[] }) => {
  const { federation, lists } = frame.words
  return (
    <Table
      frame={frame}
      rows={checks}
      label={federation.check}
      columns={[
        { head: federation.check, cell: ({ name }) => <Code>{name}</Code> },
        {
          head: lists.state,
          width: 'narrow',
          cell: ({ state }) => <Status kind={checkKinds[state]}>{federation.checkStates[state]}</Status>,
        },
        {
          head: federation.expected,
          title: ({ expected }) => expected,
          cell: ({ expected }) => expected && <Code>{expected}</Code>,
        },
        {
          head: federation.received,
          title: ({ received }) => received,
          cell: ({ received }) => received && <Code>{received}</Code>,
        },
      ]}
    />
  )
}
