import { expect } from 'vitest'
import { blockUnder } from '../../repo/docs-blocks.ts'
import { run } from './processes.ts'
import type { Provider } from './provider.ts'

/** What docs/skills/vestibule/SKILL.md tells a coding agent to type, with the answers that it promises. */
export async function verifyBySkill(
  origin: string,
  { issuer }: Provider,
  cwd: string,
  env: Record<string, string>,
): Promise<void> {
  const commands = blockUnder('docs/skills/vestibule/SKILL.md', 'Verify', 'sh').replace(/^APP=\S+/m, `APP=${origin}`)
  const [page, api, login, session] = (await run(['sh', '-ec', commands], cwd, env)).split('\n')
  expect(page).toMatch(new RegExp(`^30[237] ${origin}/auth/login\\?returnTo=%2Fdashboard$`))
  expect(api?.trim()).toBe('401')
  expect(login).toMatch(new RegExp(`^30[23] ${issuer}/authorize\\?`))
  expect(login).toMatch(/client_id=.*redirect_uri=|redirect_uri=.*client_id=/)
  expect(session).toBe('null')
}
