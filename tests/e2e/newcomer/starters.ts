import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Application } from './journey.ts'
import { run } from './processes.ts'
import type { FrameworkName } from './project.ts'

// examples/* as `create` of @vestibule/cli copies them, and the commands of their README.

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

/** `create` of @vestibule/cli, which copies `.env.example` and installs. */
export async function createStarter(
  { name }: Pick<Starter, 'name'>,
  folder: string,
  env: Record<string, string>,
): Promise<void> {
  const project = `starter-${name}`
  await run(['npx', '--yes', '@vestibule/cli', 'create', project, '--framework', name], folder, env)
  expect(readFileSync(join(folder, project, 'package.json'), 'utf8')).not.toContain('workspace:')
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
