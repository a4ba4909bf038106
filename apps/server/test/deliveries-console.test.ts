import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEndpoint, removeEndpoint } from '../src/flows/management/deliveries/webhook-endpoints.ts'
import { giveOperatorRole } from '../src/flows/management/operator-roles.ts'
import { inTransaction, system } from '../src/flows/platform/audit.ts'
import { accountOf } from './support/account.ts'
import type { PlainBrowser, Visited } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// The pages of mails and webhooks in the console, without scripts.

const operator = { kind: 'operator', id: 'op', network: '::/48' } as const

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let receiver: Server
  let hook = ''
  let status = 200
  let answer = 'noted'
  const received: { id: string; type: string }[] = []
  const browsers: Record<'root' | 'viewer' | 'stranger', PlainBrowser> = {} as never
  let post: ReturnType<typeof accountOf>['post']
  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      received.push({ id: String(request.headers['webhook-id']), type: JSON.parse(body).type })
      response.writeHead(status).end(answer)
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    world = await openTestWorld({ OPERATORS: 'root@example.test' }, { database })
    browsers.root = (await world.signIn({ email: 'root@example.test' })).browser
    browsers.viewer = (await world.signIn({ email: 'viewer@example.test' })).browser
    browsers.stranger = (await world.signIn({ email: 'stranger@example.test' })).browser
    const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: 'viewer@example.test' } })
    await giveOperatorRole(world.deps, system, userId, 'viewer')
    post = accountOf(world).post
  })
  afterAll(async () => {
    await world?.close()
    receiver?.closeAllConnections()
    receiver?.close()
  })

  const go = (path: string, browser = browsers.root) => browser.go(`${world.issuer}/admin${path}`)
  const textOf = ({ html }: Visited) => html.querySelector('main')?.text.replaceAll(/\s+/g, ' ') ?? ''
  const noticeIn = (page: Visited) => page.html.querySelector('[role=status]')?.text.trim()

  describe('mails', () => {
    test('a refused mail is listed, its address let get mail again, and each act says what it did', async () => {
      await expect.poll(() => world.deps.db.prisma.outboxMessage.count()).toBe(0)
      world.mailbox.refuses = { responseCode: 550, message: '5.1.1 <gone@example.test> unknown' }
      const browser = world.browser()
      await world.authorize(browser)
      await browser.submit({ email: 'gone@example.test' })
      await expect
        .poll(async () => textOf(await go('/mail?address=gone@example.test')))
        .toContain('550 5.1.1 <…> unknown')
      world.mailbox.refuses = null
      const page = await go('/mail')
      expect(textOf(page)).toContain('g…@example.test')
      expect(page.text).not.toContain('gone@example.test')
      expect(textOf(await go('/mail?address=gone@example.test'))).toContain('Refused')
      expect(textOf(await go('/mail?address=other@example.test'))).toContain('There are no such emails.')
      const wrong = await go('/mail?address=nonsense')
      expect(wrong.status).toBe(422)
      expect(wrong.html.querySelector('#address-problem')).not.toBeNull()

      const id = page.html.querySelector('input[name=suppression]')?.getAttribute('value') ?? ''
      const lifted = await post(browsers.root, '/admin/mail', { action: 'lift', suppression: id })
      expect(noticeIn(lifted)).toBe('The address gets email again, from now on.')
      expect(textOf(lifted)).not.toContain('Suppressed addresses')
      const tested = await post(browsers.root, '/admin/mail', { action: 'test' })
      expect(noticeIn(tested)).toContain('A test email to root@example.test is on its way.')
      expect((await world.mailbox.take('root@example.test')).subject).toContain('Test email')
      expect((await post(browsers.root, '/admin/mail', { action: 'burn' })).status).toBe(404)
    })

    test('waiting mails are tried now by a button, which only those who may send a test mail have', async () => {
      await expect.poll(() => world.deps.db.prisma.outboxMessage.count({ where: { lane: 'mail' } })).toBe(0)
      world.mailbox.refuses = { responseCode: 451, message: '4.3.0 later' }
      await post(browsers.root, '/admin/mail', { action: 'test' })
      const waiting = () => world.deps.db.prisma.outboxMessage.findFirst({ where: { lane: 'mail', leasedUntil: null } })
      await expect.poll(async () => (await waiting())?.attempts).toBe(1)
      const page = await go('/mail')
      expect(textOf(page)).toContain('Next try')
      expect(page.html.querySelector('input[name=lane]')?.getAttribute('value')).toBe('mail')
      expect((await go('/mail', browsers.viewer)).html.querySelector('input[name=lane]')).toBeNull()
      expect((await post(browsers.viewer, '/admin/mail', { action: 'try-now', lane: 'mail' })).status).toBe(403)
      expect((await post(browsers.root, '/admin/mail', { action: 'try-now', lane: 'logout' })).status).toBe(404)
      world.mailbox.refuses = null
      const tried = await post(browsers.root, '/admin/mail', { action: 'try-now', lane: 'mail' })
      expect(noticeIn(tried)).toBe('The waiting emails are being tried now.')
      await expect.poll(() => world.deps.db.prisma.outboxMessage.count({ where: { lane: 'mail' } })).toBe(0)
      // Nothing waits any more: nothing is recorded.
      await post(browsers.root, '/admin/mail', { action: 'try-now', lane: 'mail' })
      expect(await world.deps.db.prisma.auditEvent.count({ where: { action: 'mail.expedited' } })).toBe(1)
    })

    test('the old page of the queue leads here', async () => {
      expect((await go('/queue')).location).toBe(`${world.issuer}/admin/mail`)
    })

    test('CO-06: a viewer is shown neither by kind nor by search whether an address has an account', async () => {
      const page = await go('/mail', browsers.viewer)
      expect(page.status).toBe(200)
      expect(textOf(page)).toContain('Email to a person')
      expect(textOf(page)).not.toContain('Sign-in code')
      expect(page.html.querySelector('[name=address]')).toBeNull()
      expect(page.html.querySelector('form[method=post]')).toBeNull()
      // Mails of the tests above may still be on their way.
      for (const query of ['?address=gone@example.test', '?address=nobody@example.test', '?kind=sign-in-code'])
        await expect
          .poll(async () => {
            const [found, all] = [await go(`/mail${query}`, browsers.viewer), await go('/mail', browsers.viewer)]
            return textOf(found) === textOf(all)
          })
          .toBe(true)
      expect((await post(browsers.viewer, '/admin/mail', { action: 'test' })).status).toBe(403)
    })
  })

  describe('webhooks', () => {
    test('CO-07: an endpoint is added, and its secret shown once', async () => {
      await go('/webhooks')
      const added = await browsers.root.submit({ url: hook, name: 'Billing', actions: 'member.*, team.created' })
      expect(added.status).toBe(200)
      expect(added.headers.get('cache-control')).toContain('no-store')
      const secret = /whsec_[\w+/=]+/.exec(added.text)?.[0] ?? ''
      expect(secret).toHaveLength(50)
      const link = added.html.querySelector('main p > a')?.getAttribute('href') ?? ''
      const page = await browsers.root.go(link)
      expect(page.text).not.toContain('whsec_')
      expect(textOf(page)).toContain('member.* team.created')
      expect(textOf(await go('/webhooks'))).toContain('Billing')

      // Rotation asks first, and the form that was answered is no good again.
      const path = link.slice(link.indexOf('/admin'))
      const version = page.html.querySelector('[name=version]')?.getAttribute('value') ?? ''
      const asked = await post(browsers.root, path, { action: 'rotate', version })
      expect(asked.html.querySelector('h1')?.text).toBe('Make a new secret?')
      world.pass(1)
      const rotated = await post(browsers.root, path, { action: 'rotate', version, confirm: 'yes' })
      expect(/whsec_[\w+/=]+/.exec(rotated.text)?.[0]).not.toBe(secret)
      const again = await post(browsers.root, path, { action: 'rotate', version, confirm: 'yes' })
      expect(again.text).not.toContain('whsec_')
      expect(noticeIn(again)).toContain('Someone else changed this endpoint meanwhile.')
    })

    test('CO-13: what cannot be an endpoint is refused beside its field', async () => {
      await go('/webhooks')
      const inside = await browsers.root.submit({ url: 'http://10.0.0.1/hook', name: '', actions: '' })
      expect(inside.status).toBe(422)
      expect(inside.html.querySelector('#url-problem')?.text).toContain('private network')
      expect(inside.html.querySelector('[name=url]')?.getAttribute('value')).toBe('http://10.0.0.1/hook')
      const unknown = await browsers.root.submit({ url: hook, name: '', actions: 'member.eaten' })
      expect(unknown.html.querySelector('#actions-problem')?.text).toContain('member.removed')
    })

    test('a test event, what was answered, and sending one again', async () => {
      const { id } = await createEndpoint(world.deps, operator, {
        ...{ name: 'Shop', url: hook, actions: ['member.*'], disabled: false },
      })
      const path = `/admin/webhooks/${id}`
      answer = '<script>alert(1)</script>\u202e'
      const tested = await post(browsers.root, path, { action: 'test' })
      expect(noticeIn(tested)).toBe('The endpoint accepted the test event.')
      expect(textOf(tested)).toContain('webhook.tested')
      expect(tested.text).toContain('<bdi>&lt;script&gt;alert(1)&lt;/script&gt;')
      status = 503
      answer = 'away'
      const refused = await post(browsers.root, path, { action: 'test' })
      expect(noticeIn(refused)).toContain('did not accept the test event')
      expect(textOf(refused)).toContain('Status 503')
      expect(textOf(await go(`/webhooks/${id}?state=failed`))).toContain('503 away')

      status = 200
      received.length = 0
      const delivery = new URL(refused.location).pathname
      const asked = await post(browsers.root, delivery, { action: 'replay' })
      expect(asked.html.querySelector('h1')?.text).toBe('Send these events again?')
      expect(received).toEqual([])
      const replayed = await post(browsers.root, delivery, { action: 'replay', confirm: 'yes' })
      expect(noticeIn(replayed)).toBe('The event is sent again. Its answer appears here.')
      await expect.poll(() => received.map(({ type }) => type)).toEqual(['webhook.tested'])
      await removeEndpoint(world.deps, operator, id)
    })

    test('what failed and what lies in a range is sent again, after a question', async () => {
      const { id } = await createEndpoint(world.deps, operator, {
        ...{ name: 'Range', url: hook, actions: ['member.*'], disabled: false },
      })
      const path = `/admin/webhooks/${id}`
      await inTransaction(world.deps, async (tx) => {
        await tx.record(system, { action: 'member.removed' })
      })
      await expect.poll(() => received.some(({ type }) => type === 'member.removed')).toBe(true)
      received.length = 0
      expect((await post(browsers.root, path, { action: 'replay-range', from: '', to: '' })).status).toBe(422)
      const wrong = await post(browsers.root, path, { action: 'replay-range', from: 'yesterday' })
      expect(wrong.html.querySelector('#from-problem')).not.toBeNull()
      const from = new Date(world.deps.now().getTime() - 3_600_000).toISOString().slice(0, 16)
      const asked = await post(browsers.root, path, { action: 'replay-range', from })
      expect(asked.html.querySelector('[name=from]')?.getAttribute('value')).toBe(from)
      const replayed = await post(browsers.root, path, { action: 'replay-range', from, confirm: 'yes' })
      expect(noticeIn(replayed)).toMatch(/^\d+ events? (is|are) sent again\.$/)
      await expect.poll(() => received.some(({ type }) => type === 'member.removed')).toBe(true)
      const nothing = await post(browsers.root, path, { action: 'replay-failed', confirm: 'yes' })
      expect(noticeIn(nothing)).toBe('There is nothing to send again.')
      await removeEndpoint(world.deps, operator, id)
    })

    test('it is changed, disabled, enabled and deleted', async () => {
      const { id } = await createEndpoint(world.deps, operator, {
        ...{ name: 'Old', url: hook, actions: [], disabled: false },
      })
      const path = `/admin/webhooks/${id}`
      const saved = await post(browsers.root, path, { action: 'save', url: hook, name: 'New', actions: '' })
      expect(noticeIn(saved)).toBe('The endpoint was changed.')
      expect(saved.html.querySelector('h1')?.text).toBe('New')
      expect((await post(browsers.root, path, { action: 'save', url: 'nonsense', name: '', actions: '' })).status).toBe(
        422,
      )
      expect((await post(browsers.root, path, { action: 'disable' })).html.querySelector('h1')?.text).toContain('?')
      const disabled = await post(browsers.root, path, { action: 'disable', confirm: 'yes' })
      expect(noticeIn(disabled)).toContain('no longer called')
      expect(noticeIn(await post(browsers.root, path, { action: 'enable' }))).toContain('is enabled')
      const removed = await post(browsers.root, path, { action: 'delete', confirm: 'yes' })
      expect(noticeIn(removed)).toBe('The endpoint was deleted.')
      expect((await go(`/webhooks/${id}`)).status).toBe(404)
    })

    test('CO-01: a viewer reads without contents and acts on nothing; a stranger gets 404', async () => {
      const { id } = await createEndpoint(world.deps, operator, {
        ...{ name: 'Viewed', url: hook, actions: ['member.*'], disabled: false },
      })
      status = 200
      answer = 'ada@example.test is gone'
      const { location } = await post(browsers.root, `/admin/webhooks/${id}`, { action: 'test' })
      const delivery = new URL(location).pathname.replace('/admin', '')
      expect(textOf(await go(delivery))).toContain('ada@example.test is gone')
      const seen = await go(delivery, browsers.viewer)
      expect(textOf(seen)).toContain('Your role does not show what events and answers say.')
      expect(textOf(seen)).not.toContain('ada@')
      expect(textOf(await go(`/webhooks/${id}`, browsers.viewer))).not.toContain('ada@')
      for (const path of ['/admin/webhooks', `/admin/webhooks/${id}`, `/admin${delivery}`]) {
        expect((await post(browsers.viewer, path, { action: 'test', url: hook })).status, path).toBe(403)
        expect((await post(browsers.stranger, path, { action: 'test', url: hook })).status, path).toBe(404)
      }
      for (const path of ['/mail', '/webhooks', `/webhooks/${id}`, delivery])
        expect((await go(path, browsers.stranger)).status).toBe(404)
      await removeEndpoint(world.deps, operator, id)
    })
  })
})
