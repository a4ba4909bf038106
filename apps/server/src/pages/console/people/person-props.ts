import type { RecoveryTimes } from '../../account/recovery-note.tsx'
import type { SessionRow } from '../../account/sessions.tsx'
import type { ActivityEvent, NameOf } from '../../activity/describe-event.ts'
import type { ConsoleFrame } from '../layout.tsx'
import type { Attempt } from '../sign-ins/attempts.tsx'

/** A person as their page shows them. */
export interface ShownPerson {
  id: string
  /** Their name, or else an address, or else the id. */
  label: string
  addresses: readonly { address: string; primary: boolean }[]
  /** Nobody has proven the address: the account was made by an operator. */
  unverified: boolean
  disabled: boolean
  createdAt: Date
  lastSignInAt: Date | null
  pictureId: string | null
}

export interface PersonPageProps {
  frame: ConsoleFrame
  notice: string | null
  person: ShownPerson
  /** The address of this page, and of its forms. */
  path: string
  /** Fields of people are declared. */
  hasFields: boolean
  passkeys: readonly { name: string; usedAt: Date | null; createdAt: Date }[]
  identities: readonly { id: string; name: string; issuer: string; linkedAt: Date; seenAt: Date }[]
  memberships: readonly {
    id: string
    href: string
    name: string
    roles: readonly string[]
    teams: readonly string[]
    disabled: boolean
  }[]
  sessions: readonly Omit<SessionRow, 'current'>[]
  sessionCount: number
  olderSessions: string | null
  attempts: readonly Attempt[]
  applications: readonly { clientId: string; name: string; since: Date }[]
  events: readonly ActivityEvent[]
  nameOf: NameOf
  allEvents: string
  /** The page that says why their sign-in fails. Null for a role that does not see whole addresses. */
  signInHelp: string | null
  recovery: RecoveryTimes | null
  /** What the role of the operator allows. */
  may: { write: boolean; delete: boolean }
  /** Addresses are shown in short form. */
  shortened: boolean
  problem?: string
}
