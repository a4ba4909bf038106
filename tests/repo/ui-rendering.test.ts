import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { fileOf, parts } from '../../packages/cli/src/ui/parts.ts'
import type { Requirement } from '../../packages/core/src/model/requirement.ts'
import { type Session, userOf } from '../../packages/core/src/model/session.ts'

// The parts for React Router (React 19) and Remix (React 18), rendered as their servers do.

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'vestibule-rendering-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.restoreAllMocks())

const entry = `import { AuthProvider } from '@vestibule/remix/client'
import { renderToString } from 'react-dom/server'
import { OrganizationSwitcher } from './organization-switcher'
import { Protect } from './protect'
import { SignUpLink } from './sign-up-link'
import { SignedIn } from './signed-in'
import { SignedOut } from './signed-out'
import { UserButton } from './user-button'

const page = (requirement) => (
  <>
    <SignedIn>signed in</SignedIn>
    <SignedOut>signed out <SignUpLink returnTo="/a?b=c&d" className="button" /></SignedOut>
    <Protect requirement={requirement} fallback="refused">permitted</Protect>
    <OrganizationSwitcher returnTo="/dashboard" />
    <UserButton accountUrl="https://id.example.test/account"><li>One more</li></UserButton>
  </>
)
export const render = (session, requirement) =>
  renderToString(session === undefined ? page(requirement) : <AuthProvider session={session}>{page(requirement)}</AuthProvider>)
`

type Render = (session: Session | null | undefined, requirement?: Requirement) => string

async function renderWith(reactOf: 'nextjs' | 'remix'): Promise<Render> {
  for (const part of parts.values()) {
    const path = fileOf(part, 'remix')
    if (path) cpSync(join(root, 'packages/cli/ui', path), join(folder, basename(path)))
  }
  writeFileSync(join(folder, 'entry.tsx'), entry)
  const modules = join(root, 'packages', reactOf, 'node_modules')
  const outfile = join(folder, `${reactOf}.cjs`)
  await build({
    entryPoints: [join(folder, 'entry.tsx')],
    bundle: true,
    outfile,
    platform: 'node',
    format: 'cjs',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
    alias: {
      react: join(modules, 'react'),
      'react-dom': join(modules, 'react-dom'),
      '@vestibule/remix/client': join(root, 'packages/remix/src/client.ts'),
    },
    logLevel: 'error',
  })
  return (createRequire(import.meta.url)(outfile) as { render: Render }).render
}

const now = Math.floor(Date.now() / 1000)
const session: Session = {
  user: userOf({
    sub: 'ada',
    name: 'Ada <Lovelace>',
    email: 'ada@example.test',
    picture: 'https://pictures.example.test/ada.png',
    organization: 'engines',
    organization_name: 'Engines & more',
    organization_roles: ['admin'],
    organizations: [
      { id: 'engines', slug: 'engines', name: 'Engines & more' },
      { id: 'looms?', slug: 'looms', name: 'Looms' },
    ],
  }),
  sid: null,
  authTime: now - 600,
  acr: null,
  scopes: ['openid'],
  expiresAt: now + 3600,
  freshUntil: now + 600,
}

describe.each([
  ['React 19', 'nextjs'],
  ['React 18', 'remix'],
] as const)('with %s', (_name, reactOf) => {
  let render: Render
  beforeAll(async () => {
    render = await renderWith(reactOf)
  })

  test('a menu is opened by the button before it, and React has nothing to say', () => {
    const problems = vi.spyOn(console, 'error')
    const html = render(session, { role: 'owner' }).replaceAll('<!-- -->', '')
    const opened = [...html.matchAll(/popovertarget="([^"]+)"/gi)].map(([, id]) => id)
    const menus = [...html.matchAll(/<div id="([^"]+)" popover="auto">/g)].map(([, id]) => id)
    expect(opened).toHaveLength(2)
    expect(menus).toEqual(opened)
    expect(html).toContain('<span class="user-avatar" aria-hidden="true">A&lt;<img src="https://pictures')
    expect(html).toContain('<strong>Ada &lt;Lovelace&gt;</strong>')
    expect(html).toContain('action="/auth/login?organization=looms%3F&amp;returnTo=%2Fdashboard"')
    expect(html).toContain('<span aria-current="true">Engines &amp; more</span>')
    expect(html).not.toContain('Switch to Engines')
    expect(html).toMatch(/<form (?=[^>]*method="post")[^>]*action="\/auth\/logout"/)
    expect(problems.mock.calls).toEqual([])
  })

  test('a stranger gets the link to the sign-up, and while the session is unknown nobody gets anything', () => {
    expect(render(null, { role: 'owner' }).replaceAll('<!-- -->', '')).toBe(
      'signed out <a class="button" href="/auth/login?prompt=create&amp;returnTo=%2Fa%3Fb%3Dc%26d">Sign up</a>refused',
    )
    expect(render(undefined, {})).toBe('')
  })

  test.each<[Requirement, string]>([
    [{}, 'permitted'],
    [{ role: 'admin' }, 'permitted'],
    [{ role: ['owner', 'admin'], organization: true }, 'permitted'],
    [{ role: 'owner' }, 'refused'],
    [{ role: [] }, 'refused'],
    [{ organization: 'looms?' }, 'refused'],
    [{ scope: 'notes:write' }, 'refused'],
    [{ acr: 'phr' }, 'refused'],
    [{ maxAge: 900 }, 'permitted'],
    [{ maxAge: 300 }, 'refused'],
  ])('Protect with %j: %s', (requirement, expected) => {
    const html = render(session, requirement)
    expect(/permitted|refused/.exec(html)?.[0]).toBe(expected)
  })
})
