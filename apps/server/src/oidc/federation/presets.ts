import { type FederatedCredential, type PresetName, presetNames } from './credential.ts'

type Rule = Pick<FederatedCredential, 'issuer' | 'subject' | 'claims' | 'jwks' | 'jwksUri'>

interface Preset {
  /** Its one issuer. Null where every customer has an issuer of their own. */
  issuer: string | null
  /** Where its keys are, if they are at another origin than the issuer. */
  jwksUri?: string
  /** What a credential must pin and does not, as the rest of a sentence that begins with the credential. */
  unpinned(rule: Rule): string | null
  /** What is allowed and unwise, the same way. */
  unwise?(rule: Rule): string | null
}

/** Names are given away again after a deletion or a renaming; ids are not. */
function unpinnedIds({ claims }: Rule, names: readonly string[]): string | null {
  const missing = names.filter((name) => !claims.some((claim) => claim.name === name && /^\d+$/.test(claim.value)))
  return missing.length === 0
    ? null
    : `pins no ${missing.join(' and no ')}: whoever gets a name that was given up is trusted too; add the numeric ids to FEDERATED_CLAIMS`
}

/** The subject of repositories that were made, renamed or moved since July 2026 has the ids of owner and repository. */
const githubSubjectWithIds = /^repo:[^/@:]+@\d+\/[^/@:]+@\d+:/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const presets: Readonly<Record<PresetName, Preset>> = {
  github: {
    issuer: 'https://token.actions.githubusercontent.com',
    unpinned: (rule) =>
      githubSubjectWithIds.test(rule.subject) ? null : unpinnedIds(rule, ['repository_id', 'repository_owner_id']),
    unwise: ({ subject }) =>
      subject.endsWith(':pull_request')
        ? 'trusts every pull request of the repository; name a branch or an environment'
        : null,
  },
  gitlab: {
    issuer: 'https://gitlab.com',
    unpinned: (rule) => unpinnedIds(rule, ['project_id', 'namespace_id']),
  },
  kubernetes: {
    issuer: null,
    unpinned: ({ issuer, subject, jwks, jwksUri }) => {
      if (!/^system:serviceaccount:[^:]+:[^:]+$/.test(subject))
        return 'names no service account; its subject is system:serviceaccount:<namespace>:<name>'
      const everywhere = /^https:\/\/kubernetes\.default\.svc\b/.test(issuer)
      return everywhere && !jwks && !jwksUri
        ? 'has the issuer that every cluster has; give the keys of yours in FEDERATED_JWKS'
        : null
    },
  },
  buildkite: {
    issuer: 'https://agent.buildkite.com',
    unpinned: ({ subject, claims }) =>
      uuid.test(subject) || claims.some(({ name, value }) => name === 'pipeline_id' && uuid.test(value))
        ? null
        : 'pins no pipeline_id: whoever gets a name that was given up is trusted too; request the token with --subject-claim pipeline_id',
    unwise: ({ subject }) =>
      subject.includes(':commit:')
        ? 'names one commit, so no later build matches; request the token with --subject-claim pipeline_id'
        : null,
  },
  google: {
    issuer: 'https://accounts.google.com',
    jwksUri: 'https://www.googleapis.com/oauth2/v3/certs',
    unpinned: ({ subject }) =>
      /^\d+$/.test(subject) ? null : 'names no numeric id; the subject is the unique id of a service account',
  },
  spiffe: {
    issuer: null,
    unpinned: ({ subject }) =>
      /^spiffe:\/\/[a-z0-9._-]+\/[\w./-]+$/.test(subject)
        ? null
        : 'names no workload; its subject is spiffe://<trust domain>/<path>',
  },
}

/** The preset of a credential: the one that was named, or the one that its issuer or its subject stands for. */
export function presetOf({
  preset,
  issuer,
  subject,
}: Pick<FederatedCredential, 'preset' | 'issuer' | 'subject'>): Preset | null {
  const inferred = presetNames.find((name) => presets[name].issuer === issuer)
  const shaped = subject.startsWith('system:serviceaccount:')
    ? 'kubernetes'
    : subject.startsWith('spiffe://')
      ? 'spiffe'
      : undefined
  const name = preset ?? inferred ?? shaped
  return name === undefined ? null : presets[name]
}

/** Audiences that tokens are asked for by default, or for somebody else: such a token was not meant for this server. */
const sharedAudiences =
  /^(sts\.amazonaws\.com|api:\/\/AzureADTokenExchange|https:\/\/kubernetes\.default\.svc.*|https:\/\/github\.com\/.*|https:\/\/gitlab\.com)$/

/** What is unwise about a credential, as ends of sentences. */
export function unwiseOf(credential: FederatedCredential): string[] {
  const preset = presetOf(credential)
  const shared = sharedAudiences.test(credential.audience ?? '')
  return [
    preset?.unpinned(credential),
    preset?.unwise?.(credential),
    shared
      ? `accepts tokens that were made for ${credential.audience}; use an audience that only this server has`
      : null,
  ].filter((found) => typeof found === 'string')
}
