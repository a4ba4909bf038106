// What the site lists, in the order in which a newcomer reads it. A page without a text is listed by its title.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DefaultTheme } from 'vitepress'
import { groups, titleOf } from '../../scripts/docs/api-groups.ts'

const docs = join(import.meta.dirname, '..')

const headingOf = (path: string): string => /^# (.*)$/m.exec(readFileSync(join(docs, path), 'utf8'))?.[1] ?? path
const page = (path: string, text = headingOf(path)): DefaultTheme.SidebarItem => ({
  text,
  link: `/${path.replace(/(?:^|\/)README\.md$/, '/').replace(/\.md$/, '')}`,
})
const namesIn = (folder: string): string[] =>
  readdirSync(join(docs, folder)).filter((file) => /^(?!README).*\.md$/.test(file))
const folder = (name: string) => namesIn(name).map((file) => page(`${name}/${file}`))

const guide: DefaultTheme.SidebarItem[] = [
  {
    text: 'Get started',
    items: [
      page('why.md', 'Why Vestibule'),
      page('quick-start.md', 'Quick start'),
      page('nextjs.md', 'Next.js'),
      page('nuxt.md', 'Nuxt'),
      page('react-router.md', 'React Router'),
      page('remix.md', 'Remix'),
      page('cli.md', 'Commands'),
      page('concepts.md'),
      page('organizations.md', 'Organizations'),
    ],
  },
  {
    text: 'Your application',
    items: [
      page('sdk.md'),
      page('ui.md'),
      page('resources.md', 'APIs that tokens are for'),
      page('roles.md', 'Roles of your own in ten minutes'),
      page('fields.md'),
      page('api-keys.md', 'API keys for your customers'),
      page('token-exchange.md'),
      page('authzen.md', 'Ask who may do what'),
      page('mcp.md', 'Claude, ChatGPT and MCP'),
      page('connected-applications.md'),
      page('company-agents.md'),
      page('sign-in.md', 'Passkeys, step-up and recovery'),
      page('clients.md', 'Common libraries'),
      { text: 'Other stacks', collapsed: true, items: [page('guides/README.md', 'Overview'), ...folder('guides')] },
      page('sign-in-cli.md', 'Sign in a CLI'),
      page('workloads.md', 'Workloads without secrets'),
      page('dpop.md'),
      page('registration.md', 'Clients that register'),
      page('webhooks.md'),
      page('company-sign-in.md', 'Company sign-in for your customers'),
      page('directory.md', 'The company’s directory (SCIM)'),
      page('social-sign-in.md', 'Google, Microsoft, Apple, GitHub'),
      page('phone.md'),
      page('management-api.md'),
      page('testing.md', 'Tests'),
    ],
  },
  {
    text: 'Run the server',
    items: [
      page('deployment.md'),
      page('configuration.md'),
      page('operators.md', 'The console'),
      page('bound-sessions.md'),
      page('agents.md', 'Agents that connect themselves'),
      page('themes.md'),
      page('languages.md'),
      page('operations.md', 'Operations'),
      page('observability.md'),
      page('import.md', 'Import people'),
      page('upgrading.md'),
      page('troubleshooting.md', 'Troubleshooting'),
    ],
  },
  {
    text: 'Reference',
    items: [
      page('reference.md', 'Endpoints, parameters, claims'),
      { text: 'Management API', link: '/api/' },
      page('performance.md'),
    ],
  },
  {
    text: 'Security',
    items: [
      page('threat-model.md'),
      page('data.md', 'Stored data'),
      { text: 'Attacks', collapsed: true, items: [page('security/README.md', 'Overview'), ...folder('security')] },
      { text: 'Decisions', collapsed: true, items: folder('decisions') },
    ],
  },
]

const apiPages = namesIn('api').map((name) => name.replace(/\.md$/, ''))
const api: DefaultTheme.SidebarItem[] = [
  {
    text: 'Management API',
    items: [page('management-api.md', 'How to call it'), { text: 'Operations', link: '/api/' }],
  },
  ...groups(apiPages.filter((name) => !['index', 'schemas', 'errors'].includes(name))).map(({ text, resources }) => ({
    text,
    items: resources.map((resource) => ({ text: titleOf(resource), link: `/api/${resource}` })),
  })),
  { text: 'For all of them', items: ['schemas', 'errors'].map((name) => page(`api/${name}.md`)) },
]

/** A page that nobody would find is refused. */
function refuseUnlisted(items: readonly DefaultTheme.SidebarItem[]): void {
  const links = JSON.stringify(items)
  const unlisted = namesIn('.').filter(
    (name) => name !== 'index.md' && !links.includes(`"/${name.replace(/\.md$/, '')}"`),
  )
  if (unlisted.length > 0) throw new Error(`docs/.vitepress/sidebar.ts does not list ${unlisted.join(', ')}`)
}
refuseUnlisted(guide)

export const sidebar: DefaultTheme.SidebarMulti = { '/api/': api, '/': guide }
