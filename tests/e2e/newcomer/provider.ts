import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answering, expectFree, start, terminal } from './processes.ts'

export interface Provider {
  issuer: string
  /** The code of the next mail to an address, as the terminal of `npm start` shows it. */
  takeCode(address: string): Promise<string>
  close(): Promise<void>
}

/** An access token lives this long. */
export const tokenSeconds = 45

/** The provider as `npm start` starts it after its build, on its own port, with the clients that it brings. */
export async function startProvider(): Promise<Provider> {
  const main = join(import.meta.dirname, '../../../apps/server/dist/main.js')
  if (!existsSync(main)) throw new Error('apps/server is not built; run: npm run build')
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-newcomer-provider-'))
  const issuer = 'http://localhost:4000'
  await expectFree(4000)
  const server = start([process.execPath, main], folder, {
    ...terminal(''),
    ACCESS_TOKEN_TTL: String(tokenSeconds),
  })
  await answering(`${issuer}/health/ready`, server)
  const seen = new Map<string, number>()
  return {
    issuer,
    async takeCode(address) {
      const deadline = Date.now() + 10_000
      for (;;) {
        const mails = server.output().split('┌── mail').slice(1)
        const codes = mails
          .filter((mail) => mail.includes(`│ To: ${address}\n`) && mail.includes('└──'))
          .flatMap((mail) => /^ {2}│ +(\d{6,8})$/m.exec(mail)?.[1] ?? /\b\d{6,8}\b/.exec(mail)?.[0] ?? [])
        const next = codes[seen.get(address) ?? 0]
        if (next) {
          seen.set(address, (seen.get(address) ?? 0) + 1)
          return next
        }
        if (Date.now() > deadline) throw new Error(`no code for ${address}:\n${server.output()}`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    async close() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
