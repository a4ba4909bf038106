import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlainBrowser } from '../../apps/server/test/support/browser.ts'
import { codeIn, type Mailbox, openMailbox, recipients } from '../../apps/server/test/support/mailbox.ts'
import { SMTPServer } from '../../apps/server/test/support/smtp.ts'
import { environment, redirectUri } from './fault-support.ts'
import { freePort, type ServerProcess, startServer } from './support.ts'

// The mail server away, and a process that dies while it hands a mail over.

const folder = mkdtempSync(join(tmpdir(), 'vestibule-mail-'))
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(async () => {
  await mailbox.close()
  rmSync(folder, { recursive: true, force: true })
})

async function askForCode(server: ServerProcess, email: string): Promise<PlainBrowser> {
  const browser = new PlainBrowser(server.url)
  await browser.go(
    `${server.url}/authorize?${new URLSearchParams({ client_id: 'app', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' })}`,
  )
  await browser.submit({ email })
  return browser
}

async function comesIn(browser: PlainBrowser, email: string): Promise<void> {
  await browser.submit({ code: codeIn(await mailbox.take(email)) })
  const { callback } = await browser.submit({ given_name: 'Ada' })
  expect(callback?.searchParams.get('code')).toBeTruthy()
}

describe('mail', () => {
  test('nobody listens at SMTP_URL: the page stands, and the mail leaves when somebody does', async () => {
    // MA-05
    const port = await freePort()
    const server = await startServer(
      await environment(mailbox, {
        DATABASE_URL: `file:${join(folder, 'away.db')}`,
        SMTP_URL: `smtp://127.0.0.1:${port}`,
      }),
      folder,
    )
    const browser = await askForCode(server, 'away@example.test')
    expect([browser.current?.status, browser.has('code')]).toEqual([200, true])
    await expect.poll(() => server.output()).toContain('could not be sent yet')
    expect(server.output()).not.toContain('away@example.test')
    const late = await openMailbox(port)
    await browser.submit({ code: codeIn(await late.take('away@example.test')) })
    expect((await browser.submit({ given_name: 'Ada' })).callback?.searchParams.get('code')).toBeTruthy()
    await server.stop()
    await late.close()
  })

  test('kill -9 while a mail is handed over: it is not lost, and what came twice has one Message-ID', async () => {
    // Takes the mail and never says so.
    let heard = 0
    const ids: string[] = []
    const silent = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData(stream) {
        let text = ''
        stream.on('data', (chunk) => {
          text += chunk
        })
        stream.on('end', () => {
          ids.push(/^Message-ID: (.*)$/im.exec(text)?.[1] ?? '')
          heard += 1
        })
      },
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const env = await environment(mailbox, { DATABASE_URL: `file:${join(folder, 'killed.db')}` })
    const first = await startServer(
      { ...env, SMTP_URL: `smtp://127.0.0.1:${(silent.server.address() as AddressInfo).port}` },
      folder,
    )
    const browser = await askForCode(first, 'killed@example.test')
    await expect.poll(() => heard).toBe(1)
    await first.stop('SIGKILL')
    silent.close()

    const second = await startServer(env, folder)
    // Ten seconds later: its lease was held on a moment before the process died.
    const mail = () => mailbox.mails.find((one) => recipients(one).includes('killed@example.test'))
    await expect.poll(mail).toMatchObject({ messageId: ids[0] })
    await comesIn(browser, 'killed@example.test')
    expect(mailbox.mails.filter((one) => recipients(one).includes('killed@example.test'))).toHaveLength(1)
    await second.stop()
  })
})
