import { expect, test } from 'vitest'
import type { AuthorizationRequest } from '../src/oidc/authorization-request.ts'
import { type Flow, nextStep, type OpenTerms } from '../src/oidc/next-step.ts'
import type { SsoPolicy } from '../src/oidc/organization-rules.ts'
import { noHeldRoles } from '../src/oidc/permissions.ts'

const startedAt = new Date('2026-11-01T12:00:00Z')
const before = (seconds: number) => new Date(startedAt.getTime() - seconds * 1000)
const member = (id: string, teams: string[] = []) => ({
  organizationId: id,
  slug: id,
  name: id,
  roles: ['member'],
  held: noHeldRoles,
  teams: teams.map((team) => ({ id: team, slug: team, name: team })),
  requirePasskey: false,
  ssoPolicy: 'off' as SsoPolicy,
  allowedNetworks: null as readonly string[] | null,
  sessionMax: null as number | null,
  termsVersion: null as number | null,
  fields: null,
  organizationFields: null,
})

const terms = (organizationId: string, postponableUntil: Date | null) =>
  new Map<string, OpenTerms>([[organizationId, { version: 1, postponableUntil }]])

const request: AuthorizationRequest = {
  clientId: 'web',
  redirectUri: 'https://rp.test/cb',
  mode: 'query',
  responseType: 'code',
  scope: ['openid', 'profile'],
  prompt: [],
  acrValues: [],
  uiLocales: [],
  resource: [],
}
const signedIn = {
  userId: 'ada',
  authenticatedAt: before(60),
  acr: 'urn:vestibule:acr:mail',
  organizationId: null,
  teamId: null,
}
const person = {
  profileComplete: true,
  termsAccepted: true,
  hasPasskey: false,
  memberships: [member('acme')],
  openTerms: new Map<string, OpenTerms>(),
  lacksFields: () => false,
  invitedTo: [] as string[],
  hasConsent: () => true,
  mayDoNothing: () => false,
}
const choices = { accountChosen: false, consented: false, offerPasskey: false, organizationId: null, teamId: null }
const client = { organization: 'required' as const, requirePasskey: false }
const steps = ['terms', 'profile', 'organization'] as const

const essential = (value: string): Partial<AuthorizationRequest> => ({
  claims: { idToken: { acr: { essential: true, value } }, userinfo: {} },
})

interface Case {
  request?: Partial<AuthorizationRequest>
  signedIn?: Partial<typeof signedIn> | null
  person?: Partial<NonNullable<Flow['person']>>
  choices?: Partial<Flow['choices']>
  client?: Partial<Flow['client']>
  steps?: Flow['steps']
  origin?: Flow['origin']
  companySignIn?: Flow['companySignIn']
}

const ask = (one: Case) =>
  nextStep({
    request: { ...request, ...one.request },
    client: { ...client, ...one.client },
    startedAt,
    signedIn: one.signedIn === null ? null : { ...signedIn, ...one.signedIn },
    person: one.signedIn === null ? null : { ...person, ...one.person },
    choices: { ...choices, ...one.choices },
    steps: one.steps ?? steps,
    ...(one.origin ? { origin: one.origin } : {}),
    companySignIn: one.companySignIn ?? null,
  })

