// Every function of the store that writes without a `Change`, so without an audit event, and why. What changes a person,
// a consent, a passkey, an organization, a client or a setting has no place here.
const requests = 'what a request stores of itself until it is answered: interactions, challenges, codes to redeem'
const tokens = 'issuing, rotating and revoking tokens: each request does it'
const counters = 'counts tries, or notes that something was used'
const queues = 'a queue, and what became of its messages: what they tell has its event'
const warnings = 'notes that people were told of what will happen: its event is recorded when it does'
const retention = 'deletes what has expired'
const keys = 'keys that are created, resealed and retired; a new current key has its event'
const copies = 'a copy of what the process, its configuration or another server says'
const audit = 'the audit log itself'
const idempotency = 'the answers of requests that may be repeated'
const index = 'what people are found by, which follows from what is stored of them'
const locks = 'locks a row and changes nothing'

export const hotWrites: Record<string, string> = Object.fromEntries(
  (
    [
      [requests, 'hot/email-challenges', 'putChallenge spendTry redeemByCode redeemByLink'],
      [requests, 'hot/passkeys', 'insertPasskeyChallenge burnPasskeyChallenge'],
      [requests, 'hot/pushed-requests', 'insertPushedRequest redeemPushedRequest'],
      [
        requests,
        'hot/interactions',
        'insertInteraction bindInteraction noteEmail noteSignIn noteFederationAttempt closePasskeyOffer noteRecoveryReviewed noteAccountChosen noteConsent noteChoice claimChoice restartSignIn completeInteraction',
      ],
      [requests, 'hot/sessions', 'rememberChoice'],
      [requests, 'hot/bound-sessions', 'markBindingOffered'],
      [requests, 'beyond-prisma/kept-forms', 'insertKeptForm redeemKeptForm'],
      [
        requests,
        'beyond-prisma/device-requests',
        'insertDeviceRequest enterUserCode notePoll slowDown redeemDeviceRequest',
      ],
      [tokens, 'beyond-prisma/device-requests', 'prolongDeviceSession endDeviceSession'],
      [requests, 'hot/used-assertions', 'redeemAssertion'],
      [requests, 'beyond-prisma/people/external-identities', 'holdIdentity'],
      [
        requests,
        'beyond-prisma/federation/federation-attempts',
        'insertFederationAttempt redeemFederationAttempt settleFederationAttempt failFederationAttempt',
      ],
      [counters, 'beyond-prisma/federation/federation-attempts', 'noteConnectionSuccess noteConnectionFailure'],
      [retention, 'beyond-prisma/federation/federation-attempts', 'sweepFederationAttempts'],
      [retention, 'beyond-prisma/organizations/sso-bypasses', 'sweepBypasses'],
      [counters, 'beyond-prisma/directory/requests', 'noteDirectoryRequest'],
      [retention, 'beyond-prisma/directory/directories', 'sweepDirectoryUsers removeDirectoryRows'],
      [warnings, 'prisma/directory/tokens', 'noteTokenWarning'],
      [tokens, 'hot/grants', 'insertGrant redeemAuthorizationCode revokeGrant revokeToken'],
      [tokens, 'hot/live-grants', 'rotateGrant rotatePlainGrant'],
      [counters, 'hot/rate-limits', 'incrementCounter'],
      [counters, 'hot/sessions', 'touchSession'],
      [counters, 'hot/passkeys', 'notePasskeyUse'],
      [counters, 'hot/api-keys', 'noteApiKeyUse'],
      [counters, 'hot/registered-clients', 'noteUse'],
      [counters, 'hot/client-documents', 'countApproval'],
      [counters, 'beyond-prisma/people/phone-challenges', 'spendPhoneTry'],
      [counters, 'beyond-prisma/sign-in-log', 'insertAttempts addDailyCounts'],
      [counters, 'prisma/passkeys', 'noteDeclinedPasskey'],
      [counters, 'prisma/organizations/terms', 'postponeTerms'],
      [
        queues,
        'beyond-prisma/outbox',
        'insertMessage leaseMessages extendLease deleteMessage postponeMessage expediteMails refuseMessage',
      ],
      [queues, 'beyond-prisma/delivery/mail-deliveries', 'recordMail countRefusal forgetRefusals'],
      [queues, 'beyond-prisma/delivery/webhook-attempts', 'insertAttempt deleteOldAttempts'],
      [
        queues,
        'beyond-prisma/delivery/webhook-deliveries',
        'takePendingEvents queueDeliveries settleUnqueued leaseDelivery settleDelivery postponeDelivery',
      ],
      [queues, 'beyond-prisma/organizations/domain-checks', 'leaseDomains scheduleDomains'],
      [retention, 'prisma/api-keys', 'removeEndedApiKeys'],
      [warnings, 'prisma/api-keys', 'noteApiKeyWarning'],
      [retention, 'beyond-prisma/registered-clients', 'sweepRegisteredClients'],
      [retention, 'beyond-prisma/sign-in-log', 'sweepAttempts sweepDailyCounts'],
      [retention, 'beyond-prisma/sweep', 'sweepSome sweepAudit'],
      [retention, 'beyond-prisma/delivery/webhook-attempts', 'sweepWebhookAttempts'],
      [retention, 'beyond-prisma/delivery/webhook-deliveries', 'sweepDeliveries'],
      [retention, 'prisma/impersonations', 'sweepImpersonations'],
      [retention, 'prisma/organizations/organizations', 'deleteDueOrganizations'],
      [keys, 'hot/signing-keys', 'insertKey deleteKey'],
      [keys, 'beyond-prisma/sealed-keys', 'deleteSealedKey insertSealedKey resealKey'],
      [keys, 'beyond-prisma/delivery/webhook-endpoints', 'resealSecrets'],
      [keys, 'beyond-prisma/federation/connection-secrets', 'resealSecret'],
      [copies, 'hot/client-documents', 'putClientDocument'],
      [copies, 'hot/terms', 'rememberTermsVersion'],
      [copies, 'prisma/server-processes', 'noteProcess removeProcesses'],
      [audit, 'hot/audit-events', 'insertEvent insertEvents putObservation'],
      [idempotency, 'beyond-prisma/idempotency', 'claimIdempotencyKey storeAnswer replaceAnswer releaseClaim'],
      [index, 'beyond-prisma/people/person-search', 'indexPeople indexExisting'],
      [locks, 'beyond-prisma/accounts', 'lockPerson'],
    ] as const
  ).flatMap(([reason, file, names]) => names.split(' ').map((name) => [`${file}: ${name}`, reason])),
)
