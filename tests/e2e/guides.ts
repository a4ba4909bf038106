import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { blocksOf } from '../repo/docs-blocks.ts'

// The pages of docs/guides, and what their tests add to them. That to Apache is followed by debian-clients.test.ts, and that to PHP
// by none.

export interface Guide {
  callback: string
  /** What a scaffold would have made before the guide begins. */
  scaffold?: Record<string, string>
  /** Programs of the machine, with what installs them. */
  needs?: Record<string, string>
  /** Milliseconds until it listens. */
  startTimeout?: number
}

const npm = { 'package.json': '{ "private": true, "type": "module" }' }

/** Those that guides.test.ts follows: with a library of the stack. */
export const guides: Record<string, Guide> = {
  express: { callback: '/callback', scaffold: npm },
  fastify: { callback: '/callback', scaffold: npm },
  hono: { callback: '/callback', scaffold: npm },
  sveltekit: {
    callback: '/auth/callback/vestibule',
    scaffold: {
      'package.json': JSON.stringify({
        private: true,
        type: 'module',
        scripts: { dev: 'vite dev --port $PORT' },
        devDependencies: {
          '@sveltejs/kit': '2.70.4',
          '@sveltejs/vite-plugin-svelte': '6.2.3',
          svelte: '5.57.3',
          vite: '7.3.8',
        },
      }),
      'svelte.config.js': 'export default {}\n',
      'vite.config.js': "import { sveltekit } from '@sveltejs/kit/vite'\nexport default { plugins: [sveltekit()] }\n",
      'src/app.html':
        '<!doctype html><html lang="en"><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>\n',
      'src/routes/+page.svelte': '<a href="/private">A private page</a>\n',
    },
  },
  flask: { callback: '/callback' },
  django: { callback: '/oidc/callback/' },
  // The first start compiles the standard library too.
  go: { callback: '/callback', needs: { go: 'apt-get install -y golang' }, startTimeout: 240_000 },
  spring: {
    callback: '/login/oauth2/code/vestibule',
    needs: { mvn: 'apt-get install -y maven openjdk-17-jdk-headless' },
    startTimeout: 240_000,
  },
}

/** Those that core-guides.test.ts follows: with @vestibule/core. */
export const coreGuides = ['astro', 'nestjs', 'tanstack-start'] as const

/** Those with a test file of their own. */
export const otherGuides = ['expo', 'fastapi'] as const

/** The blocks of a guide by their path: files, and the commands, whose names have no dot. */
export const guideBlocks = (name: string): Map<string, string> =>
  new Map(
    blocksOf(`docs/guides/${name}.md`).flatMap(({ title, text }) =>
      title === null ? [] : [[title.slice(title.indexOf('/') + 1), text] as const],
    ),
  )

/** Writes the files of a guide, or others, and leaves out the commands. */
export function writeFiles(place: string, files: Iterable<readonly [string, string]>): void {
  for (const [path, text] of files) {
    if (!path.includes('.')) continue
    mkdirSync(dirname(join(place, path)), { recursive: true })
    writeFileSync(join(place, path), text)
  }
}