// What is asked, and the error that the same situation is with prompt=none.
const table: [string, Case, string, string | null][] = [
  ['nobody is signed in', { signedIn: null }, 'ask-email', 'login_required'],
  ['all is done', {}, 'answer', null],
  ['the sign-in is older than max_age', { request: { maxAge: 30 } }, 'ask-email', 'login_required'],
  ['the sign-in is younger than max_age', { request: { maxAge: 90 } }, 'answer', null],
  [
    'a slow person is not asked twice',
    { request: { maxAge: 0 }, signedIn: { authenticatedAt: startedAt } },
    'answer',
    null,
  ],
  ['a client demands a passkey', { client: { requirePasskey: true } }, 'use-passkey', 'login_required'],
  [
    'a client demands a passkey, and it was one',
    { client: { requirePasskey: true }, signedIn: { acr: 'phr' } },
    'answer',
    null,
  ],
  [
    'an organization demands a passkey',
    { person: { memberships: [{ ...member('acme'), requirePasskey: true }] } },
    'use-passkey',
    'login_required',
  ],
  [
    'an essential acr was not reached',
    { request: essential('phrh'), signedIn: { acr: 'phr' } },
    'use-passkey',
    'login_required',
  ],
  ['an essential acr was more than reached', { request: essential('phr'), signedIn: { acr: 'phrh' } }, 'answer', null],
  ['a wish for more, and no passkey', { request: { acrValues: ['phr'] } }, 'answer', null],
  [
    'a wish for more, and a passkey',
    { request: { acrValues: ['phr'] }, person: { hasPasskey: true } },
    'ask-email',
    null,
  ],
  [
    'a wish for more is asked once',
    { request: { acrValues: ['phr'] }, person: { hasPasskey: true }, signedIn: { authenticatedAt: startedAt } },
    'answer',
    null,
  ],
  ['a passkey may be offered', { choices: { offerPasskey: true } }, 'offer-passkey', null],
  [
    'an offer comes after what has to be',
    { choices: { offerPasskey: true }, person: { profileComplete: false } },
    'complete-profile',
    'interaction_required',
  ],
  ['another person is hinted', { request: { hintedSubject: 'bob' } }, 'ask-email', 'login_required'],
  ['the same person is hinted', { request: { hintedSubject: 'ada' } }, 'answer', null],
  ['terms are open', { person: { termsAccepted: false } }, 'accept-terms', 'interaction_required'],
  [
    'terms come before the profile',
    { person: { termsAccepted: false, profileComplete: false } },
    'accept-terms',
    'interaction_required',
  ],
  ['the profile is open', { person: { profileComplete: false } }, 'complete-profile', 'interaction_required'],
  ['terms are not a step here', { person: { termsAccepted: false }, steps: ['profile'] }, 'answer', null],
  ['no organization yet', { person: { memberships: [] } }, 'choose-organization', 'interaction_required'],
  [
    'no organization, and none is needed',
    { person: { memberships: [] }, client: { organization: 'none' } },
    'answer',
    null,
  ],
  [
    'no organization, and it is optional',
    { person: { memberships: [] }, client: { organization: 'optional' } },
    'answer',
    null,
  ],
  [
    'several organizations',
    { person: { memberships: [member('a'), member('b')] } },
    'choose-organization',
    'interaction_required',
  ],
  [
    'several, one remembered',
    { person: { memberships: [member('a'), member('b')] }, signedIn: { organizationId: 'b' } as never },
    'answer',
    null,
  ],
  [
    'several, one remembered that is not theirs any more',
    { person: { memberships: [member('a'), member('b')] }, signedIn: { organizationId: 'gone' } as never },
    'choose-organization',
    'interaction_required',
  ],
  [
    'a wanted organization that invites',
    { request: { organization: 'new' }, person: { invitedTo: ['new'] } },
    'choose-organization',
    'interaction_required',
  ],
  [
    'several teams and a team step',
    { person: { memberships: [member('a', ['t1', 't2'])] }, steps: [...steps, 'team'] },
    'choose-team',
    'interaction_required',
  ],
  ['several teams and no team step', { person: { memberships: [member('a', ['t1', 't2'])] } }, 'answer', null],
  [
    "OR-38 an invitation to one of the person's two organizations, which anybody may have passed on",
    {
      request: { organization: 'b', byInvitation: true },
      person: { memberships: [member('a'), member('b')] },
      signedIn: { organizationId: 'b' } as never,
    },
    'choose-organization',
    'interaction_required',
  ],
  [
    'an invitation that the person followed',
    {
      request: { organization: 'b', byInvitation: true },
      person: { memberships: [member('a'), member('b')] },
      choices: { organizationId: 'b' },
    },
    'answer',
    null,
  ],
  [
    "an invitation to the person's only organization",
    { request: { organization: 'acme', byInvitation: true } },
    'answer',
    null,
  ],
  [
    'terms of the organization are open',
    { person: { openTerms: terms('acme', null) } },
    'accept-organization-terms',
    'interaction_required',
  ],
  ['terms of another organization are open', { person: { openTerms: terms('other', null) } }, 'answer', null],
  [
    'terms of the organization are open, and no organization is wanted',
    { person: { openTerms: terms('acme', null) }, client: { organization: 'none' } },
    'answer',
    null,
  ],
  [
    'terms of the organization do not depend on the steps of a client',
    { person: { openTerms: terms('acme', null) }, steps: [] },
    'accept-organization-terms',
    'interaction_required',
  ],
  [
    'the terms of the server come before those of the organization',
    { person: { termsAccepted: false, openTerms: terms('acme', null) } },
    'accept-terms',
    'interaction_required',
  ],
  [
    'the organization requires values that are missing',
    { person: { lacksFields: (id) => id === 'acme' } },
    'complete-fields',
    'interaction_required',
  ],
  ['another organization requires values', { person: { lacksFields: (id) => id === 'other' } }, 'answer', null],
  [
    'values are missing, and the client asks for no profile',
    { person: { lacksFields: () => true }, steps: ['terms'] },
    'answer',
    null,
  ],
  ['consent is open', { person: { hasConsent: () => false } }, 'consent', 'consent_required'],
  ['consent was given for this organization', { person: { hasConsent: (id) => id === 'acme' } }, 'answer', null],
  [
    'consent was given for another organization',
    { person: { hasConsent: (id) => id === 'other' } },
    'consent',
    'consent_required',
  ],
  [
    'the person answered, and that is no consent for this organization',
    { person: { hasConsent: () => false }, choices: { consented: true } },
    'consent',
    'consent_required',
  ],
]

