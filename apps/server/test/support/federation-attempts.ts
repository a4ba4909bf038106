import { expect } from 'vitest'
import { newSecret } from '../../src/crypto/random.ts'
import type { AttemptRequest, FinishedAttempt } from '../../src/flows/federation/upstream/attempt.ts'
import { beginSignIn } from '../../src/flows/federation/upstream/begin-sign-in.ts'
import { finishSignIn } from '../../src/flows/federation/upstream/finish-sign-in.ts'
import { findConnection } from '../../src/store/prisma/federation/connections.ts'
import { answerTxt, type Company, openCompany } from './company.ts'
import type { DatabaseKind } from './databases.ts'
import { broughtTo, openUpstream, type Upstream } from './upstream.ts'
import { openTestWorld, type TestWorld } from './world.ts'

const minute = 60_000

type Purpose = 'sign-in' | 'test'

/** Attempts at the connection of a company, without pages: what they ask, and what becomes of an answer. */
export class Attempts {
  private constructor(
    readonly world: TestWorld,
    readonly upstream: Upstream,
    readonly company: Company,
  ) {}

  static async open(database: DatabaseKind): Promise<Attempts> {
    const world = await openTestWorld({ SSO: 'on' }, { database })
    const upstream = await openUpstream({ now: world.deps.now })
    return new Attempts(world, upstream, await openCompany(world, answerTxt(world), { domain: 'acme.test', upstream }))
  }

  async close(): Promise<void> {
    await this.upstream.close()
    await this.world.close()
  }

  /** The provider tells the truth, and nothing that it said before is held. */
  async reset(): Promise<void> {
    this.upstream.reset()
    this.world.pass(20 * minute)
    await this.change({
      state: 'active',
      issuer: this.upstream.issuer,
      clientId: 'vestibule',
      provider: 'generic',
      authMethod: 'private_key_jwt',
      settings: '{}',
      failures: 0,
      failingSince: null,
    })
  }

  async connection() {
    const found = await findConnection(this.world.deps.db, this.company.connectionId)
    if (!found) throw new Error('there is no connection')
    return found
  }

  change(data: Record<string, unknown>) {
    return this.world.deps.db.prisma.connection.update({ where: { id: this.company.connectionId }, data })
  }

  /** How often the owners were told that the connection is failing. */
  async told(): Promise<{ events: number; mails: number }> {
    const { prisma } = this.world.deps.db
    await expect.poll(() => prisma.outboxMessage.count()).toBe(0)
    const events = await prisma.auditEvent.count({ where: { action: 'connection.failing' } })
    const failing = ({ subject = '' }: { subject?: string }) => subject.startsWith('Identity provider failing')
    return { events, mails: this.world.mailbox.mails.filter(failing).length }
  }

  /** A browser that begins, and gets what the provider answers. */
  async begin(request: AttemptRequest = {}, purpose: Purpose = 'sign-in', flowCookie = newSecret()) {
    const begun = await beginSignIn(
      this.world.deps,
      { flowCookie, network: '192.0.2.1' },
      { at: { connection: await this.connection() }, purpose, request, returnPath: '/somewhere' },
    )
    return { ...begun, answer: () => this.upstream.answer(begun.url) }
  }

  finish(answer: URL, flowCookie: string | undefined): Promise<FinishedAttempt> {
    return finishSignIn(this.world.deps, broughtTo(answer), { flowCookie })
  }

  async signIn(request: AttemptRequest = {}, purpose: Purpose = 'sign-in'): Promise<FinishedAttempt> {
    const { answer, flowCookie } = await this.begin(request, purpose)
    return this.finish(await answer(), flowCookie)
  }

  async refusalOf(request?: AttemptRequest, purpose?: Purpose) {
    const finished = await this.signIn(request, purpose)
    if (finished.ok) throw new Error('it was accepted')
    const failed = finished.checks.at(-1)
    return { reason: finished.reason, check: failed?.name, received: failed?.received }
  }
}
