import * as z from 'zod'
import { mailOutcomes } from '../../flows/management/deliveries/mail.ts'
import { checkSignIn, type SignInCheck } from '../../flows/management/sign-in-checks.ts'
import { liftLimits } from '../../flows/management/sign-in-limits.ts'
import { signInReasons } from '../../flows/platform/sign-in-log.ts'
import { at, emailAddress, id } from './fields.ts'
import { operation } from './operation.ts'

const methods = ['code', 'link', 'passkey', 'company', 'social'] as const
const outcomes = ['succeeded', 'failed', 'refused'] as const

const signInCheck = z
  .object({
    address: z.string(),
    account: z
      .object({
        id: id.describe('The `sub` of tokens.'),
        disabled: z.boolean(),
        passkeys: z.int(),
        demands: z
          .array(
            z.object({
              organization: z.string(),
              require_passkey: z.boolean(),
              session_max: z.int().nullable().describe('How old a sign-in may be, in seconds.'),
              company_sign_in: z.boolean().describe('Whether only its own sign-in is enough.'),
            }),
          )
          .describe('What organizations of the person ask of a sign-in.'),
        passkey_clients: z.array(z.string()).describe('Clients among the attempts that require a passkey.'),
      })
      .nullable()
      .describe('null where nobody has the address.'),
    sign_up: z
      .object({ policy: z.enum(['open', 'invited', 'domains']), invited: z.boolean(), admits: z.boolean() })
      .describe('`SIGN_UP`, and what it says of this address.'),
    company_sign_in: z
      .object({
        domain: z.string(),
        connection_id: id.nullable().describe('null where no connection signs in the people of the domain.'),
        organization: z.string().nullable(),
        in_use: z.boolean().describe('Whether the connection signs people in.'),
        enforced: z.boolean().describe('Whether no code is mailed to addresses of the domain.'),
        failures: z.int().describe('Sign-ins in a row that failed because of the connection or its provider.'),
      })
      .nullable()
      .describe('Whether a company signs in people with an address of this domain; null while `SSO` is off.'),
    directories: z
      .array(z.object({ organization: z.string(), active: z.boolean(), waiting_reason: z.string().nullable() }))
      .nullable()
      .describe('What the companies’ directories say of the person; null while `SCIM` is off.'),
    reserved_until: at.nullable().describe('The address was removed from another account, and waits until then.'),
    limits: z
      .array(
        z.object({
          kind: z.enum(['mail', 'code', 'network']),
          network: z.string().nullable(),
          until: at,
        }),
      )
      .describe('Limits in force: mails to the address, incorrect codes, attempts from a network.'),
    failures: z
      .object({ count: z.int(), limit: z.int() })
      .nullable()
      .describe('Incorrect codes that were counted, and from how many on codes are refused.'),
    mails: z
      .array(
        z.object({
          at,
          state: z.enum(mailOutcomes),
          reply: z.string().nullable().describe("The mail server's answer."),
        }),
      )
      .describe('What became of the last three mails to sign in with, newest first.'),
    attempts: z
      .array(
        z.object({
          id,
          at,
          method: z.enum(methods),
          outcome: z.enum(outcomes),
          reason: z.enum(signInReasons).nullable().describe('null for a success.'),
          client_id: z.string(),
          network: z.string().describe('A /24 or /48.'),
          device: z.string(),
        }),
      )
      .describe('The last twenty attempts, newest first.'),
  })
  .meta({ id: 'SignInCheck' })

const toSignInCheck = (check: SignInCheck): z.input<typeof signInCheck> => ({
  address: check.address,
  account: check.account
    ? {
        id: check.account.id,
        disabled: check.account.disabled,
        passkeys: check.account.passkeys,
        demands: check.account.demands.map(({ organization, requirePasskey, sessionMax, companySignIn }) => ({
          organization,
          require_passkey: requirePasskey,
          session_max: sessionMax,
          company_sign_in: companySignIn,
        })),
        passkey_clients: [...check.account.passkeyClients],
      }
    : null,
  sign_up: { policy: check.signUp.policy, invited: check.signUp.invited, admits: check.signUp.admits },
  company_sign_in: check.company && {
    domain: check.company.domain,
    connection_id: check.company.connection?.id ?? null,
    organization: check.company.connection?.organization ?? null,
    in_use: check.company.connection?.inUse ?? false,
    enforced: check.company.connection?.enforced ?? false,
    failures: check.company.connection?.failures ?? 0,
  },
  directories:
    check.directories?.map(({ organization, active, waitingReason }) => ({
      ...{ organization, active, waiting_reason: waitingReason },
    })) ?? null,
  reserved_until: check.reservedUntil?.toISOString() ?? null,
  limits: check.limits.map(({ kind, network, until }) => ({ kind, network, until: until.toISOString() })),
  failures: check.failures,
  mails: check.mails.map(({ at, state, reply }) => ({ at: at.toISOString(), state, reply })),
  attempts: check.attempts.map((attempt) => ({
    id: attempt.id,
    at: attempt.at.toISOString(),
    method: attempt.method,
    outcome: attempt.outcome,
    reason: attempt.reason,
    client_id: attempt.client.id,
    network: attempt.network,
    device: attempt.device,
  })),
})

export const signInCheckOperations = [
  operation({
    method: 'get',
    path: '/sign-in-check',
    id: 'checkSignIn',
    summary: 'Find out why someone cannot sign in with an email address',
    scope: 'users:read',
    query: { address: emailAddress },
    refuses: [422],
    answer: signInCheck,
    run: async ({ deps, actor, query }) => ({
      body: toSignInCheck(await checkSignIn(deps, actor, query('address') ?? '', { mayKnowAccount: true })),
    }),
  }),
  operation({
    method: 'delete',
    path: '/sign-in-limits',
    id: 'liftSignInLimits',
    summary: 'Let an email address request and enter codes again at once, five times a day',
    scope: 'users:write',
    query: { address: emailAddress },
    refuses: [422],
    run: async ({ deps, actor, query }) => void (await liftLimits(deps, actor, query('address') ?? '')),
  }),
]