test('terms of an organization that can be put off are asked about, and are no error', () => {
  const person = { openTerms: terms('acme', startedAt) }
  expect(ask({ person })).toMatchObject({ kind: 'accept-organization-terms', organizationId: 'acme' })
  expect(ask({ person, request: { prompt: ['none'] } }).kind).toBe('answer')
})

test.each(table)('%s', (_name, given, kind, error) => {
  expect(ask(given).kind).toBe(kind)
  const silent = () => ask({ ...given, request: { ...given.request, prompt: ['none'] } })
  if (error === null) expect(silent().kind).toBe('answer')
  else expect(silent).toThrow(expect.objectContaining({ code: error }))
})

test.each([
  ['login', {}, 'ask-email'],
  ['login', { signedIn: { authenticatedAt: startedAt } }, 'answer'],
  ['create', {}, 'ask-email'],
  ['consent', {}, 'consent'],
  ['consent', { choices: { consented: true } }, 'answer'],
  ['select_account', {}, 'select-account'],
  ['select_account', { choices: { accountChosen: true } }, 'answer'],
  ['select_organization', {}, 'choose-organization'],
  ['select_organization', { choices: { organizationId: 'acme' } }, 'answer'],
  ['select_organization', { client: { organization: 'none' } }, 'answer'],
] as [string, Case, string][])('prompt=%s with %o', (prompt, given, kind) => {
  // AZ-11
  expect(ask({ ...given, request: { prompt: [prompt as 'login'] } }).kind).toBe(kind)
})

test('a constraint of the request is never overridden', () => {
  const memberships = [member('a'), member('b')]
  expect(
    ask({
      request: { organization: 'b' },
      person: { memberships },
      signedIn: { organizationId: 'a' } as never,
      choices: { organizationId: 'a' },
    }),
  ).toMatchObject({
    kind: 'answer',
    organizationId: 'b',
  })
  expect(() => ask({ request: { organization: 'foreign' } })).toThrow(
    expect.objectContaining({ code: 'access_denied' }),
  )
})

const companyDomain = (enforced: boolean) => ({
  requiredBy: null,
  domain: { connectionId: 'okta', organizationId: 'acme', enforced },
})
const from = (connectedOrganizationId: string | null, isIn = true) => ({ connectedOrganizationId, isIn: () => isIn })
const requiring = (id: string) => ({ ...member(id), ssoPolicy: 'required' as const })

test('FE-19: an address of a domain that an organization has taken over leads there, known or not', () => {
  expect(ask({ signedIn: null, companySignIn: companyDomain(true) })).toEqual({
    kind: 'sign-in-at',
    organizationId: 'acme',
    connectionId: 'okta',
  })
  expect(ask({ signedIn: null, companySignIn: companyDomain(false) })).toEqual({
    kind: 'choose-way',
    connectionId: 'okta',
  })
  expect(ask({ signedIn: null, companySignIn: { requiredBy: null, domain: null } })).toEqual({ kind: 'ask-email' })
})

test('a request for an organization that requires its own sign-in begins there', () => {
  const companySignIn = { requiredBy: 'acme', domain: null }
  const at = { kind: 'sign-in-at', organizationId: 'acme' }
  expect(ask({ signedIn: null, companySignIn })).toEqual({ ...at, connectionId: null })
  // The address says by which of its connections, but not by that of another organization.
  expect(ask({ signedIn: null, companySignIn: { ...companyDomain(true), requiredBy: 'acme' } })).toEqual({
    ...at,
    connectionId: 'okta',
  })
  const elsewhere = { connectionId: 'entra', organizationId: 'beta', enforced: true }
  expect(ask({ signedIn: null, companySignIn: { requiredBy: 'acme', domain: elsewhere } })).toEqual({
    ...at,
    connectionId: null,
  })
})

