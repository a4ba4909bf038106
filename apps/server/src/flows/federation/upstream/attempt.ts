import type { FederationCheck } from '../../../oidc/federation/checks.ts'
import type { SocialProvider, UpstreamIdentity } from '../../../oidc/federation/connection.ts'
import type { FederationReason } from '../../../oidc/federation/reasons.ts'

/** `sign-in`: for an interaction. `link`: of somebody who is signed in. `test`: makes no session, person or link. */
export type AttemptPurpose = 'sign-in' | 'link' | 'test'

/** A sign-in at an identity provider that began here. */
export interface FederationAttempt {
  id: string
  /** What people are told: they read it to their support. */
  reference: string
  /** Null for social sign-in. */
  connectionId: string | null
  social: SocialProvider | null
  purpose: AttemptPurpose
  interactionId: string | null
  /** Who tests or links. */
  userId: string | null
  setupLinkId: string | null
  createdAt: Date
  expiresAt: Date
  /** Where its browser goes on: the handle of the interaction, or a path of ours. */
  handle: string | null
  returnPath: string | null
  /** What was asked of the provider. */
  request: AttemptRequest
}

/** What has to be known for the answer, and by nobody else. */
export interface AttemptSecrets {
  nonce: string
  codeVerifier: string
  /** As they were when it began: an answer is for these and no others. */
  issuer: string | null
  clientId: string
  /** Of the connection. A test is of this one and no other. Null for social sign-in. */
  version: number | null
  handle: string | null
  returnPath: string | null
  request: AttemptRequest
  /** Another attempt was made before, whose authentication was too old. */
  again: boolean
}

/** An attempt that was redeemed by its answer: nobody else can. */
export interface RedeemedAttempt extends FederationAttempt {
  secrets: AttemptSecrets
}

export interface AttemptRequest {
  /** Seconds since the person authenticated there, at most. */
  maxAge?: number | undefined
  promptLogin?: boolean | undefined
  /** A client asked for that: a provider that does not say when somebody authenticated has not done it. */
  mustSayWhen?: boolean | undefined
  loginHint?: string | undefined
}

/** What is known of an answer so far, for whoever asks why it failed. */
export interface Progress {
  checks: FederationCheck[]
  claims: Readonly<Record<string, unknown>> | null
}

/** What an answer of the provider came to. */
export type FinishedAttempt =
  | {
      ok: true
      attempt: RedeemedAttempt
      identity: UpstreamIdentity
      checks: readonly FederationCheck[]
      /** What the provider said, as far as it was checked. */
      claims: Progress['claims']
    }
  | {
      ok: false
      /** Null if there is no such attempt in this browser. */
      attempt: FederationAttempt | null
      reason: FederationReason
      checks: readonly FederationCheck[]
    }

/** How an attempt ended. `confirm`: its person has to confirm that an account is theirs. */
export type AttemptOutcome = 'done' | 'confirm' | 'failed'
