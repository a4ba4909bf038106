import { expect } from 'vitest'
import type { Environment } from '../../src/config/environment.ts'
import { accountOf, type Signed } from './account.ts'
import type { PlainBrowser } from './browser.ts'
import { openSmsGateway } from './sms-gateway.ts'
import { openTestWorld, type TestWorldOptions } from './world.ts'

/** A server with a gateway for text messages, and what people do with their numbers. */
export async function openTestWorldOfPhones(env: Environment = {}, options: TestWorldOptions = {}) {
  const gateway = await openSmsGateway()
  const log: string[] = []
  const world = await openTestWorld(
    { ...gateway.environment, ...env },
    { ...options, log: (line) => void log.push(line) },
  )
  const account = accountOf(world)
  const { prisma } = world.deps.db
  let before = 0

  /** Posts a form and follows nothing: for requests that run at the same time. */
  const postAlone = (browser: PlainBrowser, path: string, fields: Record<string, string>) =>
    fetch(`${world.issuer}${path}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields).toString(),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: new URL(world.issuer).origin,
        Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })

  /** Asks for a code, and reads it in the message. */
  async function asks(browser: PlainBrowser, number: string): Promise<string> {
    await account.post(browser, '/account/phone', { phone: number })
    expect(browser.current?.location).toBe(`${world.issuer}/account/phone/confirm`)
    return gateway.code(number)
  }

  /** A new person with a verified number. */
  async function verified(number: string): Promise<Signed> {
    const person = await account.byMail()
    await account.post(person.browser, '/account/phone/confirm', { code: await asks(person.browser, number) })
    expect(await phoneOf(person.id)).toEqual({ phone: number, phoneVerified: true })
    return person
  }

  const phoneOf = (id: string) =>
    prisma.user.findUniqueOrThrow({ where: { id }, select: { phone: true, phoneVerified: true } })
  const queued = () => prisma.outboxMessage.count({ where: { kind: 'sms', lane: 'sms' } })

  return {
    ...account,
    world,
    gateway,
    log,
    postAlone,
    asks,
    verified,
    phoneOf,
    queued,
    /** Waits until nothing waits for the gateway. */
    settled: () => expect.poll(queued).toBe(0),
    sentTo: (number: string) => gateway.messages.filter(({ to }) => to === number).length,
    async received(number: string) {
      await expect.poll(() => gateway.messages.some(({ to }) => to === number)).toBe(true)
      return gateway.messages.splice(0).filter(({ to }) => to === number)
    },
    /** Between two tests: how many requests the gateway has had, and no messages that nobody took. */
    mark() {
      before = gateway.attempts.length
      gateway.messages.length = 0
    },
    attemptsBefore: () => before,
    async close() {
      await world.close()
      await gateway.close()
    },
  }
}

export type PhoneWorld = Awaited<ReturnType<typeof openTestWorldOfPhones>>