test('with prompt=none, a sign-in at an organization is login_required', () => {
  const silent = { request: { prompt: ['none' as const] } }
  for (const companySignIn of [companyDomain(true), companyDomain(false), { requiredBy: 'acme', domain: null }])
    expect(() => ask({ ...silent, signedIn: null, companySignIn })).toThrow('the person is not signed in')
  expect(() => ask({ ...silent, person: { memberships: [requiring('acme')] }, origin: from(null) })).toThrow(
    'the organization requires its own sign-in',
  )
})

test('FE-18: the connection of one organization opens nothing of another that requires its own', () => {
  const memberships = [member('acme'), requiring('beta')]
  const request = { organization: 'beta' }
  const at = { kind: 'sign-in-at', organizationId: 'beta', connectionId: null }
  for (const organization of ['acme', 'gamma', null])
    expect(ask({ request, person: { memberships }, origin: from(organization) })).toEqual(at)
  expect(ask({ request, person: { memberships } })).toEqual(at)
  expect(ask({ request, person: { memberships }, origin: from('beta') })).toEqual({
    kind: 'answer',
    organizationId: 'beta',
    teamId: null,
  })
  // The session is good for the other organization, which requires nothing.
  expect(ask({ request: { organization: 'acme' }, person: { memberships }, origin: from('beta') }).kind).toBe('answer')
})

test('an organization asks for its own sign-in first, then for a passkey, then for a network', () => {
  const strict = { ...requiring('acme'), requirePasskey: true, allowedNetworks: ['192.0.2.0/24'] }
  const person = { memberships: [strict] }
  const passkey = { acr: 'phr' }
  expect(ask({ person, signedIn: passkey, origin: from(null, false) }).kind).toBe('sign-in-at')
  expect(ask({ person, origin: from('acme', false) })).toEqual({ kind: 'use-passkey', acr: 'phr' })
  expect(ask({ person, signedIn: passkey, origin: from('acme', false) })).toEqual({
    kind: 'not-allowed',
    organizationId: 'acme',
    byNetwork: true,
  })
  expect(ask({ person, signedIn: passkey, origin: from('acme') }).kind).toBe('answer')
  const silent = { prompt: ['none' as const] }
  expect(() => ask({ person, request: silent, signedIn: passkey, origin: from('acme', false) })).toThrow(
    'the organization does not allow this network',
  )
})

test('whoever may not go on in an organization for long signs in there again, not here', () => {
  const memberships = [{ ...requiring('acme'), sessionMax: 30 }]
  expect(ask({ person: { memberships }, origin: from('acme') })).toEqual({
    kind: 'sign-in-at',
    organizationId: 'acme',
    connectionId: null,
  })
})

test('a preference for a passkey sends nobody away from their organization, a demand does', () => {
  const person = { memberships: [requiring('acme')], hasPasskey: true }
  const signedIn = { acr: 'urn:vestibule:acr:federated' }
  expect(ask({ request: { acrValues: ['phr'] }, person, signedIn, origin: from('acme') }).kind).toBe('answer')
  expect(ask({ request: essential('phr'), person, signedIn, origin: from('acme') })).toEqual({
    kind: 'use-passkey',
    acr: 'phr',
  })
  // Asked to sign in again, the passkey that is demanded anyway is enough.
  const again = { ...essential('phr'), prompt: ['login' as const] }
  expect(ask({ request: again, person, signedIn: { acr: 'phr' }, origin: from('acme') })).toEqual({
    kind: 'use-passkey',
    acr: 'phr',
  })
  expect(ask({ request: again, person, signedIn: { acr: 'phr' }, origin: from(null) })).toEqual({ kind: 'ask-email' })
})

test('a sign-in at a provider satisfies no acr of ours, whatever its organization trusts it with', () => {
  for (const acr of ['urn:vestibule:acr:mail', 'phr', 'phrh'])
    for (const reached of ['urn:vestibule:acr:federated', 'urn:vestibule:acr:federated:phr'])
      expect(ask({ request: essential(acr), signedIn: { acr: reached }, origin: from('acme') })).toEqual({
        kind: 'use-passkey',
        acr,
      })
  const signedIn = { acr: 'urn:vestibule:acr:federated:phr' }
  expect(ask({ client: { requirePasskey: true }, signedIn, origin: from('acme') }).kind).toBe('use-passkey')
  const memberships = [{ ...requiring('acme'), requirePasskey: true }]
  expect(ask({ person: { memberships }, signedIn, origin: from('acme') }).kind).toBe('answer')
  const others = [{ ...requiring('acme'), ssoPolicy: 'offered' as const, requirePasskey: true }]
  expect(ask({ person: { memberships: others }, signedIn, origin: from('globex') }).kind).toBe('use-passkey')
})
