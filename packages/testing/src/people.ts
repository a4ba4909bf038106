import { createHash } from 'node:crypto'
import { newId } from '@vestibule/server/src/crypto/random.ts'
import { applyPermissions } from '@vestibule/server/src/flows/management/rights/permissions.ts'
import { importUsers } from '@vestibule/server/src/flows/management/user-import/user-import.ts'
import { addMember } from '@vestibule/server/src/flows/organizations/members/member-roles.ts'
import { canonicalAddress } from '@vestibule/server/src/flows/platform/addresses.ts'
import type { Deps } from '@vestibule/server/src/flows/platform/deps.ts'
import { isSlug, slugCandidates } from '@vestibule/server/src/flows/platform/names.ts'
import { OperationRefused } from '@vestibule/server/src/flows/platform/operation-refused.ts'
import type { DeclaredRole } from '@vestibule/server/src/oidc/permissions-document.ts'
import { findMemberships, findPerson, findUserByEmail } from '@vestibule/server/src/store/hot/people.ts'
import type { Person, PersonOptions } from './person.ts'

/** The test acts as a program that may manage everything. */
const actor = { kind: 'client', id: 'testing', network: 'loopback', organizationId: null } as const

/** Makes people and their organizations by the flows of the server, so that the same events and checks apply. */
export class People {
  readonly #deps: Deps
  /** One at a time: two tests that ask for the same new person get the same. */
  #turn: Promise<unknown> = Promise.resolve()
  readonly #roles = new Map<string, DeclaredRole>()
  /** By the name: a slug that can't be made of a name is random. */
  readonly #slugs = new Map<string, string>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  ensure(options: PersonOptions): Promise<Person> {
    const mine = this.#turn.then(() => this.#ensure(options))
    this.#turn = mine.catch(() => {})
    return mine
  }

  async #ensure(options: PersonOptions): Promise<Person> {
    const { db } = this.#deps
    const email = canonicalAddress(options.email)
    if (!email) throw new Error(`"${options.email}" is not an email address`)
    const known = await findUserByEmail(db, email)
    const sub = known?.id ?? newId(this.#deps.now())
    const organization = options.organization === undefined ? null : this.#withSlug(options.organization)
    await this.#import({ ...options, email }, sub, organization)
    const person = await findPerson(db, sub)
    const membership = (await findMemberships(db, sub)).find(({ slug }) => slug === organization?.slug)
    const found = membership && { id: membership.organizationId, slug: membership.slug, name: membership.name }
    if (found && options.role) await this.#giveRole(found, { sub, email }, options.role)
    if (options.permissions) await this.#givePermissions(found, sub, options.permissions)
    return {
      sub,
      email,
      givenName: person?.givenName ?? '',
      familyName: person?.familyName ?? '',
      organization: found ? { ...found, roles: options.role ? [options.role] : membership.roles } : null,
    }
  }

  /** An import only adds: the person, the organization and the membership, whatever of them is missing. */
  async #import(
    { email, givenName = nameFrom(email), familyName = 'Example', role = 'member' }: PersonOptions,
    sub: string,
    organization: { name: string; slug: string } | null,
  ): Promise<void> {
    const organizations = organization ? [{ ...organization, roles: [role] }] : []
    const line = { sub, email, email_verified: true, given_name: givenName, family_name: familyName, organizations }
    const refused: string[] = []
    await importUsers(this.#deps, oneLine(JSON.stringify(line)), {
      dryRun: false,
      unverified: false,
      refused: (_, reason) => refused.push(reason),
      progress: () => {},
    })
    if (refused.length > 0) throw new Error(`The person ${email} can't be made: ${refused.join('; ')}`)
  }

  async #giveRole(
    { id, name }: { id: string; name: string },
    { sub, email }: { sub: string; email: string },
    role: NonNullable<PersonOptions['role']>,
  ): Promise<void> {
    try {
      await addMember(this.#deps, actor, id, sub, [role])
    } catch (error) {
      if (!(error instanceof OperationRefused) || error.reason !== 'last-owner') throw error
      throw new Error(`${email} is the last owner of ${name}: make somebody else an owner before`, { cause: error })
    }
  }

  /** By a role of the operator that has exactly these: nobody has a permission otherwise. */
  async #givePermissions(
    organization: { id: string } | undefined,
    sub: string,
    names: readonly string[],
  ): Promise<void> {
    const { config } = this.#deps
    if (!organization) throw new Error('Permissions are those of an organization: name one')
    const declared =
      config.permissions?.permissions.filter(({ resource }) => resource === '').map(({ name }) => name) ?? []
    const unknown = names.find((name) => !declared.includes(name))
    if (unknown !== undefined)
      throw new Error(
        `There is no permission ${unknown}: name settings.PERMISSIONS_FILE, which has ${declared.join(', ') || 'none'}`,
      )
    const permissions = [...new Set(names)].sort()
    const key = `testing-${createHash('sha256').update(permissions.join(' ')).digest('hex').slice(0, 16)}`
    if (config.permissions && permissions.length > 0 && !this.#roles.has(key)) {
      this.#roles.set(key, { key, names: {}, assignableBy: 'admin', permissions })
      const roles = [...config.permissions.roles, ...this.#roles.values()]
      await applyPermissions(this.#deps, actor, { ...config.permissions, roles })
    }
    await addMember(this.#deps, actor, organization.id, sub, { others: permissions.length > 0 ? [key] : [] })
  }

  #withSlug(given: NonNullable<PersonOptions['organization']>): { name: string; slug: string } {
    if (typeof given !== 'string') return given
    const slug = isSlug(given) ? given : (this.#slugs.get(given) ?? slugCandidates(given)[0] ?? '')
    this.#slugs.set(given, slug)
    return { name: given, slug }
  }
}

async function* oneLine(line: string): AsyncGenerator<string> {
  yield line
}

/** `ada.lovelace@example.com` is called Ada. */
function nameFrom(email: string): string {
  const word = /^[a-z]+/.exec(email)?.[0] ?? 'Person'
  return word.charAt(0).toUpperCase() + word.slice(1)
}
