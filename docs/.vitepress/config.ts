// The documentation as a site: the Markdown of this folder, and the management API from its OpenAPI document.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { defineConfig } from 'vitepress'

const docs = join(import.meta.dirname, '..')
const repository = 'https://github.com/vestibule/vestibule/blob/main'

/** A link to a file of the repository outside this folder leads to the repository. */
function outside(page: string, href: string): string | null {
  if (/^[a-z]+:|^[#/]/.test(href)) return null
  const target = posix.join('docs', posix.dirname(page), href)
  return target.startsWith('docs/') ? null : `${repository}/${target}`
}

const titleOf = (path: string) => /^# (.*)$/m.exec(readFileSync(join(docs, path), 'utf8'))?.[1] ?? path
const page = (path: string) => ({
  text: titleOf(path),
  link: `/${path.replace(/(?:^|\/)README\.md$/, '/').replace(/\.md$/, '')}`,
})
const folder = (name: string) =>
  readdirSync(join(docs, name))
    .filter((file) => /^(?!README|\[).*\.md$/.test(file))
    .map((file) => page(`${name}/${file}`))

export default defineConfig({
  title: 'Vestibule',
  description: 'A self-hosted, passwordless, multi-tenant OpenID Connect provider.',
  cleanUrls: true,
  lastUpdated: false,
  // Every other dead link fails the build.
  ignoreDeadLinks: 'localhostLinks',
  rewrites: { 'security/README.md': 'security/index.md', 'guides/README.md': 'guides/index.md' },
  head: [['link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(md) {
      const render =
        md.renderer.rules.link_open ??
        ((tokens, index, options, _env, self) => self.renderToken(tokens, index, options))
      md.renderer.rules.link_open = (tokens, index, options, env, self) => {
        const token = tokens[index]
        const href = token && outside(env.relativePath, token.attrGet('href') ?? '')
        if (href) token.attrSet('href', href)
        return render(tokens, index, options, env, self)
      }
    },
  },
  themeConfig: {
    logo: '/icon.svg',
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/quick-start' },
      { text: 'Reference', link: '/reference' },
      { text: 'Management API', link: '/api/' },
      { text: 'Security', link: '/security/' },
    ],
    sidebar: [
      {
        text: 'Start',
        items: ['why.md', 'concepts.md', 'quick-start.md', 'sdk.md', 'organizations.md', 'clients.md'].map(page),
      },
      { text: 'Other stacks', collapsed: true, items: [page('guides/README.md'), ...folder('guides')] },
      {
        text: 'Run it',
        items: [
          'deployment.md',
          'configuration.md',
          'operations.md',
          'operators.md',
          'themes.md',
          'observability.md',
          'upgrading.md',
          'troubleshooting.md',
          'import.md',
          'performance.md',
        ].map(page),
      },
      {
        text: 'Reference',
        items: [
          ...['reference.md', 'sign-in.md', 'management-api.md', 'webhooks.md'].map(page),
          { text: 'Operations of the API', link: '/api/' },
        ],
      },
      {
        text: 'Security',
        items: [...['threat-model.md', 'data.md'].map(page), page('security/README.md'), ...folder('security')],
      },
      { text: 'Decisions', collapsed: true, items: folder('decisions') },
    ],
  },
})
