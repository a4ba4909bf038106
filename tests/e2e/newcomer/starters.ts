import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Application } from './journey.ts'
import type { FrameworkName } from './project.ts'

// examples/* as somebody copies them: the folder, `.env.example` as `.env`, and the commands of their README.

export interface Starter {
  name: string
  framework: FrameworkName
  port: number
}

export const starters: readonly Starter[] = [
  { name: 'nextjs', framework: 'nextjs', port: 3001 },
  { name: 'nuxt', framework: 'nuxt', port: 3002 },
  { name: 'remix', framework: 'remix', port: 3003 },
]

const built = /^(node_modules|\.next|\.nuxt|\.output|\.turbo|build|generated|data|test-results|\.env|next-env\.d\.ts)$/

/** From the repository as a release leaves it, because the starters ask for the versions of that release. */
export function copyStarter({ name }: Pick<Starter, 'name'>, repository: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const example = join(repository, 'examples', name)
  cpSync(example, folder, { recursive: true, filter: (path) => !built.test(basename(path)) })
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).not.toContain('workspace:')
  cpSync(join(folder, '.env.example'), join(folder, '.env'))
}

/** The two variables more that `.env.example` names for production. */
export function prepareForProduction(folder: string): void {
  const path = join(folder, '.env')
  const written = readFileSync(path, 'utf8')
    .replace('# VESTIBULE_SECRET=', 'VESTIBULE_SECRET=a-secret-that-openssl-rand-could-have-made-for-this-starter')
    .replace('# VESTIBULE_URL=', 'VESTIBULE_URL=')
  expect(written.match(/^VESTIBULE_\w+=.+$/gm)).toHaveLength(5)
  writeFileSync(path, written)
}

export const starterAt = (name: string, origin: string): Application => ({
  name,
  origin,
  api: '/api/call',
  dashboard: ({ email }) => `Ada Lovelace · ${email}`,
  use: addNotes,
})

/** Two equal notes, and an empty field after each; and a browser that asks for the icon gets it. */
async function addNotes(page: Page): Promise<void> {
  // A development server brings the scripts of a page late: before them, nothing answers the button.
  await page.waitForLoadState('networkidle')
  const field = page.locator('[name=text]')
  for (const count of [1, 2]) {
    await field.fill('The same note')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect
      .poll(() => page.locator('.note-text', { hasText: 'The same note' }).count(), { timeout: 15_000 })
      .toBe(count)
    await expect.poll(() => field.inputValue(), { timeout: 5000 }).toBe('')
  }
  expect(await page.innerText('main')).not.toMatch(/[0-9a-f]{32}/)
  expect((await page.request.get(new URL('/favicon.ico', page.url()).href)).status()).toBe(200)
}
